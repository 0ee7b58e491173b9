"""A catalogue as an object: what the commands do, as methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from inspect import cleandoc
from os import PathLike
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import CatalogueError
from .puzzles.filters import Criteria
from .puzzles.numbers import parsed_number
from .puzzles.settings import Settings
from .requests.request import Request, by_present_names, options_of
from .storage.home import Home, Server, home_of
from .storage.store import Store
from .verbs import create as making
from .verbs import fewest as searching
from .verbs import path as paths
from .verbs import show as showing
from .verbs import solve as solving
from .verbs import symmetry
from .verbs.book import BookRequest, SiteRequest, book, site
from .verbs.check import CheckRequest
from .verbs.check import check as score_answers
from .verbs.create import DemoRequest
from .verbs.create import demo as make_boards
from .verbs.dataset import AuditRequest, DatasetRequest
from .verbs.dataset import audit as look_at
from .verbs.dataset import dataset as make_or_prove
from .verbs.export import ExportRequest, export
from .verbs.fewest import HuntRequest, hunt
from .verbs.fill import FillRequest, fill
from .verbs.import_ import ImportFileRequest, import_file
from .verbs.path import TechniquesRequest
from .verbs.path import techniques as known_techniques
from .verbs.puzzles import Puzzle, Puzzles, PuzzlesRequest, numbered_puzzles, puzzles
from .verbs.query import QueryRequest, TagRequest, TagsRequest, query, tag, tags
from .verbs.rate import MeasureRequest, RatePuzzlesRequest, RateRequest, measure, rate_puzzles
from .verbs.rate import rate as rate_all
from .verbs.stats import EstimateRequest, ReportRequest, StatsRequest, estimate, report, stats
from .verbs.verify import BackupRequest, RestoreRequest, VerifyRequest, backup, restore, verify


def open(home: str | PathLike[str] | Server = "data") -> Catalogue:
    """Open the catalogue in a folder, or at a URL such as postgresql+psycopg://user@host/name.

    It need not exist before the first `fill`. Nothing is read or locked until it is needed. ValueError for a URL of
    another kind.
    """
    return Catalogue(home_of(home))


P = ParamSpec("P")
R = TypeVar("R", bound=Request)
A = TypeVar("A")


def _verb(
    request: Callable[P, R], verb: Callable[[Home, R], A], *, replaces: bool = False
) -> Callable[Concatenate[Catalogue, P], A]:
    """Return a verb as a method whose keywords are the fields of its request; some replace the database."""

    def method(self: Catalogue, /, *given: P.args, **named: P.kwargs) -> A:
        _check_names(request, named)
        if replaces:
            self.close()
        return verb(self.home, request(*given, **named))

    return _described(method, request, verb)


def _reading(request: Callable[P, R], verb: Callable[[Store, R], A]) -> Callable[Concatenate[Catalogue, P], A]:
    """Return a verb that only reads as a method: it takes the database that the object has open."""

    def method(self: Catalogue, /, *given: P.args, **named: P.kwargs) -> A:
        _check_names(request, named)
        return verb(self._store(), request(*given, **named))

    return _described(method, request, verb)


def _check_names(request: Any, named: dict[str, object]) -> None:
    """Put names of before into those of now. TypeError for a keyword that no field of a request has."""
    known = [each.name for each in fields(request)]
    present = by_present_names(request, named)
    named.clear()
    named.update(present)
    if unknown := next((name for name in named if name not in known), None):
        raise TypeError(f"no option is called {unknown!r}; the options are {', '.join(known)}")


def _described(
    method: Callable[Concatenate[Catalogue, P], A], request: Callable[P, R], verb: Callable[..., A]
) -> Callable[Concatenate[Catalogue, P], A]:
    """Give a method the name of a verb, and a docstring of its fields."""
    method.__name__ = method.__qualname__ = verb.__name__
    method.__doc__ = _docstring(request, verb)
    return method


def _docstring(request: Any, verb: Callable[..., object]) -> str:
    options = options_of(request)
    listed = "".join(f"\n- `{option.name or name}`: {option.help}" for name, option in options.items())
    return f"{cleandoc(verb.__doc__ or '')}\n\n{cleandoc(request.__doc__ or '')}\n{listed}"


def _export(store: Store, request: ExportRequest) -> int:
    return export(store, request).puzzles


_export.__name__, _export.__doc__ = export.__name__, f"{cleandoc(export.__doc__ or '')} Returns how many there are."


def _tag(home: Home, request: TagRequest) -> int:
    return tag(home, request).changed


def _untag(home: Home, request: TagRequest) -> int:
    """Remove the tag from the puzzles. Returns how many had it; errors as in `tag`."""
    return tag(home, replace(request, remove=True)).changed


_tag.__name__, _tag.__doc__ = tag.__name__, f"{cleandoc(tag.__doc__ or '')} Returns how many changed."
_untag.__name__ = "untag"


def _function(request: Callable[P, R], verb: Callable[[R], A]) -> Callable[P, A]:
    """Return a verb that concerns no catalogue as a function of the fields of its request."""

    def function(*given: P.args, **named: P.kwargs) -> A:
        _check_names(request, named)
        return verb(request(*given, **named))

    function.__name__ = function.__qualname__ = verb.__name__
    function.__doc__ = _docstring(request, verb)
    return function


dataset = _function(DatasetRequest, make_or_prove)
audit = _function(AuditRequest, look_at)
check = _function(CheckRequest, score_answers)
techniques = _function(TechniquesRequest, known_techniques)
create = _function(making.CreateRequest, making.create)
demo = _function(DemoRequest, make_boards)


def _of_puzzles(request: Callable[P, R], verb: Callable[[Home | None, R], A], name: str) -> Callable[P, A]:
    """Return a verb as a function of puzzles that are in no catalogue: arrays, `Grid`, `Variant`, texts and files."""

    def function(*given: P.args, **named: P.kwargs) -> A:
        _check_names(request, named)
        return verb(None, request(*given, **named))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _docstring(request, verb)
    return function


solve = _of_puzzles(solving.SolveRequest, solving.solve_each, "solve")
rate = _of_puzzles(RatePuzzlesRequest, rate_puzzles, "rate")
hint = _of_puzzles(paths.HintRequest, paths.hint, "hint")
path = _of_puzzles(paths.PathRequest, paths.path_each, "path")
canonical = _of_puzzles(symmetry.CanonicalRequest, symmetry.canonical, "canonical")
automorphisms = _of_puzzles(symmetry.AutomorphismsRequest, symmetry.automorphisms, "automorphisms")
rank = _of_puzzles(symmetry.RankRequest, symmetry.rank, "rank")
dedupe = _of_puzzles(symmetry.DedupeRequest, symmetry.dedupe, "dedupe")
fewest = _of_puzzles(searching.FewestRequest, searching.fewest, "fewest")


class Catalogue:
    """A catalogue; close it, or use it as a context manager.

    Readers never wait and see one catalogue grow. `fill` and `rate` take the lock while they run: CatalogueError if
    another process has it.
    """

    def __init__(self, home: Home) -> None:
        """Use `catalogue.open`."""
        self.home = home
        self._reader: Store | None = None

    puzzles = _reading(PuzzlesRequest, puzzles)

    def matching(self, wanted: Criteria) -> Puzzles:
        """Return the puzzles that meet the criteria, in the order of their numbers."""
        return Puzzles(self._store(), wanted)

    def __getitem__(self, number: int | str) -> Puzzle:
        """Return a puzzle by its number, such as 12 or "12.1"; CatalogueError if none has it."""
        puzzle = numbered_puzzles(self._store(), [number]).first()
        if puzzle is None:
            raise CatalogueError(f"{self.home} has no puzzle {number}")
        return puzzle

    def __contains__(self, puzzle: object) -> bool:
        """Whether there is a puzzle with a number such as 12 or "12.1", or such a puzzle."""
        if isinstance(puzzle, int | str) and not isinstance(puzzle, bool):
            number = parsed_number(str(puzzle))
            return bool(number and self.matching(Criteria(ranges=[number])).first())
        return any(each == puzzle for each in self)

    def __iter__(self) -> Iterator[Puzzle]:
        """Iterate over all puzzles, in the order of their numbers."""
        return iter(self.puzzles())

    def __len__(self) -> int:
        """How many puzzles the catalogue holds."""
        return len(self.puzzles())

    def to_numpy(self, **filters: Any) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return puzzles and solutions that meet the filters of `puzzles`, both `uint8 (n, S*S)`."""
        return self.puzzles(**filters).to_numpy()

    query = _reading(QueryRequest, query)
    export = _reading(ExportRequest, _export)
    book = _reading(BookRequest, book)
    site = _reading(SiteRequest, site)
    hunt = _verb(HuntRequest, hunt)

    @property
    def settings(self) -> Settings:
        """The settings of the catalogue: size, blocks, symmetry, seed and so on."""
        return self._store().settings

    stats = _verb(StatsRequest, stats)
    estimate = _verb(EstimateRequest, estimate)
    tags = _reading(TagsRequest, tags)
    report = _verb(ReportRequest, report)
    statistics = stats
    """The name of `stats` in version 0.2."""

    fill = _verb(FillRequest, fill)

    import_file = _verb(ImportFileRequest, import_file)
    rate = _verb(RateRequest, rate_all)
    show = _verb(showing.ShowRequest, showing.show)
    solve = _verb(solving.SolveRequest, solving.solve_each)
    hint = _verb(paths.HintRequest, paths.hint)
    path = _verb(paths.PathRequest, paths.path_each)
    measure = _verb(MeasureRequest, measure)
    verify = _verb(VerifyRequest, verify, replaces=True)
    backup = _verb(BackupRequest, backup)
    restore = _verb(RestoreRequest, restore, replaces=True)

    tag = _verb(TagRequest, _tag)
    untag = _verb(TagRequest, _untag)

    def close(self) -> None:
        """Close the database. It opens again at the next use."""
        if self._reader:
            self._reader.close()
            self._reader = None

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"catalogue.open({str(self.home)!r})"

    def _store(self) -> Store:
        if self._reader is None:
            self._reader = Store.read(self.home)
        return self._reader
