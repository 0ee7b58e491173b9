"""What opening a catalogue takes: the lock, checks of places and of the database, older schemas and versions."""
