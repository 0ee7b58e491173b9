"""What the API answers about a variant; the addresses are in `solving.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from board_catalogue import engine
from board_catalogue.catalogue.web.boards import branches_of, read_puzzle, values_and_marks_in
from board_catalogue.engine import RULES, Grid, Rulebook, Step, Variant
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.grades import grade_of
from board_catalogue.engine.paths.drawing import svg_overlay
from board_catalogue.engine.paths.examples import technique_in_words
from board_catalogue.engine.paths.path import Mistake
from board_catalogue.engine.paths.single_drawing import is_single
from board_catalogue.engine.paths.styles import as_data, meaning_of, weight_of, where_to_look
from board_catalogue.engine.reading.reader import MOST_BYTES, read
from board_catalogue.engine.rules.advice import Advice, conflicts_ruled
from board_catalogue.engine.rules.formats import constraint_text, is_variant
from board_catalogue.engine.rules.hints import Hint, hints_ruled, mistakes_ruled, path_ruled, possible_ruled
from board_catalogue.engine.rules.rulebook import blocks_ruled, under
from board_catalogue.engine.rules.solving import solutions_ruled
from board_catalogue.engine.rules.variant import usual_regions


@dataclass(frozen=True)
class RuledGiven:
    """A position of a variant, as `catalogue.web.boards.Given`."""

    variant: Variant
    values: list[int]
    candidates: list[int]


def ruled_in(data: Mapping[str, Any]) -> Variant | None:
    """The puzzle of a request with its rules; None for a puzzle under those of Sudoku alone.

    The rules are `constraints` beside the cells of the puzzle, or the puzzle itself is constraint text or a link.
    ValueError says what is wrong.
    """
    text, rules = data.get("puzzle"), data.get("constraints")
    if not isinstance(text, str):
        raise ValueError("puzzle is not a text with one character per cell")
    if not isinstance(rules, str | None):
        raise ValueError("constraints are not a text such as .Cage~15~R1C1~R1C2")
    if max(len(each.encode("utf-8", "replace")) for each in (text, rules or "")) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: send one puzzle")
    if not rules and not is_variant(text):
        return None
    variant = _with_givens(rules, text) if rules else engine.read_variant(text)
    if not variant.uses and variant.regions == usual_regions(variant.size):
        return None
    if data.get("blocks") is not None:
        raise ValueError("constraints name the regions: leave out blocks")
    return variant


def read_under_rules(text: str, rules: str = "", blocks: str | None = None) -> Variant | Grid:
    """Read a puzzle that was pasted, with its own rules or those that are named, such as "diagonal,anti-king".

    ValueError says what is wrong.
    """
    variant = ruled_in({"puzzle": text}) if is_variant(text) else None
    if variant and (rules or blocks):
        raise ValueError(f"the puzzle names its {'rules' if rules else 'regions'} itself: leave this field empty")
    if variant:
        return variant
    grid = read_puzzle(text, blocks=blocks or blocks_ruled(rules))
    return under(rules, grid.to_numpy().ravel().tolist(), grid.blocks) if rules else grid


def _with_givens(rules: str, text: str) -> Variant:
    variant = engine.read_variant(rules)
    if any(variant.givens):
        raise ValueError("constraints have givens: put them into the puzzle")
    if is_variant(text):
        raise ValueError("the puzzle has rules of its own: leave out constraints")
    return variant.with_givens(read(text, variant.size, variant.board_shape.blocks).cells)


def given_in(data: Mapping[str, Any], variant: Variant) -> RuledGiven:
    """The position of a request: its `values` and `candidates`, or the puzzle. ValueError says what is wrong."""
    return RuledGiven(variant, *values_and_marks_in(data, _line(variant), variant.size))


def _line(variant: Variant) -> str:
    (line,) = as_lines(variant.clues[None])
    return line


def constraints_of(variant: Variant) -> str:
    """The constraint text of the rules, without givens."""
    return constraint_text.write(variant.with_givens(()))


# --- Answers --------------------------------------------------------------------------------------------------------


def solved(variant: Variant, most: int) -> dict[str, Any]:
    """Up to so many solutions."""
    return {
        "puzzle": _line(variant),
        "size": variant.size,
        "blocks": variant.board_shape.blocks,
        "constraints": constraints_of(variant),
        "solutions": [as_lines(board[None])[0] for board in islice(solutions_ruled(variant), most)],
    }


def checked(given: RuledGiven) -> dict[str, Any]:
    """The rules that are broken, and the digits and marks that rule out the solution."""
    return {
        "conflicts": [_conflict(each) for each in conflicts_ruled(given.variant, given.values)],
        "mistakes": list(map(_mistake, mistakes_ruled(given.variant, given.values, given.candidates))),
    }


def _mistake(mistake: Mistake) -> dict[str, Any]:
    return {"cell": mistake.cell, "digit": mistake.digit, "sentence": mistake.sentence}


def _conflict(conflict: Advice) -> dict[str, Any]:
    return {"sentence": conflict.words, "rule": conflict.by[0].rule, "cells": conflict.cells}


def _wrong_in(given: RuledGiven) -> dict[str, Any] | None:
    found = checked(given)
    return found if found["mistakes"] else None


def hinted(given: RuledGiven, depth: int) -> dict[str, Any]:
    """Where to look; then the technique or rule; then the step, and all that lead to the next digit."""
    if wrong := _wrong_in(given):
        return wrong
    hints = hints_ruled(given.variant, given.values, given.candidates)
    if not hints:
        return {"none": "the board is full" if all(given.values) else "no technique applies"}
    step = hints[0].step
    found: dict[str, Any] = {
        "where": where_to_look(step, given.variant.size),
        "units": step.units,
        "cells": [] if step.units else (step.cells or (step.placement or ())[:1]),
    }
    if depth > 0:
        found |= {"technique": step.technique, "title": title_of(hints[0]), "meaning": _meaning(hints[0])}
        found |= {"worth": weight_of(step)} if isinstance(step, Step) else {}
    if depth > 1:
        steps = [step_as_data(hint) for hint in hints]
        found |= {"step": steps[0], "steps": steps}
    return found


def title_of(hint: Hint) -> str:
    """What a step rests on: a technique, or the houses and rules by their names."""
    step = hint.step
    if isinstance(step, Step):  # the houses are not only rows, columns and blocks
        is_hidden = step.technique.startswith("hidden-single")
        return technique_in_words("hidden-single" if is_hidden else step.technique)
    name = step.name or step.technique
    return name[:1].upper() + name[1:]


def _meaning(hint: Hint) -> str:
    """The rules of a step in words, or what its technique is."""
    if isinstance(hint.step, Step):
        return meaning_of(hint.step.technique).rstrip(".")
    words = [RULES[name].words for name in hint.step.technique.split(" and ") if name in RULES]
    return " ".join(words or ["Every row, every column and every region has each digit once."]).rstrip(".")


def step_as_data(hint: Hint, *, is_drawn: bool = True) -> dict[str, Any]:
    """A step for programs, perhaps with its drawing and its branches in words."""
    step, position = hint
    if not is_drawn:
        return as_data(step)
    return as_data(step) | {
        "title": title_of(hint),
        "worth": weight_of(step) if isinstance(step, Step) else "",
        "is_single": is_single(step),
        "drawing": svg_overlay(position, step),
        "branches": branches_of(step, position.shape),
    }


def possible(given: RuledGiven, *, is_drawn: bool) -> dict[str, Any]:
    """All steps that a position allows."""
    if wrong := _wrong_in(given):
        return wrong
    hints = possible_ruled(given.variant, given.values, given.candidates)
    return {"steps": [step_as_data(hint, is_drawn=is_drawn) for hint in hints]}


def path(given: RuledGiven, *, is_drawn: bool) -> dict[str, Any]:
    """All steps to the solution, with the rating if all of them are techniques."""
    if wrong := _wrong_in(given):
        return wrong
    hints = list(path_ruled(given.variant, given.values, given.candidates))
    placed = sum(hint.step.placement is not None for hint in hints)
    is_solved = placed == given.values.count(0)
    ratings = [hint.step.rating for hint in hints if isinstance(hint.step, Step)]
    worth: dict[str, Any] = dict.fromkeys(("rating", "grade", "score", "level"))
    if is_solved and len(ratings) == len(hints) > 0:
        worth |= {"rating": max(ratings) / 10, "grade": grade_of(max(ratings))}
    return {"steps": [step_as_data(hint, is_drawn=is_drawn) for hint in hints], "is_solved": is_solved} | worth


def generated(rules: str, *, count: int, seed: int, size: int | None, blocks: str | None) -> dict[str, Any]:
    """New puzzles under rules. ValueError for rules that cannot be made."""
    book = Rulebook.read(rules, size, blocks)
    boards, _attempts = book.boards(count, seed=seed)
    puzzles, own = book.carve(boards, seed=seed, positions=range(count))
    found: Sequence[tuple[str, str, str | None]] = list(
        zip(as_lines(puzzles), as_lines(boards), own or [None] * count, strict=True)
    )
    return {
        "seed": seed,
        "size": book.shape.size,
        "blocks": book.shape.blocks,
        "puzzles": [
            {"givens": givens, "solution": solution, "constraints": book.constraints(text)}
            for givens, solution, text in found
        ],
    }
