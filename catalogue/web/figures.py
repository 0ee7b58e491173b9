"""The canonical form, the symmetries and the class of one puzzle through the API, as the command line has them."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..errors import CatalogueError
from ..verbs import VERBS, Verb
from .given import puzzle_in
from .operation import EXAMPLE, PUZZLE, Operation, Schema, record, text, whole
from .requests import request_in, schema_of
from .site import json_of


class _Figure(NamedTuple):
    """A verb that gives a row for each puzzle."""

    verb: Verb
    answer: Mapping[str, Schema]


_LINE = text("The puzzle as it was read, one character per cell.")
_FIGURES = (
    _Figure(
        VERBS["canonical"],
        {
            "puzzle": _LINE,
            "canonical": text("The form that all images share, one character per cell."),
            "key": text("A short name of the form, the same in every catalogue."),
        },
    ),
    _Figure(
        VERBS["automorphisms"],
        {"puzzle": _LINE, "automorphisms": whole("How many symmetries it has; 1: none but doing nothing.")},
    ),
    _Figure(
        VERBS["rank"],
        {"puzzle": _LINE, "class": whole("The number of its solution's class, from 0.")},
    ),
)


def _answer(figure: _Figure, request: Request) -> Response:
    body = json_of(request)
    puzzle = puzzle_in({name: body[name] for name in ("puzzle", "blocks", "base") if name in body})
    fields = {name: value for name, value in body.items() if name != "puzzle"}
    try:
        (row,) = figure.verb.done(None, request_in(fields, figure.verb.request, puzzle=puzzle)).data()
    except CatalogueError as error:  # nothing of the catalogue is asked for
        raise ValueError(str(error)) from error
    return JSONResponse({name: row[name] for name in figure.answer})


def _operation(figure: _Figure) -> Operation:
    work = partial(_answer, figure)
    work.__doc__ = figure.verb.function.__doc__
    return Operation(
        path=str(figure.verb.address),
        method="POST",
        work=work,
        computes=True,
        body=record({"puzzle": PUZZLE, **schema_of(figure.verb.request)}, needs=["puzzle"]),
        answer=record(figure.answer, needs=list(figure.answer)),
        example={"puzzle": EXAMPLE},
    )


operations = [_operation(figure) for figure in _FIGURES]
