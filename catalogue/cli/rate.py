"""Rate the puzzles that have no rating yet.

A puzzle's rating is that of its hardest step, on the scale of Sudoku Explainer. Its score is the sum of all steps that
a person takes, on the scale of HoDoKu, which also gives it a level; puzzles under rules, and of other sizes, have
further techniques on that scale. --rate chooses which of them to compute.

Ctrl-C ends the command early and loses nothing; the next one continues from there. With PUZZLE, that puzzle, or
every puzzle of a file, is rated in place of the catalogue. Each line has a puzzle and its rating, ER/EP/ED: the
hardest step, the hardest up to the first placement, and the first step. With --rate score it has the score and the
level, with all both; csv and jsonl also say whether named techniques alone solve it (logical). Puzzles of any rules
have a score and a level; a rating only if all their rules are houses, as in a diagonal, windoku, disjoint groups or a
jigsaw. They are read as by catalogue solve.

\b
Examples:
  catalogue rate --rate fast
  catalogue rate
  catalogue rate --rate score
  catalogue rate puzzles.csv --format csv
  catalogue rate puzzle.txt --rules diagonal
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.many import Rows, target_of_many, write_each, write_rows
from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Base,
    Force,
    Home,
    Output,
    Quiet,
    RulesOfPuzzle,
    format_choice,
)
from board_catalogue.catalogue.cli.puzzles import kept_standard_input
from board_catalogue.catalogue.cli.ruled import Line, name_of, variants_of
from board_catalogue.catalogue.cli.terminal import (
    ended_by_ctrl_c,
    leave,
    print_figures,
    progress,
)
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import Record
from board_catalogue.catalogue.puzzles.kinds import FAST_CEILING, Depth, why_unfilled
from board_catalogue.catalogue.verbs.rate import RateReport, RateRequest, rate
from board_catalogue.engine.grades import RatingStatus, ScoreStatus, grade_of, spelled
from board_catalogue.engine.shape import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.engine import Variant


_TENTHS = ("rating", "pearl", "diamond")
_COLUMNS = ("line", "puzzle", "status", *_TENTHS, "grade", "hardest", "score", "level", "logical")  # of a file
_BATCH = 128  # puzzles that a thread rates at a time
_BATCH_UNDER_RULES = 16  # of which most are hard


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are rated, and how far."""

    puzzle: Annotated[
        str | None,
        typer.Argument(
            help="File with puzzles in any format, - for standard input, the number of a puzzle, or its cells.",
            metavar="[PUZZLE]",
        ),
    ] = None
    base: Base = None
    rules: RulesOfPuzzle = None
    request: RateRequest
    format: Annotated[str | None, format_choice("For PUZZLE. Default: line.", *FORMATS_OF_MANY)] = None
    output: Output = None
    force: Force = False
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Rate the puzzles of the catalogue, or those of a file. After Ctrl-C the program ends with 130."""
    if options.puzzle and options.request.workers:
        raise typer.BadParameter("--workers rates the puzzles of the catalogue: leave out PUZZLE, or import it first")
    if options.puzzle:
        with kept_standard_input(Path(options.puzzle)):
            if variants := variants_of(options.puzzle, options.home, options.rules):
                _rate_variants(options, options.puzzle, variants)
            else:
                _rate_each(options, options.puzzle)
        return
    if options.format or options.output or options.rules is not None:
        raise typer.BadParameter("--format, --output and --rules need a PUZZLE")
    with ended_by_ctrl_c() as stop, progress("puzzles", quiet=options.quiet) as show:
        report = rate(
            options.home,
            replace(options.request, stop=stop, on_progress=lambda now: show(now.rated, now.wanted, now.seconds, "")),
        )
    if not options.quiet:
        _print(report)
    if report.rated < report.wanted:
        if not options.quiet:
            print("\nInterrupted; the next run continues from here.")
        leave()


def _print(report: RateReport) -> None:
    rated = [
        ("rated in total", f"{report.rated_in_total:,}"),
        (f"only as above {FAST_CEILING}", f"{report.above:,}"),
        *([("beyond all techniques known here", f"{report.beyond:,}")] if report.beyond else []),
        ("not rated", f"{report.unrated:,}"),
    ]
    scored = [("scored in total", f"{report.scored_in_total:,}"), ("not scored", f"{report.unscored:,}")]
    print_figures(
        [
            ("puzzles rated now", f"{report.rated:,}"),
            *(rated if report.depth.rates else []),
            *(scored if report.depth.scores else []),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.rated / report.seconds:,.0f}"),
        ]
    )


# --- Puzzles of a file --------------------------------------------------------------------------------------------


def _rate_each(options: Options, word: str) -> None:
    """Write each puzzle with what the depth asks for, in the order of the file.

    CatalogueError for puzzles of a size that has nothing that the depth asks for.
    """
    from board_catalogue.catalogue.puzzles.game import game_of
    from board_catalogue.catalogue.runs.rating import rate_to
    from board_catalogue.engine.boards import size_of

    target = target_of_many(options.output, options.format, force=options.force)
    in_line = target.format == "line"
    depth = Depth(options.request.rate or (Depth.full if in_line else Depth.all))

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        shape = Shape.of(size_of(puzzles))
        wanted = depth
        if reason := why_unfilled(depth, shape, ""):
            if options.request.rate or why_unfilled(Depth.score, shape, ""):
                raise CatalogueError(f"{word}: line {records[0].line}: {reason}")
            wanted = Depth.score
        found = [[None] * len(records) if each is None else each for each in rate_to(wanted, puzzles, game_of(shape))]
        row = _words if in_line else _row
        return [row(record, rating, score) for record, rating, score in zip(records, *found, strict=True)]

    write_each(
        word,
        options.home,
        _COLUMNS,
        work,
        target=target,
        batch=_BATCH,
        threads=options.request.threads,
        base=options.base,
    )


def _rate_variants(options: Options, word: str, lines: Iterator[Line]) -> None:
    """Write each variant with what the depth asks for; by default what it has, as only houses have ratings.

    CatalogueError names the line of one that lacks what was asked for.
    """
    from board_catalogue.catalogue.runs.pipeline import in_order

    if options.base is not None:
        raise typer.BadParameter("a variant takes no --base")
    target = target_of_many(options.output, options.format, force=options.force)
    in_line = target.format == "line"
    row = _words if in_line else _row
    asked = options.request.rate and Depth(options.request.rate)

    def work(part: tuple[Depth, Sequence[Line]]) -> Rows:
        depth, batch = part
        variants: list[Variant] = [line.variant for line in batch]
        ratings = engine.rate(variants, ceiling=depth.ceiling) if depth.rates else [None] * len(batch)
        scores = engine.score(variants) if depth.scores else [None] * len(batch)
        records = [Record(line.text, None, line.number, {}) for line in batch]
        return [row(*each) for each in zip(records, ratings, scores, strict=True)]

    parts = _with_depth(lines, word, asked or None, Depth.full if in_line else Depth.all)
    write_rows(in_order(parts, work, options.request.threads), _COLUMNS, target)


def _with_depth(
    lines: Iterator[Line], word: str, asked: Depth | None, usual: Depth
) -> Iterator[tuple[Depth, list[Line]]]:
    """Batches of variants of one size, each with how far it is rated."""

    def key(line: Line) -> tuple[int, Depth]:
        return line.variant.size, asked or (usual if _is_ratable(line) else Depth.score)

    for (_, depth), same in groupby(lines, key=key):
        while batch := list(islice(same, _BATCH_UNDER_RULES)):
            for line in batch if depth.rates else ():
                _check_ratable(line, word)
            yield depth, batch


def _is_ratable(line: Line) -> bool:
    try:
        _check_ratable(line, "")
    except CatalogueError:
        return False
    return True


def _check_ratable(line: Line, word: str) -> None:
    from board_catalogue.engine.rules.houses import houses_of

    try:
        houses_of(line.variant)
    except ValueError as error:
        raise CatalogueError(f"{name_of(word)}: line {line.number}: {error}") from error


def _words(record: Record, rating: np.void | None, score: np.void | None) -> Sequence[str]:
    words = []
    if rating is not None:
        is_rated = rating["status"] == RatingStatus.RATED
        numbers = "/".join(spelled(int(rating[name])) for name in _TENTHS)
        words.append(numbers if is_rated else _status(rating, score, joined="-"))
    if score is not None and score["status"] == ScoreStatus.SCORED:
        words += map(str, _score(score)[:2])
    return record.puzzle, *(words or [_status(rating, score, joined="-")])


def _row(record: Record, rating: np.void | None, score: np.void | None) -> Sequence[object]:
    return record.line, record.puzzle, _status(rating, score, joined=" "), *_rating(rating), *_score(score)


def _status(rating: np.void | None, score: np.void | None, *, joined: str) -> str:
    """How the rating ended, or if there is none, the scoring."""
    status: RatingStatus | ScoreStatus
    if rating is not None:
        status = RatingStatus(int(rating["status"]))
    else:
        assert score is not None  # one of the two was asked for
        status = ScoreStatus(int(score["status"]))
    return status.name.lower().replace("_", joined)


def _rating(found: np.void | None) -> Sequence[object]:
    from board_catalogue.engine.techniques import technique_of

    if found is None or found["status"] != RatingStatus.RATED:
        return [None] * 5
    tenths = [int(found[each]) for each in _TENTHS]
    number = int(found["hardest"])
    return (*(each / 10 for each in tenths), grade_of(tenths[0]), technique_of(number).name if number >= 0 else None)


def _score(found: np.void | None) -> Sequence[object]:
    """The score, the level, and whether named techniques alone solve the puzzle."""
    from board_catalogue.engine import LEVELS

    if found is None or found["status"] != ScoreStatus.SCORED:
        return [None] * 3
    guesses = found["brute-force"] if "brute-force" in (found.dtype.names or ()) else found["all-rules"]
    return int(found["score"]), LEVELS[found["level"]], not guesses
