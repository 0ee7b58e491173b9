"""Names that options accept, spelled out: importing the engine or the store would take longer than a --help.

A test compares each with the module that owns it.
"""

from catalogue.metrics import PUZZLE_METRICS

SYMMETRIES = ("d4", "d4+relabel", "full")
"""`engine.SYMMETRIES`."""

METHODS = ("wfc", "wfc+singles", "wfc+backtrack", "uniform")
"""`engine.METHODS`."""

SAMPLINGS = ("carved", "fair")
"""`catalogue.fill.stages.generator.SAMPLINGS`."""

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
"""`engine.PATTERNS`."""

COLUMNS = (
    "id",
    *PUZZLE_METRICS,
    "minimal",
    "pattern",
    "rating_status",
    "rating",
    "pearl",
    "diamond",
    "grade",
    "hardest",
    "givens",
    "solution",
    "techniques",
    "tags",
    "source",
)
"""`catalogue.store.reading.queries.COLUMNS` and its ON_REQUEST."""

OTHER_NAMES = {
    "puzzle": "givens",
    "puzzles": "givens",
    "quizzes": "givens",
    "question": "givens",
    "solutions": "solution",
    "answer": "solution",
}
"""Names that data sets have for our columns."""

PAPERS = ("a4", "letter")
"""`catalogue.book.paper.PAPERS`."""

PER_PAGE = (1, 2, 4, 6, 12)
"""`catalogue.book.paper.GRIDS`."""

SERVICES = ("sudokupad", "f-puzzles", "sudokuwiki", "opensudoku")
"""`catalogue.formats.apps.link.SERVICES`."""

RULES = ("row-major", "fewest")
"""`engine.teaching.search.RULES`."""
