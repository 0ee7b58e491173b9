"""The options that choose puzzles, the same for every command that reads many, and the puzzles that they choose.

Two options bound each metric in the one table of metrics. `Bounds` stands for all of them in a record of options.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    Goals,
    LevelGoals,
    OnlyTechnique,
    Technique,
    choice,
    goals,
    number,
    technique_names,
)
from board_catalogue.catalogue.cli.terminal import notice
from board_catalogue.catalogue.cli.values import Goal, Mark, home, rating, usage_errors, whole
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.kinds import FAST_CEILING, Depth, why_unfilled
from board_catalogue.catalogue.puzzles.numbers import NUMBER_COLUMNS, PUZZLE_METRICS, RANDOM, TEXTBOOK_METRICS, Range
from board_catalogue.engine.grades import BOUNDS, Grade, Level, spelled
from board_catalogue.engine.names import PATTERNS

if TYPE_CHECKING:
    from board_catalogue.catalogue.puzzles.filters import Criteria
    from board_catalogue.catalogue.storage.columns import Row
    from board_catalogue.catalogue.storage.store import Store


# --- Bounds: two options for each metric ----------------------------------------------------------------------------


class Bounds(dict[str, Any]):
    """The least and the greatest values to keep, by keywords of `puzzles.filters.criteria` such as min_clues."""


def expanded(parameters: Iterable[Parameter]) -> list[Parameter]:
    """Replace a parameter of type `Bounds` by the options of all columns."""
    return [
        option
        for parameter in parameters
        for option in (_bound_options() if parameter.annotation is Bounds else [parameter])
    ]


def gathered(values: Mapping[str, Any]) -> dict[str, Any]:
    """Put the values of the options from `expanded` back into one, `bounds`; BadParameter if two exclude all."""
    others = dict(values)
    pairs = [(f"min_{label}", f"max_{label}") for label in NUMBER_COLUMNS if f"min_{label}" in values]
    bounds = Bounds((name, others.pop(name)) for pair in pairs for name in pair)
    for least, most in pairs:
        low, high = bounds[least], bounds[most]
        if low is not None and high is not None and low > high:
            raise typer.BadParameter(f"{_option(least)} {low} is above {_option(most)} {high}")
    return others | {"bounds": bounds} if bounds else others


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _bound_options() -> list[Parameter]:
    return [
        *_pair("id", "board number", "board number"),
        *(
            option
            for metric in (PUZZLE_METRICS | TEXTBOOK_METRICS).values()
            for option in _pair(metric.label, metric.label, f"{metric.label}: {metric.meaning}")
        ),
        *_pair("rating", "rating", "rating, such as 2.0", parser=rating, metavar="RATING"),
        *_pair("score", "score", "score on the scale of HoDoKu"),
    ]


def _pair(label: str, name: str, meaning: str, **style: Any) -> list[Parameter]:
    """The options for the least and the greatest value."""
    style = {"parser": whole(), "metavar": "N", **style}
    return [
        Parameter(
            f"{side}_{label}",
            Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[int | None, typer.Option(help=help, **style)],
        )
        for side, help in (("min", f"Minimum {meaning}."), ("max", f"Maximum {name}."))
    ]


# --- Options --------------------------------------------------------------------------------------------------------


def _grade_help() -> str:
    """Say which ratings each grade has."""
    ends = (f"{grade} {f'to {spelled(high)}' if high else 'above'}" for grade, (_, high) in BOUNDS.items())
    return f"Grade of the puzzle, by its rating: {', '.join(ends)}."


def _tag_names(context: typer.Context, incomplete: str) -> list[str]:
    """The tags of the catalogue that begin so; none if it cannot be read."""
    from sqlalchemy import select

    from board_catalogue.catalogue.storage.schema import tags
    from board_catalogue.catalogue.storage.store import Store

    try:
        with Store.read(home(context.params.get("home") or os.environ.get("CATALOGUE_HOME") or DEFAULT_HOME)) as store:
            names = store.connection.execute(select(tags.c.name).distinct().order_by(tags.c.name)).scalars()
            return [name for name in names if name.startswith(incomplete)]
    except (CatalogueError, typer.BadParameter):
        return []


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which puzzles, in which order, and how many. A repeated grade, level or pattern means any of these."""

    bounds: Bounds
    pattern: Annotated[
        list[str] | None,
        choice(
            f"Symmetry of the clues: {', '.join(PATTERNS[:-1])} or {PATTERNS[-1]}. Repeat it to accept several.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = None
    grade: Annotated[
        Goals, goals(f"{_grade_help()} Repeat it to accept several; easy=5 takes five of that grade.", Grade)
    ] = None
    minimal: Annotated[
        bool, typer.Option("--minimal", help="Only minimal puzzles: without any one clue they have several solutions.")
    ] = False
    level: LevelGoals = None
    technique: Technique = None
    only_technique: OnlyTechnique = None
    without_technique: Annotated[
        list[str] | None,
        typer.Option(
            help="Technique that the path avoids; repeat it to exclude several.",
            metavar="NAME",
            autocompletion=technique_names,
        ),
    ] = None
    tag: Annotated[
        list[str] | None,
        typer.Option(
            help="Tag of the puzzle; repeat it to require several.", metavar="NAME", autocompletion=_tag_names
        ),
    ] = None
    without_tag: Annotated[
        list[str] | None,
        typer.Option(
            help="Tag that the puzzle lacks; repeat it to exclude several.", metavar="NAME", autocompletion=_tag_names
        ),
    ] = None
    source: Annotated[
        list[str] | None,
        typer.Option(
            help="File that the puzzle was imported from, or a part of its name; repeat it to accept several.",
            metavar="WORDS",
        ),
    ] = None
    about: Annotated[
        list[str] | None,
        typer.Option(
            help="Text in the title, author or description that the puzzle was imported with; repeat it to accept"
            " several.",
            metavar="WORDS",
        ),
    ] = None
    sort: Annotated[
        str | None,
        choice(
            "Sort by this, ties by board number; random shuffles. Default: id.",
            (*NUMBER_COLUMNS, RANDOM),
            metavar="COLUMN",
        ),
    ] = None
    desc: Annotated[bool, typer.Option("--desc", help="Greatest first.")] = False
    seed: Annotated[
        int | None, number("For --sort random: the same seed always gives the same order. Default: random.")
    ] = None
    limit: Annotated[int | None, number("At most this many puzzles.", names=("--limit", "-n"))] = None


# --- What the options choose ----------------------------------------------------------------------------------------


def criteria_of(selection: Selection, ranges: Sequence[Range] = ()) -> "Criteria":
    """Return what the puzzles have to meet; BadParameter for options that do not go together."""
    from board_catalogue.catalogue.puzzles.filters import criteria

    if selection.seed is not None and selection.sort != RANDOM:
        raise typer.BadParameter("--seed needs --sort random")
    if selection.desc and selection.sort == RANDOM:
        raise typer.BadParameter("--desc does not go with --sort random")
    if quotas_of(selection) and selection.limit is not None:
        raise typer.BadParameter("give either --limit or --grade and --level with numbers")
    with usage_errors():
        wanted = criteria(
            grade=[goal.mark for goal in selection.grade or ()],
            level=[goal.mark for goal in selection.level or ()],
            pattern=selection.pattern,
            minimal=selection.minimal,
            technique=selection.technique,
            without_technique=selection.without_technique,
            only_technique=selection.only_technique,
            tag=selection.tag,
            without_tag=selection.without_tag,
            source=selection.source,
            about=selection.about,
            **selection.bounds,
        )
    return replace(wanted, ranges=ranges)


class _ByMark(Protocol):
    @property
    def grade(self) -> Sequence[Goal] | None: ...
    @property
    def level(self) -> Sequence[Goal] | None: ...


def quotas_of(options: _ByMark) -> dict[Mark, int]:
    """Return how many puzzles of each grade, or of each level, are wanted; nothing if no number is given.

    BadParameter if some have a number and others none, for one that is named twice, and for numbers of both.
    """
    by_grade, by_level = _numbers("--grade", options.grade), _numbers("--level", options.level)
    if by_grade and by_level:
        raise typer.BadParameter("give numbers to --grade or to --level, not to both")
    return by_grade or by_level


def _numbers(option: str, wanted: Sequence[Goal] | None) -> dict[Mark, int]:
    wanted = wanted or ()
    quotas = {mark: number for mark, number in wanted if number is not None}
    if quotas and len(quotas) < len(wanted):
        raise typer.BadParameter(f"give every {option} a number of its own, or none; and each {option[2:]} once")
    return quotas


def of_mark(criteria: "Criteria", mark: Mark) -> "Criteria":
    """Return the criteria for the puzzles of one grade or level alone."""
    return replace(criteria, levels=[mark]) if isinstance(mark, Level) else replace(criteria, grades=[mark])


def chooses(selection: Selection) -> bool:
    """Whether any option chooses or orders puzzles."""
    named = (getattr(selection, field.name) for field in fields(Selection) if field.name not in ("bounds", "limit"))
    bounded = any(bound is not None for bound in selection.bounds.values())
    return bounded or any(named) or selection.limit is not None


def check_ratings(store: "Store", selection: Selection, criteria: "Criteria") -> None:
    """If ratings decide, say on stderr how many puzzles have none; CatalogueError for a size that has no rating."""
    by_score = criteria.concern_scores or selection.sort == "score"
    by_rating = criteria.concern_ratings or selection.sort == "rating"
    if not by_score and not by_rating:
        return
    from board_catalogue.catalogue.storage.queries import rated, scored

    check_ratable(store)
    if by_score:
        check_ratable(store, Depth.score)
    puzzles, (_, unscored), high = rated(store), scored(store), criteria.highest_rating
    parts = [f"{puzzles.unrated:,} puzzles are not rated"] if by_rating and puzzles.unrated else []
    if by_score and unscored:
        parts.append(f"{unscored:,} puzzles have no score")
    if by_rating and puzzles.above and (high is None or high > 10 * FAST_CEILING):
        parts.append(f"{puzzles.above:,} are rated only as above {FAST_CEILING}")
    if parts:
        depth = Depth.of(rates=by_rating, scores=by_score)
        words = "" if depth is Depth.full else f" --rate {depth}"
        notice(f"{', '.join(parts)}: catalogue rate{words} --home {store.home}")


def say_gaps(store: "Store", ranges: Sequence[Range]) -> None:
    """Say on stderr which boards are missing if all are asked for."""
    from board_catalogue.catalogue.storage.queries import missing_numbers

    for each in ranges:
        if each.last is None and (missing := missing_numbers(store, each)):
            notice(f"{missing}: the numbers have gaps; look at: catalogue verify --home {store.home}")


def selected(store: "Store", selection: Selection, criteria: "Criteria", columns: Sequence[str]) -> Iterator["Row"]:
    """Return the rows of the puzzles, in the order asked for."""
    from board_catalogue.catalogue.verbs.query import Puzzles

    wanted = Puzzles(store, criteria, selection.sort or "id", selection.desc, selection.seed, selection.limit)
    quotas = quotas_of(selection)
    if not quotas:
        return wanted.rows(columns)
    parts = [replace(wanted, criteria=of_mark(criteria, mark), most=number) for mark, number in quotas.items()]
    return (row for part in parts for row in part.rows(columns))


def how_many(store: "Store", selection: Selection, criteria: "Criteria") -> int:
    """Count the puzzles that the options choose, without --limit."""
    from board_catalogue.catalogue.storage.queries import count

    quotas = quotas_of(selection)
    if not quotas:
        return count(store, criteria)
    return sum(min(number, count(store, of_mark(criteria, mark))) for mark, number in quotas.items())


def check_ratable(store: "Store", depth: Depth = Depth.full) -> None:
    """CatalogueError for a catalogue whose puzzles have nothing that a depth asks for."""
    if reason := why_unfilled(depth, store.settings.shape, store.settings.rules):
        raise CatalogueError(f"{store.home}: {reason}; name another --home")
