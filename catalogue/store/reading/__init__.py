"""What commands ask a catalogue: its puzzles, in pages too, and its statistics."""
