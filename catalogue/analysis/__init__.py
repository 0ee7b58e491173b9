"""Statistics over a catalogue, and their plots."""
