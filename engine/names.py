"""Names of symmetries, methods, patterns and rules. Nothing here needs numpy, so that command lines can offer them."""

SYMMETRIES = ("d4", "d4+relabel", "full")
"""Groups of changes after which a board counts as the same, each within the next."""

METHODS = ("wfc", "wfc+singles", "wfc+backtrack", "uniform")
"""How boards are generated."""

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

CLASSES = 5_472_730_538
"""How many 9x9 boards differ under every symmetry (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006)."""
