"""Put right what is wrong: which side to trust, the rows of doubtful boards, and boards back from their files."""
