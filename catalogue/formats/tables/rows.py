"""Records from the rows of a table without lines."""

from collections.abc import Iterable, Iterator, Sequence

from catalogue.formats.cells import normalised
from catalogue.formats.column_names import places_of
from catalogue.formats.registry import Record
from catalogue.formats.tables.columns import as_text


def records(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[Record]:
    """Yield the puzzle of each row; ValueError names the row, from 1."""
    puzzle, solution, others = places_of(columns)
    for number, row in enumerate(rows, 1):
        try:
            answer = None if solution is None else row[solution]
            yield Record(
                _board(row[puzzle]),
                _board(answer) if answer else None,
                number,
                {name: as_text(row[place]) for name, place in others.items()},
            )
        except ValueError as error:
            raise ValueError(f"row {number}: {error}") from None


def _board(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{ascii(value)[:30]} is not a text of one character a cell")
    return normalised(value)
