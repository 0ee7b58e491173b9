"""Tag puzzles, so that none is used twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from board_catalogue.catalogue.verbs.option import flag, text
from board_catalogue.catalogue.verbs.request import Request
from board_catalogue.catalogue.verbs.selection import NumberedSelection, chosen
from board_catalogue.catalogue.verbs.shared import WAIT

if TYPE_CHECKING:
    from board_catalogue.catalogue.storage.home import Home
    from board_catalogue.catalogue.storage.store import Place


@dataclass(frozen=True, kw_only=True)
class TagRequest(NumberedSelection):
    """Which puzzles, and which tag. ValueError if neither numbers nor filters name puzzles."""

    name: Annotated[str, text("The tag.", metavar="TAG", is_argument=True)]
    remove: Annotated[bool, flag("Remove the tag from the puzzles.")] = False
    wait: Annotated[float, WAIT] = 0.0
    ids: Sequence[int] | None = field(default=None, compare=False, repr=False)
    """For programs: the puzzles by their ids in the database, in place of numbers and filters."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ids is None and not self.names_puzzles:
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
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.catalogue.storage.writing import add_tag, check_tag, remove_tag

    check_tag(request.name)
    with Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        ids = chosen(store, request).ids() if request.ids is None else request.ids
        changed = (remove_tag if request.remove else add_tag)(store, request.name, ids)
    return TagReport(len(ids), changed)


@dataclass(frozen=True, kw_only=True)
class TagsRequest(Request):
    """Nothing is asked."""


@dataclass(frozen=True)
class TagsReport:
    """How many puzzles have each tag, by its name."""

    puzzles: Mapping[str, int]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return {"tags": dict(self.puzzles)}


def tags(place: Place, request: TagsRequest) -> TagsReport:
    """Count the puzzles that have each tag. CatalogueError if there is no catalogue, or it cannot be read."""
    from board_catalogue.catalogue.storage.statistics import tag_counts
    from board_catalogue.catalogue.storage.store import reading

    with reading(place) as store:
        return TagsReport(tag_counts(store))
