"""Names of options and least numbers of clues, for command lines. Nothing here needs numpy."""

from .shape import Shape

SYMMETRIES = ("d4", "d4+relabel", "full")
"""Groups of changes after which a board counts as the same, each within the next."""


def check_symmetry(symmetry: str) -> str:
    """Return the symmetry; ValueError unless it is one of SYMMETRIES."""
    if symmetry not in SYMMETRIES:
        raise ValueError(f"symmetry {symmetry!r} is not one of {', '.join(SYMMETRIES)}")
    return symmetry


METHODS = ("wfc", "wfc+singles", "wfc+backtrack", "uniform", "permutation", "class", "class-order")
"""How boards are generated: by the kernels, in the order of their table, then by the numbers of classes."""

BY_NUMBER = METHODS[-2:]
"""The methods that go through the numbers of classes; they are for size 9 alone."""

SAMPLINGS = ("carved", "fair", "hard")
"""How a puzzle of a board is chosen: by `carve`, which favours few clues, by `fair_puzzles`, or by `hard_puzzles`."""

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
"""Names of the patterns: the turns and mirrors that map the cells of the clues to themselves.

`rotate180`: a half turn. `rotate90`: a quarter turn. `mirror`: left and right exchanged. `flip`: top and bottom
exchanged. `diagonal`, `antidiagonal`: mirrored in the diagonal from the top left, from the top right corner.
`mirrors`: both left and right, top and bottom. `diagonals`: both diagonals. `all`: any turn or mirror.
"""

SEARCH_RULES = ("row-major", "fewest")
"""Which cell the search on a stack takes next."""

PROVEN = {
    Shape.of(4): (4, "every puzzle with 3 has been tried"),
    Shape.of(6): (8, "every puzzle with 7 has been tried"),
    Shape.of(8): (14, "Afmob searched all of them in 2011"),
    Shape.of(9): (17, "McGuire, Tugemann and Civario proved it in 2012"),
    **{Shape.of(size, "none"): (size**2 // 4, "Adams, Bean and Khodkar listed them in 2003") for size in range(2, 7)},
    Shape.of(7, "none"): (12, "Adams and Khodkar proved it in 2001"),
    Shape.of(8, "none"): (16, "Bean proved it in 2005"),
}
"""The fewest clues of a shape, with the source.

4x4 and 9x9 are in OEIS A198297. For 6x6 a test tries every puzzle of 7 clues. That of 8x8 was reported in the Sudoku
Programmers' Forum. Those of Latin squares are called their smallest critical sets: "A census of critical sets in the
Latin squares of order at most six" (Ars Combinatoria 68, 2003), "Smallest critical sets for the Latin squares of orders
six and seven" (JCMCC 37, 2001), "The size of the smallest uniquely completable set in order 8 Latin squares" (JCMCC 52,
2005).
"""

RECORDS = {Shape.of(16): 55, Shape.of(25): 151}
"""The fewest clues that are known for shapes without a proof; that of 16x16 is in OEIS A198297."""


def least_clues(shape: Shape) -> tuple[int, str]:
    """Return a number of clues below which no puzzle of a shape has one solution, and the reason.

    If nothing is PROVEN it is one less than there are digits, which need not be reached.
    """
    for same in (shape, shape.transposed):
        if same in PROVEN:
            return PROVEN[same]
    return shape.size - 1, "two digits that no clue shows could be exchanged"


def check_clues(clues: int, shape: Shape) -> None:
    """ValueError with the reason if no puzzle of a shape has so few clues and one solution."""
    least, reason = least_clues(shape)
    if clues < least:
        raise ValueError(f"no {shape} puzzle with one solution has fewer than {least} clues: {reason}")


def beyond_record(clues: int, shape: Shape) -> str | None:
    """Say so if no puzzle of a shape with so few clues is known."""
    record = RECORDS.get(shape)
    return f"no {shape} puzzle with fewer than {record} clues is known" if record and clues < record else None


CLASSES = 5_472_730_538
"""How many 9x9 boards differ under every symmetry (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006)."""

MARKS = (
    *("thermo", "whispers", "renban", "arrow", "palindrome", "kropki", "xv"),
    *("sandwich", "little killer", "skyscraper", "x-sum", "numbered room"),
)
"""Lines, dots and clues outside that `engine.Rulebook` draws at random."""

KILLER, JIGSAW = "killer", "jigsaw"
"""Rules whose cages or regions it draws at random."""
