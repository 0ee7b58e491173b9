"""What the Watch page shows: the steps of `engine.teaching` as data, in pieces that a browser plays."""
