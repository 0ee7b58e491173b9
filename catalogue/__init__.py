"""A catalogue of Sudoku boards: fill it, query it, take puzzles out of it.

    >>> from board_catalogue import catalogue
    >>> with catalogue.open("data") as c:  # doctest: +SKIP
    ...     c.fill(1000, rate="full")
    ...     for puzzle in c.puzzles(grade="hard").order_by("rating").limit(5):
    ...         print(puzzle.number, puzzle.clues, puzzle.rating)

    >>> [row.solution for row in catalogue.solve("puzzles.txt")]  # doctest: +SKIP

The commands of the program `catalogue` do their work through the same functions. The public names load at first use, so
importing the package takes no time.
"""

TYPE_CHECKING = False  # that of `typing`, whose import would keep the program from its first signal handler

__all__ = [
    "Catalogue",
    "CatalogueError",
    "Puzzle",
    "Puzzles",
    "audit",
    "automorphisms",
    "canonical",
    "check",
    "create",
    "dataset",
    "dedupe",
    "demo",
    "fewest",
    "hint",
    "inspect",
    "open",
    "path",
    "rank",
    "rate",
    "register",
    "solve",
    "techniques",
]

if TYPE_CHECKING:
    from .errors import CatalogueError
    from .library import (
        Catalogue,
        audit,
        automorphisms,
        canonical,
        check,
        create,
        dataset,
        dedupe,
        demo,
        fewest,
        hint,
        inspect,
        open,
        path,
        rank,
        rate,
        solve,
        techniques,
    )
    from .sql_functions import register
    from .verbs.puzzles import Puzzle, Puzzles
else:

    def __getattr__(name: str) -> object:
        from ..engine.lazy import lazy_names  # as above

        return lazy_names(__name__)[0](name)

    def __dir__() -> list[str]:
        return sorted(__all__)
