"""A catalogue as an object: what the commands do, as methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from inspect import Parameter, Signature, cleandoc, signature
from os import PathLike
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import verbs
from .errors import CatalogueError
from .puzzles.columns import parsed_number
from .puzzles.kinds import Criteria
from .puzzles.settings import Settings
from .requests.request import LongRequest, Request, by_present_names, options_of
from .storage.home import Home, Server, home_of
from .storage.store import Store
from .verbs.puzzles import Puzzle, Puzzles, numbered_puzzles


def open(home: str | PathLike[str] | Server = "data") -> Catalogue:
    """Open the catalogue in a folder, or at a URL such as postgresql+psycopg://user@host/name.

    It need not exist before the first `fill`. Nothing is read or locked until it is needed. ValueError for a URL of
    another kind.
    """
    return Catalogue(home_of(home))


# --- Verbs as methods and functions -----------------------------------------------------------------------------------

P = ParamSpec("P")
R = TypeVar("R", bound=Request)
A = TypeVar("A")


def _verb(
    request: Callable[P, R], verb: Callable[[Home, R], A], *, replaces: bool = False
) -> Callable[Concatenate[Catalogue, P], A]:
    """Return a verb as a method whose keywords are the fields of its request; some replace the database."""

    def method(self: Catalogue, /, *given: P.args, **named: P.kwargs) -> A:
        asked = _asked(request, *given, **named)
        if replaces:
            self.close()
        return verb(self.home, asked)

    return _described(method, request, verb, is_method=True)


def _reading(request: Callable[P, R], verb: Callable[[Store, R], A]) -> Callable[Concatenate[Catalogue, P], A]:
    """Return a verb that only reads as a method: it takes the database that the object has open."""

    def method(self: Catalogue, /, *given: P.args, **named: P.kwargs) -> A:
        asked = _asked(request, *given, **named)
        return verb(self._store(), asked)

    return _described(method, request, verb, is_method=True)


def _function(request: Callable[P, R], verb: Callable[[R], A]) -> Callable[P, A]:
    """Return a verb that concerns no catalogue as a function of the fields of its request."""

    def function(*given: P.args, **named: P.kwargs) -> A:
        return verb(_asked(request, *given, **named))

    return _described(function, request, verb)


def _of_puzzles(request: Callable[P, R], verb: Callable[[Home | None, R], A]) -> Callable[P, A]:
    """Return a verb as a function of puzzles that are in no catalogue: arrays, `Grid`, `Variant`, texts and files."""

    def function(*given: P.args, **named: P.kwargs) -> A:
        return verb(None, _asked(request, *given, **named))

    return _described(function, request, verb)


def _asked(request: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """Make a request, also by names of before. TypeError for a keyword that no field of it has."""
    known = [each.name for each in fields(cast(Any, request))]
    present = by_present_names(cast(Any, request), named)
    if unknown := next((name for name in present if name not in known), None):
        raise TypeError(f"no option is called {unknown!r}; the options are {', '.join(known)}")
    made: R = cast(Any, request)(*given, **present)
    return made


F = TypeVar("F", bound=Callable[..., Any])

_RUNS = frozenset(each.name for each in fields(LongRequest))


def _described(function: F, request: Any, verb: Callable[..., object], *, is_method: bool = False) -> F:
    """Give a function the name of a verb, and the signature and a docstring of its fields."""
    options = options_of(request)
    listed = "".join(f"\n- `{option.name or name}`: {option.help}" for name, option in options.items())
    function.__name__ = function.__qualname__ = verb.__name__.removesuffix("_each").removesuffix("_puzzles")
    given = signature(request).parameters.values()
    # The types stand in the request. What programs alone give, such as `stop`, comes last.
    parameters = sorted(
        (each.replace(annotation=Parameter.empty) for each in given), key=lambda each: each.name in _RUNS
    )
    parameters.sort(key=lambda each: each.kind)
    itself = [Parameter("self", Parameter.POSITIONAL_ONLY)] if is_method else []
    function.__signature__ = Signature([*itself, *parameters])  # type: ignore[attr-defined]
    function.__doc__ = f"{cleandoc(verb.__doc__ or '')}\n\n{cleandoc(request.__doc__ or '')}\n{listed}"
    return function


def _export(store: Store, request: verbs.export.ExportRequest) -> int:
    return verbs.export.export(store, request).puzzles


def _tag(home: Home, request: verbs.query.TagRequest) -> int:
    return verbs.query.tag(home, request).changed


def _untag(home: Home, request: verbs.query.TagRequest) -> int:
    """Remove the tag from the puzzles. Returns how many had it; errors as in `tag`."""
    return verbs.query.tag(home, replace(request, remove=True)).changed


for _own, _docs, _returned in ((_export, verbs.export.export, "there are"), (_tag, verbs.query.tag, "changed")):
    _own.__doc__ = f"{cleandoc(_docs.__doc__ or '')} Returns how many {_returned}."
for _own in (_export, _tag, _untag):
    _own.__name__ = _own.__name__.removeprefix("_")

dataset = _function(verbs.dataset.DatasetRequest, verbs.dataset.dataset)
audit = _function(verbs.dataset.AuditRequest, verbs.dataset.audit)
check = _function(verbs.check.CheckRequest, verbs.check.check)
techniques = _function(verbs.path.TechniquesRequest, verbs.path.techniques)
create = _function(verbs.create.CreateRequest, verbs.create.create)
demo = _function(verbs.create.DemoRequest, verbs.create.demo)

solve = _of_puzzles(verbs.solve.SolveRequest, verbs.solve.solve_each)
rate = _of_puzzles(verbs.rate.RatePuzzlesRequest, verbs.rate.rate_puzzles)
hint = _of_puzzles(verbs.path.HintRequest, verbs.path.hint)
path = _of_puzzles(verbs.path.PathRequest, verbs.path.path_each)
inspect = _of_puzzles(verbs.inspect.InspectRequest, verbs.inspect.inspect)
canonical = _of_puzzles(verbs.symmetry.CanonicalRequest, verbs.symmetry.canonical)
automorphisms = _of_puzzles(verbs.symmetry.AutomorphismsRequest, verbs.symmetry.automorphisms)
rank = _of_puzzles(verbs.symmetry.RankRequest, verbs.symmetry.rank)
dedupe = _of_puzzles(verbs.symmetry.DedupeRequest, verbs.symmetry.dedupe)
fewest = _of_puzzles(verbs.fewest.FewestRequest, verbs.fewest.fewest)


# --- The object -------------------------------------------------------------------------------------------------------


class Catalogue:
    """A catalogue; close it, or use it as a context manager.

    Readers never wait and see one catalogue grow. `fill` and `rate` take the lock while they run: CatalogueError if
    another process has it.
    """

    def __init__(self, home: Home) -> None:
        """Use `catalogue.open`."""
        self.home = home
        self._reader: Store | None = None

    puzzles = _reading(verbs.puzzles.PuzzlesRequest, verbs.puzzles.puzzles)

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

    query = _reading(verbs.query.QueryRequest, verbs.query.query)
    export = _reading(verbs.export.ExportRequest, _export)
    book = _reading(verbs.book.BookRequest, verbs.book.book)
    site = _reading(verbs.book.SiteRequest, verbs.book.site)
    hunt = _verb(verbs.fewest.HuntRequest, verbs.fewest.hunt)

    @property
    def settings(self) -> Settings:
        """The settings of the catalogue: size, blocks, symmetry, seed and so on."""
        return self._store().settings

    stats = _verb(verbs.stats.StatsRequest, verbs.stats.stats)
    estimate = _verb(verbs.stats.EstimateRequest, verbs.stats.estimate)
    tags = _reading(verbs.query.TagsRequest, verbs.query.tags)
    report = _verb(verbs.stats.ReportRequest, verbs.stats.report)
    statistics = stats
    """The name of `stats` in version 0.2."""

    fill = _verb(verbs.fill.FillRequest, verbs.fill.fill)
    import_file = _verb(verbs.import_.ImportFileRequest, verbs.import_.import_file)
    rate = _verb(verbs.rate.RateRequest, verbs.rate.rate)
    show = _verb(verbs.solve.ShowRequest, verbs.solve.show)
    solve = _verb(verbs.solve.SolveRequest, verbs.solve.solve_each)
    hint = _verb(verbs.path.HintRequest, verbs.path.hint)
    path = _verb(verbs.path.PathRequest, verbs.path.path_each)
    inspect = _verb(verbs.inspect.InspectRequest, verbs.inspect.inspect)
    measure = _verb(verbs.rate.MeasureRequest, verbs.rate.measure)
    verify = _verb(verbs.verify.VerifyRequest, verbs.verify.verify, replaces=True)
    backup = _verb(verbs.verify.BackupRequest, verbs.verify.backup)
    restore = _verb(verbs.verify.RestoreRequest, verbs.verify.restore, replaces=True)
    tag = _verb(verbs.query.TagRequest, _tag)
    untag = _verb(verbs.query.TagRequest, _untag)

    def close(self) -> None:
        """Close the database. It opens again at the next use."""
        if self._reader:
            self._reader.close()
            self._reader = None

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"catalogue.open({str(self.home)!r})"

    def _store(self) -> Store:
        if self._reader is None:
            self._reader = Store.read(self.home)
        return self._reader
