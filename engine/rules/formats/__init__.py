"""The texts of formats: constraint text read and written, documents unpacked, links of f-puzzles and SudokuPad."""
