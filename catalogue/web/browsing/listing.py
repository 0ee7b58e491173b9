"""A page of a list of puzzles: its rows, and the addresses of the pages beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from catalogue.queries import Row
from catalogue.store import Store
from catalogue.web.browsing.filters import View


@dataclass(frozen=True)
class Listing:
    """A page of a view."""

    columns: Sequence[str]
    """The first is `id`."""
    rows: Sequence[Row]
    previous: str | None
    """The query of the address of the page before; None on the first page."""
    next: str | None
    """The same of the page behind; None on the last page."""

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows as objects by column."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def listed(store: Store, view: View, columns: Sequence[str]) -> Listing:
    """Read the page that a view asks for."""
    most = view.limit
    rows = view.puzzles(store).page(most + 1, after=view.after, before=view.before, columns=("id", *columns))
    has_more = len(rows) > most
    rows = rows[-most:] if view.before else rows[:most]
    has_previous, has_next = (has_more, True) if view.before else (bool(view.after), has_more)
    return Listing(
        ("id", *columns),
        rows,
        view.address(before=str(rows[0][0])) if rows and has_previous else None,
        view.address(after=str(rows[-1][0])) if rows and has_next else None,
    )
