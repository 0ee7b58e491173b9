"""What is done with a catalogue: what the commands, the library and the page have in common."""
