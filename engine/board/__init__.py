"""One board to hold: a grid, how it is read and drawn, and puzzles of a grade."""
