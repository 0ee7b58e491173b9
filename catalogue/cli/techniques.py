"""List the solving techniques, or explain one with an example.

Each technique has a score and a level on the scale of HoDoKu, a rating on that of Sudoku Explainer, or all three.
Techniques of rules, such as cage combinations, have scores and levels on the same scale. With
a name: what the technique is, a step of it among the candidates of a puzzle, and how to get puzzles to practise it.

\b
Examples:
  catalogue techniques
  catalogue techniques skyscraper
  catalogue techniques --format json
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from ...engine.grades import spelled
from ...engine.words import ENGLISH, Words, words_in
from ..formats import FORMATS
from ..verbs.techniques import COLUMNS, TechniquesRequest, techniques
from .options import Force, Output, format_choice
from .output import target_of
from .terminal import draw_explained, folded, table

if TYPE_CHECKING:
    from ...engine.paths.examples import Lesson

_FORMATS = ("table", "csv", "tsv", "json", "jsonl")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which techniques, and how they are listed."""

    request: TechniquesRequest
    format: Annotated[str | None, format_choice("How the list is written. Default: table.", *_FORMATS)] = None
    output: Output = None
    force: Force = False


def run(options: Options) -> None:
    """Print the list, or explain one technique."""
    target = target_of(options.output, options.format, _FORMATS, default="table", force=options.force)
    found = techniques(options.request)
    if target.format != "table":
        with target.opened() as file:
            FORMATS[target.format].write(found.rows(), COLUMNS, file)
        return
    with target.printed():
        if options.request.technique is None:
            print(_list(found.lessons, options.request.language))
        else:
            _explain(found.lessons[0], words_in(options.request.language))


def _list(lessons: Sequence[Lesson], language: str) -> str:
    rows = [[" = ".join(lesson.names), lesson.score or "", lesson.level or "", _rating(lesson)] for lesson in lessons]
    headings, sides = ["technique", "score", "level", "rating"], ["left", "right", "left", "left"]
    if language != ENGLISH:  # the names of the first column are those that options take
        rows = [[*row, lesson.title] for row, lesson in zip(rows, lessons, strict=True)]
        headings, sides = [*headings, words_in(language).name], [*sides, "left"]
    return table(rows, headings, sides)


def _rating(lesson: Lesson) -> str:
    if lesson.rating is None or lesson.highest is None:
        return ""
    low, high = spelled(lesson.rating), spelled(lesson.highest)
    return low if low == high else f"{low} to {high}"


def _explain(lesson: Lesson, words: Words) -> None:
    from ...engine.paths.examples import example_of
    from ...engine.people.lessons import PEOPLE_LESSONS, ruled_example_of
    from ...engine.rules.formats import constraint_text

    print(folded(words.say("places", "line", name=lesson.title, said=", ".join(_worth(lesson, words)))))
    print(folded(lesson.meaning))
    if lesson in PEOPLE_LESSONS:
        ruled = ruled_example_of(lesson.name)
        print()
        draw_explained(ruled.position, ruled.step, words.say("path", "ruled_example"), words.language)
        show = f"catalogue show '{constraint_text.write(ruled.puzzle)}'"
        print(f"\n{words.say('path', 'puzzle', command=show)}")
        return
    if example := example_of(lesson.name):
        print()
        heading = words.say("path", "example", puzzle=example.puzzle.line())
        draw_explained(example.position, example.step, heading, words.language)
    if practice := _practice(lesson):
        print(f"\n{words.say('path', 'practise', command=f'catalogue fill --count 10 {practice}')}")


def _practice(lesson: Lesson) -> str | None:
    """The option of a fill that makes puzzles that need the technique; None if no path takes it by default."""
    from ...engine import SOLVING_TECHNIQUES

    if lesson.rating is not None:
        return f"--technique {lesson.names[-1]}"
    by_default = any(each.enabled for each in SOLVING_TECHNIQUES if each.name == lesson.name)
    return f"--technique {lesson.name}" if by_default else None


def _worth(lesson: Lesson, words: Words) -> Iterator[str]:
    if lesson.score is not None and lesson.level is not None:
        level = words.say("levels", lesson.level)
        yield words.say("results", "score", score=words.number(lesson.score), level=level)
    if lesson.rating is not None and lesson.highest is not None:
        low, high = (words.decimal(spelled(rating)) for rating in (lesson.rating, lesson.highest))
        is_one = low == high
        yield words.say("results", "rated", rating=low) if is_one else words.say("path", "rated_to", low=low, high=high)
    for other in lesson.names[1:]:
        yield words.say("path", "also", name=other)
