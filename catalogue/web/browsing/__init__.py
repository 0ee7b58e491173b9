"""Lists of puzzles: what an address asks for, a page of it, its figures, its files."""
