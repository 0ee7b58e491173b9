"""The options that choose puzzles, the same for every command that reads many: filters, order and number."""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.filters import Bounds
from catalogue.cli.names import PATTERNS
from catalogue.cli.options import Technique, choice, grade_help, number
from catalogue.metrics import NUMBER_COLUMNS, RANDOM
from engine.rating.grades import Grade


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which puzzles, in which order, and how many. A repeated grade or pattern means any of these."""

    bounds: Bounds
    pattern: Annotated[
        list[str] | None,
        choice(
            f"Symmetry of the clues: {', '.join(PATTERNS[:-1])} or {PATTERNS[-1]}. Repeat it to accept several.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = None
    grade: Annotated[list[Grade] | None, choice(f"{grade_help()} Repeat it to accept several.", Grade)] = None
    technique: Technique = None
    without_technique: Annotated[
        list[str] | None,
        typer.Option(help="Technique that the solution path avoids; repeat it to exclude several.", metavar="NAME"),
    ] = None
    tag: Annotated[
        list[str] | None, typer.Option(help="Tag of the puzzle; repeat it to require several.", metavar="NAME")
    ] = None
    without_tag: Annotated[
        list[str] | None, typer.Option(help="Tag that the puzzle lacks; repeat it to exclude several.", metavar="NAME")
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
    limit: Annotated[int | None, number("At most this many puzzles.")] = None
