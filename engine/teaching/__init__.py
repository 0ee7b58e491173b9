"""Search and generation in plain Python: to read, to watch, and to count steps."""
