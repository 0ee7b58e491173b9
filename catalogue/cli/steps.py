"""`catalogue hint` and `catalogue path`: the steps that lead to the solution of a puzzle."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated

import typer

from ... import engine
from ...engine.grades import Grade, Level, grade_of, spelled
from ...engine.words import ENGLISH, words_in
from ..formats import FORMATS
from ..requests.each import named_by
from ..verbs import path as verbs
from ..verbs.path import HintReport, HintRequest, PathReport, PathRequest, path_each
from .options import DEFAULT_HOME, FORMATS_OF_MANY, Force, Home, Output, choice, format_choice
from .output import target_of, target_of_many, write_rows
from .terminal import draw, draw_explained, folded
from .values import usage_errors

if TYPE_CHECKING:
    from ...engine.paths.styles import AnyStep

_HINT_FORMATS = ("text", "json", "svg")
_PATH_FORMATS = tuple(dict.fromkeys(("text", "json", *FORMATS_OF_MANY)))


# --- hint ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HintOptions:
    """Which step of which puzzle to draw."""

    request: HintRequest
    depth: Annotated[
        str, choice("How much to say: where to look, which technique too, or all.", ("where", "technique", "all"))
    ] = "all"
    format: Annotated[
        str | None,
        format_choice("text for people, json for programs, svg for an image. Default: text.", *_HINT_FORMATS),
    ] = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def hint(options: HintOptions) -> None:
    """Draw the next step of a puzzle among its candidates.

    It is the first step that applies, in the order in which people look for steps (HoDoKu's). --style rating takes the
    easiest step of Sudoku Explainer, the default of other sizes up to 12x12. A digit in brackets is the value of its
    cell. Candidates are marked: + is placed, - is removed, * belongs to the pattern behind the step. On a chain, ? is
    assumed, ! is assumed false, * then holds and ~ does not.

    --at takes a puzzle that you have begun: a file with your digits, or with a word for each cell: its candidates or
    its value in brackets, as hint draws them. If one is wrong, hint names it and gives no step.

    A variant, such as a killer, has the same steps, and further ones by its rules, such as cage combinations. If all
    rules are houses, as in a diagonal or a jigsaw, --style rating takes Sudoku Explainer's techniques.

    \b
    Examples:
      catalogue hint 123
      catalogue hint 123 --step 20
      catalogue hint 123 --depth where
      catalogue hint 123 --style rating
      catalogue hint 123 --format json
      catalogue hint 123 --format svg > hint.svg
      catalogue hint 123 --language de
      catalogue hint puzzle.txt
      catalogue hint latin.txt --size 3 --blocks none
    """
    target = target_of(options.output, options.format, _HINT_FORMATS, default="text", force=options.force)
    if options.depth != "all" and target.format != "text":
        raise typer.BadParameter(f"--depth is for text: --format {target.format} always has all of the step")
    with usage_errors():
        report = verbs.hint(options.home, options.request)
    with target.printed():
        if target.format == "json":
            print(json.dumps(report.data()))
        elif target.format == "svg":
            print(_picture(report))
        else:
            _print_hint(report, options.depth)


def _picture(report: HintReport) -> str:
    """The step in the drawing of its puzzle, with all marks of its rules."""
    from ...engine.paths.drawing import svg_step
    from ...engine.rules.drawing import svg_with_step

    if report.given.variant:
        return svg_with_step(report.given.variant, report.position, report.step, report.language)
    return svg_step(report.position, report.step, report.language)


def _print_hint(report: HintReport, depth: str) -> None:
    from ...engine.paths.styles import meaning_of, where_to_look

    if depth == "all":
        heading = words_in(report.language).say("places", "line", name=report.place, said=_worth(report))
        draw_explained(report.position, report.step, heading, report.language)
        return
    if report.given.variant:  # cages, lines and dots are where a person looks
        from ...engine.rules.boxes import described

        print(described(report.given.variant.with_givens(report.position.values), report.language))
    print(folded(where_to_look(report.step, report.given.size, report.language)))
    if depth == "technique":
        meaning = meaning_of(report.step, report.language)
        print(folded(words_in(report.language).say("places", "line", name=_worth(report), said=meaning)))


def _worth(report: HintReport) -> str:
    """The technique of a step, or what it follows from, and what it is worth."""
    from ...engine.paths.styles import weight_of

    return f"{_named(report.step, report.language)}, {weight_of(report.step, report.language)}"


def _named(step: AnyStep, language: str) -> str:
    """The technique of a step, in English by the name that options take and `check` reads."""
    from ...engine.paths.examples import technique_in_words

    return step.technique if language == ENGLISH else technique_in_words(step.technique, language)


# --- path ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PathOptions:
    """Which puzzle to solve."""

    request: PathRequest
    format: Annotated[
        str | None,
        format_choice(
            f"text for people, json for programs; of many puzzles: {', '.join(FORMATS_OF_MANY)}. Default: text, or"
            " line.",
            *_PATH_FORMATS,
            metavar="NAME",
        ),
    ] = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def path(options: PathOptions) -> None:
    """Solve a puzzle step by step, as a person could.

    Each step uses the first technique that applies, in the order in which people look for steps (HoDoKu's), and is
    printed with its score; in a pipe each is one line. --style rating takes the order and the ratings of Sudoku
    Explainer, the default of other sizes up to 12x12. Where no technique leads on, the last line says how far the path
    came. In a file with many puzzles, each is written with its figures and its steps; --format line, csv or jsonl
    chooses how.

    \b
    Examples:
      catalogue path 123
      catalogue path 123 --language fr
      catalogue path 123 --format json
      catalogue path puzzle.txt
      catalogue path latin.txt --size 3 --blocks none
      catalogue path puzzles.csv --format csv
    """
    target = target_of(options.output, options.format, _PATH_FORMATS, default="text", force=options.force)
    with usage_errors(), named_by(options.home, options.request) as found:
        if target.format not in ("text", "json") or not found.is_one():
            if options.format == "text":
                raise typer.BadParameter(f"{found.source} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}")
            lines = target_of_many(options.output, options.format, force=options.force)
            write_rows(path_each(options.home, replace(options.request, puzzle=found)), lines)
            return
        report = verbs.path(options.home, replace(options.request, puzzle=found))
    with target.printed():
        if target.format == "json":
            rows = report.data()
            names = list(dict.fromkeys(name for row in rows for name in row))
            FORMATS["json"].write([[row.get(name) for name in names] for row in rows], names, sys.stdout)
        else:
            _print_path(report)


def _print_path(report: PathReport) -> None:
    if report.given.variant:
        from ...engine.rules.boxes import described

        print(described(report.given.variant, report.language))
    else:
        draw(report.given.grid())
    for number, step in enumerate(report.steps, 1):
        print(_line(number, step, report.language))
    for line in _end(report):
        print(line)


def _line(number: int, step: AnyStep, language: str) -> str:
    words = words_in(language)
    weight = str(step.score) if isinstance(step, engine.SolvingStep) else words.decimal(spelled(step.rating))
    said = words.say("places", "line", name=_named(step, language), said=step.say(language))
    return folded(f"{number:3}  {weight:>4}  {said}", indent=11)


def _end(report: PathReport) -> list[str]:
    """Say how hard the path is, and whether it leads to the solution."""
    from ...engine.people.techniques import LAST_RESORTS

    words = words_in(report.language)
    if not report.steps and report.end.is_solved:
        return [words.say("path", "full")]
    if not report.end.is_solved:
        return [words.say("path", "several" if report.given.variant else "stuck"), _how_far(report)]
    rated = ""
    if report.rating is not None:
        rating = words.say("results", "rated", rating=words.decimal(spelled(report.rating)))
        rated = ", ".join([rating, *([words.say("levels", report.grade)] if report.grade else [])])
    if report.score is None:
        hardest = max(report.steps, key=lambda step: (isinstance(step, engine.Step) and step.rating) or 0)
        worth = f"{rated}, {_named(hardest, report.language)}"
    else:
        level, points = engine.LEVELS[report.score["level"]], words.number(int(report.score["score"]))
        hardest = max(report.steps, key=lambda step: (isinstance(step, engine.SolvingStep) and step.score) or 0)
        scored = words.say("results", "score", score=points, level=words.say("levels", level))
        worth = "; ".join(filter(None, (f"{scored}, {_named(hardest, report.language)}", rated)))
        if guessed := sum(step.technique in LAST_RESORTS for step in report.steps):
            return [f"{worth}; {words.say('path', 'guessed', count=guessed)}", _how_far(report)]
    return [worth, words.say("path", "solved")] if report.given.variant else [worth]


def _how_far(report: PathReport) -> str:
    """Say what is known where named techniques end."""
    from ...engine.paths.positions import Position
    from ...engine.people.techniques import LAST_RESORTS

    words = words_in(report.language)
    position, taken = Position.of(report.given.variant or report.given.grid()), Counter[str]()
    for step in takewhile(lambda step: step.technique not in LAST_RESORTS, report.steps):
        position.take(step)
        taken[step.level if isinstance(step, engine.SolvingStep) else str(grade_of(step.rating))] += 1
    numbers = {"filled": sum(map(bool, position.values)), "left": sum(mask.bit_count() for mask in position.masks)}
    far = words.say("path", "so_far", step=taken.total(), cells=len(position.values), **numbers)
    levels = [
        f"{words.say('levels', level)} {taken[level]}" for level in dict.fromkeys((*Grade, *Level)) if taken[level]
    ]
    by_level = [words.say("path", "by_level", levels=", ".join(levels))] if levels else []
    return folded("; ".join([far, *by_level]) + ".")
