"""Puzzles as plain scripts: what a page needs of one where no server answers, read by static/stored.js."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...engine import Grid, SolvingStep, Variant
from ...engine.grades import Level, Style
from ...engine.paths.explanations import BaseStep
from ...engine.paths.positions import Position
from ...engine.paths.styles import AnyStep, meaning_of, path_of, where_to_look
from ...engine.words import ENGLISH
from .boards import drawn

_PLAYED = ("technique", "cells", "placement", "eliminations")
"""The fields of a step that the player uses, besides its drawing and what a hint says of it."""


class StoredPath(NamedTuple):
    """The path of a puzzle, with what lists and draws go by."""

    steps: list[dict[str, Any]]
    is_solved: bool
    level: Level | None
    """The hardest level of a step; None for a path that does not lead to the solution."""
    hardest: str | None
    """The technique of the hardest step."""


def stored_path(puzzle: Grid | Variant, language: str = ENGLISH) -> StoredPath:
    """Return the path of scores of a puzzle with one solution, each step drawn and said in a language.

    ValueError for a puzzle without exactly one solution, and an unknown language.
    """
    cells = puzzle.to_numpy().reshape(-1) if isinstance(puzzle, Grid) else puzzle
    blocks = puzzle.board_shape.blocks
    position, listed = Position.of(puzzle), []
    path = path_of(cells, blocks, Style.score)
    for step in path:
        listed.append(_stored(step, position, language))
        position.take(step)
    hardest = max((step for step in path if isinstance(step, SolvingStep)), key=_worth, default=None)
    if hardest is None or not position.is_solved:
        return StoredPath(listed, position.is_solved, None, None)
    return StoredPath(listed, True, Level(hardest.level), hardest.technique)


def _worth(step: SolvingStep) -> tuple[int, int]:
    return list(Level).index(Level(step.level)), step.score


def _stored(step: AnyStep, position: Position, language: str) -> dict[str, Any]:
    played = {name: getattr(step, name) for name in _PLAYED} | {"sentence": step.say(language)}
    score = {"score": step.score} if isinstance(step, SolvingStep) else {}
    look = {"units": step.units, "cells": [] if step.units else first_cells(step)}
    hint = {
        "where": where_to_look(step, position.shape.size, language),
        "look": look,
        "meaning": meaning_of(step, language).rstrip("."),
    }
    shown = drawn(position, step, language)
    return played | score | hint | shown | {"drawing": _lean(shown["drawing"])}


_TITLE = re.compile("<title>.*?</title>")
_WAY = re.compile(r' d="M[^"]*Q[^"]*"')
_TENTH = re.compile(r"\d+\.\d")


def _lean(drawing: str) -> str:
    """A drawing without the sentence, which stands beside it, and with arrows to the nearest sixtieth of a cell."""
    untitled = _TITLE.sub("", drawing)
    return _WAY.sub(lambda way: _TENTH.sub(lambda found: f"{float(found[0]):.0f}", way[0]), untitled)


def first_cells(step: BaseStep) -> Sequence[int]:
    """The cells where to look for a step that no unit has."""
    links = [link.cell for branch in step.chains for link in branch]
    return step.cells or (step.placement or links)[:1]


# --- Scripts ----------------------------------------------------------------------------------------------------


def script(function: str, *values: object) -> bytes:
    """A file that calls a function of static/open.js: browsers load no other data from a folder."""
    listed = ", ".join(json.dumps(value, separators=(",", ":"), ensure_ascii=False) for value in values)
    return f"catalogue.{function}({listed});\n".encode()


def columns_of(steps: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the fields of some steps as lists, one a field: they pack better."""
    names = dict.fromkeys(name for step in steps for name in step)
    return {name: [step.get(name) for step in steps] for name in names}


def packed(data: object) -> str:
    """Data as the text of their JSON, deflated: a path is the same few shapes many times."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return b64encode(zlib.compress(text.encode(), 9)).decode()
