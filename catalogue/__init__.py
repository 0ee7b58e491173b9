"""A catalogue of Sudoku boards."""
