"""Names of options and least numbers of clues, for command lines. Nothing here needs numpy."""

from engine.shape import Shape

SYMMETRIES = ("d4", "d4+relabel", "full")
"""Groups of changes after which a board counts as the same, each within the next."""

METHODS = ("wfc", "wfc+singles", "wfc+backtrack", "uniform", "class", "class-order")
"""How boards are generated: by the kernels, in the order of their table, then by the numbers of classes."""

BY_NUMBER = METHODS[-2:]
"""The methods that go through the numbers of classes; they are for size 9 alone."""

SAMPLINGS = ("carved", "fair")
"""How a puzzle of a board is chosen: by `carve`, which favours few clues, or by `fair_puzzles`."""

PATTERNS = (
    "rotate180",
    "rotate90",
    "mirror",
    "flip",
    "diagonal",
    "antidiagonal",
    "mirrors",
    "diagonals",
    "all",
)
"""Symmetric patterns of clues, in the order of the kernels' table."""

RULES = ("row-major", "fewest")
"""Which cell the search on a stack takes next."""

PROVEN = {
    Shape.of(4): (4, "every puzzle with 3 has been tried"),
    Shape.of(9): (17, "McGuire, Tugemann and Civario proved it in 2012"),
}
"""The fewest clues of a shape, and who says so; both are in OEIS A198297."""


def least_clues(shape: Shape) -> tuple[int, str]:
    """Return a number of clues below which no puzzle of a shape has one solution, and the reason.

    Where nothing is PROVEN it is one less than there are digits, which need not be reached.
    """
    if shape in PROVEN:
        return PROVEN[shape]
    return shape.size - 1, "two digits that no clue shows could be exchanged"


def check_clues(clues: int, shape: Shape) -> None:
    """ValueError with the reason where no puzzle of a shape has so few clues and one solution."""
    least, reason = least_clues(shape)
    if clues < least:
        raise ValueError(f"no {shape} puzzle with one solution has fewer than {least} clues: {reason}")


CLASSES = 5_472_730_538
"""How many 9x9 boards differ under every symmetry (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006)."""

MARKS = ("thermo", "whispers", "renban", "arrow", "kropki", "xv")
"""Lines and dots that `engine.Rulebook` draws at random."""
