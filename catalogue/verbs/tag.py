"""Tag puzzles, so that none is used twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

from .. import storage
from ..requests.option import flag, text
from ..requests.request import Request
from ..requests.selection import NumberedSelection, chosen
from ..requests.shared import WAIT
from .sections import Sections, line

if TYPE_CHECKING:
    from ..storage.home import Home


@runtime_checkable
class Chosen(Protocol):
    """A choice of puzzles, such as `Catalogue.puzzles` returns."""

    def ids(self) -> Sequence[int]:
        """Return the ids of the puzzles in the database."""


@dataclass(frozen=True, kw_only=True)
class TagRequest(NumberedSelection):
    """Which puzzles, and which tag. ValueError if neither numbers nor filters name puzzles."""

    name: Annotated[str, text("The tag.", metavar="TAG", is_argument=True)] = field(kw_only=False)
    puzzles: Chosen | Iterable[int | str] | None = field(default=None, kw_only=False, compare=False, repr=False)
    """For programs: a choice of puzzles, or their numbers such as 12 and "12.1", in place of numbers and filters."""
    remove: Annotated[bool, flag("Remove the tag from the puzzles.")] = False
    wait: Annotated[float, WAIT] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.puzzles is None and not self.names_puzzles:
            raise ValueError("name puzzles, all, or options that choose puzzles, before the tag")


@dataclass(frozen=True)
class TagReport:
    """How many puzzles were chosen, and how many of them got the tag, or lost it."""

    chosen: int
    changed: int
    removed: bool = False

    def sections(self) -> Sections:
        """Return the figures for people."""
        if not self.chosen:
            return [line("No matching puzzles.")]
        action, others = ("untagged", "did not have the tag") if self.removed else ("tagged", "had the tag already")
        rest = f"; {self.chosen - self.changed:,} {others}" if self.changed < self.chosen else ""
        return [line(f"{self.changed:,} puzzles {action}{rest}")]

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        return {"chosen": self.chosen, "changed": self.changed}


def tag(home: Home, request: TagRequest) -> TagReport:
    """Tag the puzzles, or remove the tag from them.

    ValueError for a name that cannot be a tag, CatalogueError for a number that no puzzle has.
    """
    storage.check_tag(request.name)
    with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        ids = _ids(store, request)
        changed = (storage.remove_tag if request.remove else storage.add_tag)(store, request.name, ids)
    return TagReport(len(ids), changed, request.remove)


def _ids(store: storage.Store, request: TagRequest) -> Sequence[int]:
    if request.puzzles is None:
        return chosen(store, request).ids()
    from .puzzles import ids_of

    return request.puzzles.ids() if isinstance(request.puzzles, Chosen) else ids_of(store, request.puzzles)


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


def tags(place: storage.Place, request: TagsRequest) -> TagsReport:
    """Count the puzzles that have each tag. CatalogueError if there is no catalogue, or it cannot be read."""
    with storage.reading(place) as store:
        return TagsReport(storage.statistics.tag_counts(store))
