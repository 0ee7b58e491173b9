"""Links that open variants in SudokuPad."""

from board_catalogue.engine.rules.formats import f_puzzles
from board_catalogue.engine.rules.variant import Variant


def write(variant: Variant) -> str:
    """Return a SudokuPad link of a variant, which holds an f-puzzles board. ValueError as in `f_puzzles.write`."""
    return f_puzzles.write(variant).replace("https://f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles")
