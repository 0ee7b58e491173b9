"""Tag puzzles, so that none is used twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from board_catalogue.catalogue.verbs.option import flag, text
from board_catalogue.catalogue.verbs.selection import Selection, check_ratings, selected
from board_catalogue.catalogue.verbs.shared import NUMBERS, WAIT, ranges_of
from board_catalogue.catalogue.verbs.values import Ranges

if TYPE_CHECKING:
    from board_catalogue.catalogue.storage.home import Home


@dataclass(frozen=True, kw_only=True)
class TagRequest(Selection):
    """Which puzzles, and which tag. ValueError if neither numbers nor filters name puzzles."""

    numbers: Annotated[Sequence[Ranges | int | str], NUMBERS] = ()
    name: Annotated[str, text("The tag.", metavar="TAG", is_argument=True)]
    remove: Annotated[bool, flag("Remove the tag from the puzzles.")] = False
    wait: Annotated[float, WAIT] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.numbers and not self.chooses:
            raise ValueError("name puzzles, all, or options that choose puzzles, before the tag")


@dataclass(frozen=True)
class TagReport:
    """How many puzzles were chosen, and how many of them got the tag, or lost it."""

    chosen: int
    changed: int

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return {"chosen": self.chosen, "changed": self.changed}


def tag(home: Home, request: TagRequest) -> TagReport:
    """Tag the puzzles, or remove the tag from them.

    ValueError for a name that cannot be a tag, CatalogueError for a number that no puzzle has.
    """
    from board_catalogue.catalogue.storage.columns import ROW_ID
    from board_catalogue.catalogue.storage.queries import check_numbers
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.catalogue.storage.writing import add_tag, check_tag, remove_tag

    check_tag(request.name)
    ranges = ranges_of(request.numbers)
    criteria = request.criteria(ranges)
    with Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        check_numbers(store, ranges)
        check_ratings(store, request, criteria)
        puzzles = [id for (id,) in selected(store, request, criteria, (ROW_ID,))]
        changed = (remove_tag if request.remove else add_tag)(store, request.name, puzzles)
    return TagReport(len(puzzles), changed)
