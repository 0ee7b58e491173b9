"""One board in plain Python: its cells, how it is read and drawn, and random numbers."""
