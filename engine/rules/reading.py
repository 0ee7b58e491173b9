"""Variants in any of the formats: constraint text, f-puzzles, SudokuPad."""

from engine.rules import constraint_text, f_puzzles, sudokupad
from engine.rules.variant import Variant


def read_variant(text: str) -> Variant:
    """Return the variant of a line of constraint text, or of a link or JSON of f-puzzles or SudokuPad.

    ValueError, one line, for text of another kind, a rule that is not known, and a rule that cannot hold where it is.
    """
    stripped = text.strip()
    if stripped.startswith("."):
        variant = constraint_text.read(stripped)
    elif stripped.startswith("{"):
        variant = (f_puzzles if '"grid"' in stripped else sudokupad).read(stripped)
    elif "f-puzzles.com" in stripped or "load=" in stripped:
        variant = f_puzzles.read(stripped)
    elif "sudokupad" in stripped or "crackingthecryptic" in stripped or stripped.startswith("scl"):
        variant = sudokupad.read(stripped)
    else:
        raise ValueError(f"{stripped[:30]!r} is no constraint text, f-puzzles link or SudokuPad link")
    _ = variant.rules  # so that a rule which cannot hold is refused here
    return variant
