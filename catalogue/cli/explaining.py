"""The commands that explain how a person solves a puzzle: the next step, the whole path, the techniques."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import typer

from ... import engine
from ...engine import paths, rules
from ...engine.grades import Grade, Level, grade_of, spelled
from ...engine.words import ENGLISH, Words, words_in
from ..formats import FORMATS
from ..formats.door import grid_of
from ..requests.named import named_by
from ..requests.request import choice
from ..verbs.path import path as path_of_one
from ..verbs.sections import Table
from .calls import FILE, FORMATS_OF_MANY, HOME, SWITCH, Call, Own, command, format_option, usage_errors
from .terminal import draw, folded, table

_HINT_FORMATS = ("text", "json", "svg")
_PATH_FORMATS = tuple(dict.fromkeys(("text", "json", *FORMATS_OF_MANY)))
_TECHNIQUE_FORMATS = ("table", "csv", "tsv", "json", "jsonl")


def _draw_explained(position: Any, step: Any, heading: str, language: str) -> None:
    draw(paths.draw_step(position, step))
    print(heading)
    print(folded(step.say(language)))
    if step.unfolds:
        for line in paths.branch_lines(step, language):
            print(line)


# --- hint ----------------------------------------------------------------------------------------------------------


@command(
    depth=Own(choice(("where", "technique", "all")), default="all"),
    format=format_option(*_HINT_FORMATS),
    output=FILE,
    force=SWITCH,
    home=HOME,
)
def hint(call: Call) -> None:
    """Draw a step, or say where to look for it."""
    target = call.target(_HINT_FORMATS, "text")
    if call.depth != "all" and target.format != "text":
        raise typer.BadParameter(f"--depth is for text: --format {target.format} always has all of the step")
    report = call.done()
    where = report.position, report.step, report.language
    with target.printed():
        if target.format == "json":
            print(json.dumps(report.data()))
        elif target.format == "text":
            _print_hint(report, call.depth)
        elif report.given.variant:
            print(rules.picture.svg_with_step(report.given.variant, *where))
        else:
            print(paths.svg_step(*where))


def _print_hint(report: Any, depth: str) -> None:
    if depth == "all":
        heading = words_in(report.language).say("places", "line", name=report.place, said=_worth(report))
        _draw_explained(report.position, report.step, heading, report.language)
        return
    if report.given.variant:  # cages, lines and dots are where a person looks
        print(rules.texts.described(report.given.variant.with_givens(report.position.values), report.language))
    print(folded(paths.where_to_look(report.step, report.language)))
    if depth == "technique":
        meaning = paths.meaning_of(report.step, report.language)
        print(folded(words_in(report.language).say("places", "line", name=_worth(report), said=meaning)))


def _worth(report: Any) -> str:
    return f"{_named(report.step, report.language)}, {paths.weight_of(report.step, report.language)}"


def _named(step: Any, language: str) -> str:
    """The technique of a step, in English by the name that options take and `check` reads."""
    return step.technique if language == ENGLISH else paths.technique_in_words(step.technique, language)


# --- path ----------------------------------------------------------------------------------------------------------


@command(
    format=format_option(*_PATH_FORMATS, words={"many": ", ".join(FORMATS_OF_MANY)}),
    output=FILE,
    force=SWITCH,
    strict=SWITCH,
    home=HOME,
)
def path(call: Call) -> int:
    """Print the steps of a puzzle, or write those of many. Return 1 if some were faulty."""
    target = call.target(_PATH_FORMATS, "text")
    with usage_errors(), named_by(call.home, call.request) as found:
        found.go_on()
        call.request = replace(call.request, puzzle=found)
        if target.format not in ("text", "json") or not found.is_one():
            if call.format == "text":
                raise typer.BadParameter(f"{found.source} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}")
            return int(not call.write_rows(call.done(), call.target_of_many()))
        report = path_of_one(call.home, call.request)
    with target.printed():
        if target.format == "json":
            rows = report.data()
            names = list(dict.fromkeys(name for row in rows for name in row))
            FORMATS["json"].write([[row.get(name) for name in names] for row in rows], names, sys.stdout)
        else:
            _print_path(report)
    return 0


def _print_path(report: Any) -> None:
    words = words_in(report.language)
    if report.given.variant:
        print(rules.texts.described(report.given.variant, report.language))
    else:
        draw(grid_of(report.given))
    for number, step in enumerate(report.steps, 1):
        weight = str(step.score) if step.rating is None else words.decimal(spelled(step.rating))
        said = words.say("places", "line", name=_named(step, report.language), said=step.say(report.language))
        print(folded(f"{number:3}  {weight:>4}  {said}", indent=11))
    print("\n".join(_end(report)))


def _end(report: Any) -> list[str]:
    words = words_in(report.language)
    if not report.steps and report.end.is_solved:
        return [words.say("path", "full")]
    if not report.end.is_solved:
        return [words.say("path", "several" if report.given.variant else "stuck"), _how_far(report)]
    rated = ""
    if report.rating is not None:
        rating = words.say("results", "rated", rating=words.decimal(spelled(report.rating)))
        rated = ", ".join([rating, *([words.say("levels", report.grade)] if report.grade else [])])
    hardest = max(report.steps, key=lambda step: step.worth)
    if report.score is None:
        worth = f"{rated}, {_named(hardest, report.language)}"
    else:
        level, points = engine.LEVELS[report.score["level"]], words.number(int(report.score["score"]))
        scored = words.say("results", "score", score=points, level=words.say("levels", level))
        worth = "; ".join(filter(None, (f"{scored}, {_named(hardest, report.language)}", rated)))
        if guessed := sum(step.technique in paths.LAST_RESORTS for step in report.steps):
            return [f"{worth}; {words.say('path', 'guessed', count=guessed)}", _how_far(report)]
    return [worth, words.say("path", "solved")] if report.given.variant else [worth]


def _how_far(report: Any) -> str:
    """Say what is known where named techniques end."""
    words = words_in(report.language)
    position, taken = paths.Position.of(report.given.variant or grid_of(report.given)), Counter[str]()
    for step in takewhile(lambda step: step.technique not in paths.LAST_RESORTS, report.steps):
        position.take(step)
        taken[step.level or str(grade_of(step.worth))] += 1
    numbers = {"filled": sum(map(bool, position.values)), "left": sum(mask.bit_count() for mask in position.masks)}
    far = words.say("path", "so_far", step=taken.total(), cells=len(position.values), **numbers)
    levels = [
        f"{words.say('levels', level)} {taken[level]}" for level in dict.fromkeys((*Grade, *Level)) if taken[level]
    ]
    by_level = [words.say("path", "by_level", levels=", ".join(levels))] if levels else []
    return folded("; ".join([far, *by_level]) + ".")


# --- techniques -------------------------------------------------------------------------------------------------------


@command(format=format_option(*_TECHNIQUE_FORMATS), output=FILE, force=SWITCH)
def techniques(call: Call) -> None:
    """Print the list, or explain one technique."""
    target, language = call.target(_TECHNIQUE_FORMATS, "table"), call.request.language
    found = call.done()
    if target.format != "table":
        with target.opened() as file:
            FORMATS[target.format].write(found.rows(), found.columns, file)
        return
    with target.printed():
        if call.request.technique is None:
            print(_list(found.lessons, language))
        else:
            _explain(found.lessons[0], words_in(language))


def _list(lessons: Sequence[Any], language: str) -> str:
    in_words = [] if language == ENGLISH else [words_in(language).name]  # the first column has what options take
    rows = []
    for lesson in lessons:
        ends = [] if lesson.rating is None or lesson.highest is None else [lesson.rating, lesson.highest]
        rating = " to ".join(dict.fromkeys(map(spelled, ends)))
        row = (" = ".join(lesson.names), lesson.score or "", lesson.level or "", rating, lesson.title)
        rows.append(row[: 4 + len(in_words)])
    sides = ["left", "right", "left", "left", "left"]
    return table(Table(rows, ["technique", "score", "level", "rating", *in_words], sides[: 4 + len(in_words)]))


def _explain(lesson: Any, words: Words) -> None:
    print(folded(words.say("places", "line", name=lesson.title, said=", ".join(_worth_of(lesson, words)))))
    print(folded(lesson.meaning))
    example = paths.example_of(lesson.name)
    is_plain = example is None or isinstance(example.puzzle, engine.Grid)
    if example:
        print()
        heading = words.say("path", "example" if is_plain else "ruled_example", puzzle=lesson.example)
        _draw_explained(example.position, example.step, heading, words.language)
    if not is_plain:
        show = f"catalogue show '{lesson.example}'"
        print(f"\n{words.say('path', 'puzzle', command=show)}")
        return
    practice = lesson.names[-1] if lesson.rating is not None else lesson.name
    by_default = any(each.enabled for each in engine.SOLVING_TECHNIQUES if each.name == lesson.name)
    if lesson.rating is not None or by_default:  # some path takes it
        command = f"catalogue fill --count 10 --technique {practice}"
        print(f"\n{words.say('path', 'practise', command=command)}")


def _worth_of(lesson: Any, words: Words) -> Iterator[str]:
    if lesson.score is not None and lesson.level is not None:
        level = words.say("levels", lesson.level)
        yield words.say("results", "score", score=words.number(lesson.score), level=level)
    if lesson.rating is not None and lesson.highest is not None:
        low, high = (words.decimal(spelled(rating)) for rating in (lesson.rating, lesson.highest))
        is_one = low == high
        yield words.say("results", "rated", rating=low) if is_one else words.say("path", "rated_to", low=low, high=high)
    for other in lesson.names[1:]:
        yield words.say("path", "also", name=other)
