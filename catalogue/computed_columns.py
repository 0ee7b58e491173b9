"""Columns that are computed from others as they are read: they depend on the puzzle alone, and few ask for them."""

from typing import Any

from sqlalchemy import String, TypeDecorator


class ClassNumber(TypeDecorator[int]):
    """The number of a solution's class up to symmetry (`engine.rank`): a solution in a database, its number here.

    It is None for other sizes than 9 and for Latin squares.
    """

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> int | None:
        """Return the number."""
        import engine  # few need the kernels
        from engine.boards import from_lines

        if value is None or len(value) != 81:
            return None
        try:
            return int(engine.rank(from_lines([value]))[0])
        except ValueError:  # a Latin square
            return None


class PuzzleKey(TypeDecorator[str]):
    """The key of a puzzle up to every symmetry (`engine.puzzle_keys`): puzzle and solution in a database, the key here.

    It is the same in every catalogue. Boards with unusual blocks, or none, have None.
    """

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> str | None:
        """Return the key in hexadecimal digits."""
        import engine
        from engine.boards import from_lines

        if value is None:
            return None
        puzzle, solution = from_lines([value[: len(value) // 2], value[len(value) // 2 :]])
        try:
            return engine.puzzle_keys(puzzle, solutions=solution, symmetry="full").tobytes().hex()
        except ValueError:  # of unusual blocks, or none
            return None
