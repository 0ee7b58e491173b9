"""Find puzzles by their properties, and tag them, so that none is used twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Annotated, Any, Protocol, runtime_checkable

from .. import storage
from ..puzzles.columns import own_names
from ..requests.request import Request
from ..requests.selection import NumberedSelection, chosen
from ..requests.shared import COLUMNS_OF_PUZZLES, check_columns
from ..storage.home import Home
from .sections import Report, Sections, line


@dataclass(frozen=True, kw_only=True)
class QueryRequest(NumberedSelection):
    """Which puzzles, which of their columns, and which page of a long list.

    ValueError for an unknown name, and fields that do not go together.
    """

    columns: Annotated[Sequence[str] | None, COLUMNS_OF_PUZZLES] = None
    count_only: bool = False
    after: str | int | None = None
    before: str | int | None = None
    last: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_columns(self.columns or ())
        if [self.after is not None, self.before is not None, self.last].count(True) > 1:
            raise ValueError("give one of `after`, `before` and `last`")
        if self.is_page and (self.limit is None or self.count_only):
            raise ValueError("`after`, `before` and `last` need `limit`, and do not go with `count_only`")

    @property
    def is_page(self) -> bool:
        """Whether a page is asked for that is not the first."""
        return self.after is not None or self.before is not None or self.last


@dataclass(frozen=True)
class QueryReport:
    """The puzzles that are found, read as they are asked for. Close it, or use it as a context manager."""

    request: QueryRequest
    puzzles: storage.Choice
    _opened: ExitStack = field(repr=False)

    @property
    def is_rated(self) -> bool:
        """Whether any puzzle of the catalogue has a rating."""
        return storage.rated(self.puzzles.store).rated > 0

    @property
    def is_scored(self) -> bool:
        """Whether any puzzle of the catalogue has a score."""
        return storage.scored(self.puzzles.store)[0] > 0

    @property
    def has_rules(self) -> bool:
        """Whether the catalogue is one of variants."""
        return bool(self.puzzles.store.settings.rules)

    @property
    def count(self) -> int:
        """How many puzzles match, whatever the limit."""
        return len(self.puzzles if self.request.quotas else self.puzzles.unlimited())

    @property
    def columns(self) -> Sequence[str]:
        """The columns asked for, or all that cost little."""
        return self.request.columns or tuple(storage.COLUMNS)

    def rows(self, columns: Sequence[str]) -> Iterator[storage.Row]:
        """Yield a row of the columns for each puzzle, by our names or by the names of other data sets."""
        own, asked, page = own_names(columns), self.request, self.puzzles.page
        if not asked.is_page or asked.limit is None:
            return self.puzzles.rows(own)
        return iter(page(asked.limit, after=asked.after, before=asked.before, last=asked.last, columns=own))

    def data(self) -> dict[str, object]:
        """Return the puzzles as objects by column, and how many match, for programs."""
        if self.request.count_only:
            return {"total": self.count}
        columns = self.columns
        return {"total": self.count, "puzzles": [dict(zip(columns, row, strict=True)) for row in self.rows(columns)]}

    def close(self) -> None:
        """Close the catalogue, if the query has opened it."""
        self._opened.close()

    def __enter__(self) -> QueryReport:
        return self

    def __exit__(self, *failure: Any) -> None:
        self._opened.__exit__(*failure)  # the catalogue says plainly what its database has said


def query(place: storage.Place, request: QueryRequest) -> QueryReport:
    """Find the puzzles that meet all filters, in the order asked for.

    ValueError for an unknown name. CatalogueError if there is no catalogue, for a number that no puzzle has, and for
    ratings of a catalogue whose puzzles have none.
    """
    with ExitStack() as stack:
        store = stack.enter_context(storage.reading(place))
        return QueryReport(request, chosen(store, request), stack.pop_all())


# --- Tags -------------------------------------------------------------------------------------------------------------


@runtime_checkable
class Chosen(Protocol):
    """A choice of puzzles, such as `Catalogue.puzzles` returns."""

    def ids(self) -> Sequence[int]:
        """Return the ids of the puzzles in the database."""


@dataclass(frozen=True, kw_only=True)
class TagRequest(NumberedSelection):
    """Which puzzles, and which tag. ValueError if neither numbers nor filters name puzzles."""

    name: str = field(kw_only=False)
    puzzles: Chosen | Iterable[int | str] | None = field(default=None, kw_only=False, compare=False, repr=False)
    """For programs: a choice of puzzles, or their numbers such as 12 and "12.1", in place of numbers and filters."""
    remove: bool = False
    wait: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.puzzles is None and not self.names_puzzles:
            raise ValueError("name puzzles, all, or options that choose puzzles, before the tag")


@dataclass(frozen=True)
class TagReport(Report):
    """How many puzzles were chosen, and how many of them got the tag, or lost it."""

    chosen: int
    changed: int
    removed: bool = field(default=False, repr=False)

    def sections(self) -> Sections:
        """Return the figures for people."""
        if not self.chosen:
            return [line("No matching puzzles.")]
        action, others = ("untagged", "did not have the tag") if self.removed else ("tagged", "had the tag already")
        rest = f"; {self.chosen - self.changed:,} {others}" if self.changed < self.chosen else ""
        return [line(f"{self.changed:,} puzzles {action}{rest}")]


def tag(home: Home, request: TagRequest) -> TagReport:
    """Tag the puzzles, or remove the tag from them.

    ValueError for a name that cannot be a tag, CatalogueError for a number that no puzzle has.
    """
    storage.check_tag(request.name)
    with storage.Store.write(home, wait=request.wait, on_wait=request.on_notice) as store:
        ids: Sequence[int]
        if request.puzzles is None:
            ids = chosen(store, request).ids()
        elif isinstance(request.puzzles, Chosen):
            ids = request.puzzles.ids()
        else:
            from .puzzles import ids_of  # for programs alone

            ids = ids_of(store, request.puzzles)
        changed = (storage.remove_tag if request.remove else storage.add_tag)(store, request.name, ids)
    return TagReport(len(ids), changed, request.remove)


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
