"""Search and generation in plain Python, to read, watch and count."""
