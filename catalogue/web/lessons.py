"""The pages of techniques: lessons with an example, and exercises from the catalogue whose answers are proven."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...engine import Grid, Variant
from ...engine.grades import SCORED_BLOCKS, Style
from ...engine.paths import (
    LAST_RESORTS,
    LESSONS,
    Position,
    Step,
    as_data,
    begun,
    check_step,
    exercises,
    grouped,
    lesson_of,
    technique_in_words,
)
from ..pages.boards import Image, blocks_of, cells_of, drawn, grid_view, name_of
from ..pages.contents import (
    Moment,
    Practice,
    example_values,
    exercise_values,
    lesson_values,
    moment_of,
    practice_values,
)
from ..pages.rendering import many_in, translator
from ..puzzles.columns import SCORED_PREFIX, Range
from ..verbs.looking import Found, looked_up
from ..verbs.path import PathRequest, steps
from .api import described
from .messages import said_in
from .puzzles import drawn_rows, number_in, offers_for
from .site import Data, answered, json_of, language_of, site_of
from .solving import Asked, asked_in


def _techniques(request: Request) -> Response:
    language = language_of(request)
    groups = grouped((lesson.name, lesson.said_in(language)) for lesson in LESSONS)
    return site_of(request).page(request, "lessons.html", {"groups": groups, "offers": offers_for(request)})


def _technique(request: Request) -> Response:
    try:
        lesson = lesson_of(request.path_params["name"])
    except ValueError as error:
        raise HTTPException(404, str(error)) from error
    language = language_of(request)
    values = lesson_values(lesson, language=language) | example_values(lesson, language)
    values["practice"] = offers_for(request).practice_of(lesson.name)
    return site_of(request).page(request, "lesson.html", values)


# --- Exercises ---

_LOOKED_AT = 5  # puzzles that are drawn for an exercise


def _practise(request: Request) -> Response:
    """A puzzle of the catalogue at the moment where a technique, its hardest step, applies."""
    name, language = request.path_params["name"].removeprefix(SCORED_PREFIX), language_of(request)
    practice = offers_for(request).practice_of(name)
    if asked := request.query_params.get("exercise"):
        numbers = [str(number) for number, _ in enumerate(exercises().get(name, ()), 1)]
        if asked not in numbers:
            raise HTTPException(404, f"{name} has no exercise {asked}")
        values = exercise_values(name, int(asked), language) | {"practice": practice}
        return site_of(request).page(request, "practise.html", values)
    if practice is None:
        raise HTTPException(404, f"no puzzle of the catalogue has {name} as its hardest step")
    found, moment = _exercise(request, practice)
    number = str(found.row["id"])
    said = {"name": name_of(number, Image(), language), "place": moment.place}
    board = grid_view(found.variant or found.grid, translator(language)("{name} at step {place}", **said), language)
    values = practice_values(moment, board, language) | {"practice": practice, "number": number}
    return site_of(request).page(request, "practise.html", values)


def _exercise(request: Request, practice: Practice) -> tuple[Found, Moment]:
    asked, last = request.query_params.get("board"), request.query_params.get("not")
    with site_of(request).readers.store() as store:
        if asked:
            numbers: Sequence[Range] = [number_in({"number": asked})]
        else:
            names = [each["id"] for each in drawn_rows(store, {"technique": practice.name}, _LOOKED_AT)]
            ordered = sorted(names, key=lambda name: name == last)  # another one than the last, if there is any
            numbers = [number_in({"number": name}) for name in ordered]
        for number in numbers:
            found = looked_up(store, number)
            if moment := moment_of(found.variant or found.grid, practice.name):
                return found, moment
    raise HTTPException(404, f"the path of puzzle {asked or numbers[0].first} does not take {practice.title}")


def _check(request: Request) -> Data:
    """Prove an answer to an exercise: a digit that is placed, or candidates that are removed, by a technique.

    With `show` true it is no answer: there is only the step that the path takes.
    """
    data = json_of(request)
    technique, asked = data["technique"], asked_in({**data, "style": Style.score})
    translate = translator(asked.language)
    if data.get("show") is True:
        return {"is_right": None, "said": "", "step": _shown(asked, _next(asked))}
    answer = _answer_in(data, asked.puzzle.size)
    # Steps that no technique leads to have no cause to name: they are true or not.
    named = {} if technique in LAST_RESORTS else {"technique": technique}
    puzzle = cells_of(asked.puzzle)
    if isinstance(asked.puzzle, Grid) and asked.puzzle.blocks != SCORED_BLOCKS:  # its path has techniques of people
        clues = [cell.value for cell in asked.puzzle]
        puzzle = Variant.of(asked.puzzle.size, blocks=asked.puzzle.blocks).with_givens(clues)
    checked = check_step(puzzle, answer | named, *asked.board)
    if checked.is_right:
        return _right(asked, technique, answer)
    if checked.technique_holds is False:
        title = technique_in_words(technique, asked.language)
        said = translate("That is true, but it does not follow from {title} here.", title=title)
    else:
        said = translate("Not right: {why}.", why=said_in(asked.language, checked.why))
    return {"is_right": False, "said": said, "step": None}


def _answer_in(data: Mapping[str, Any], size: int) -> dict[str, Any]:
    """The digit or the candidates of an answer. ValueError for one that is no place of the board, or for none."""
    placement, eliminations = data.get("placement"), data.get("eliminations") or []
    pairs = [*([placement] if placement is not None else []), *eliminations]
    if not all(len(pair) == 2 and pair[0] < size * size and 1 <= pair[1] <= size for pair in pairs):
        raise ValueError("an answer has pairs of a cell, from 0 on, and a digit")
    if not pairs:
        raise ValueError("an answer has a placement or eliminations")
    return {"placement": placement, "eliminations": eliminations}


def _next(asked: Asked) -> Step | None:
    return begun(cells_of(asked.puzzle), *asked.board, blocks_of(asked.puzzle), Style.score).next()


def _right(asked: Asked, technique: str, answer: Mapping[str, Any]) -> Data:
    """The step of a technique that concludes what an answer says, or the next one of the path; whether it is all."""
    wanted = {tuple(pair) for pair in answer["eliminations"]}
    placed = answer["placement"] and tuple(answer["placement"])
    possible = [_next(asked), *steps(None, asked.of(PathRequest)).steps]
    fitting = (
        step
        for step in possible
        if step and step.technique == technique and wanted <= {*step.eliminations} and placed in (None, step.placement)
    )
    step = next(fitting, possible[0])
    left = {*step.eliminations} - wanted if step and not placed else set()
    said = translator(asked.language)("Right.")
    if left:
        many = many_in(asked.language)
        said = many(
            len(left), "Right, and it removes {count} more candidate.", "Right, and it removes {count} more candidates."
        )
    return {"is_right": True, "said": said, "step": _shown(asked, step)}


def _shown(asked: Asked, step: Step | None) -> Data | None:
    if step is None:
        return None
    position = Position.of(asked.puzzle, *asked.board)
    return as_data(step, asked.language) | drawn(position, step, asked.language)


operations = described({"POST /api/practice": _check})

routes = [
    answered("/techniques", _techniques),
    answered("/techniques/{name}", _technique, computes=True, seconds=60),
    answered("/practise/{name}", _practise, computes=True, seconds=60),
]
