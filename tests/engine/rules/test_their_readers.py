"""The programs' own readers under node read what is written for them.

They run where checkouts are at hand: `INTERACTIVE_SUDOKU_SOLVER` is the path of one of sigh/Interactive-Sudoku-Solver,
`SUDOKUPAD_LOADER` of one of marktekfan/sudokupad-penpa-import, which has the loader of SudokuPad.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rule_uses import use_of, variant_of

from board_catalogue import engine
from board_catalogue.engine.rules.formats import interactive, sudokupad
from board_catalogue.engine.rules.frame import Frame
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.symmetry import say_the_same
from board_catalogue.engine.rules.variant import RULES, Variant

ELSEWHERE: dict[str, dict[str, Any]] = {
    "counting circles": {"cells": (0, 1, 12, 24)},
    **{key: {"groups": ((0, 1), (30, 31))} for key in ("clone", "same digits")},
    **{key: {"cells": (19, 20, 30, 31)} for key in ("palindrome", "contains", "value indexing", "table")},
    "connected": {"value": (0, 1, 2, 3, 4, 5)},
}
"""Places and values with which a board can obey a rule."""
SCRIPT = Path(__file__).with_name("their_readers.mjs")
WITHOUT_LINKS = ("automaton", "chaos construction", "chaos arrow", "chaos count", "other values", "doppelganger")


def reader(program: str, variable: str) -> Callable[[Sequence[str]], list[dict[str, Any]]]:
    """Return the function that asks a program about texts; skip the test where it is not at hand."""
    checkout, node = os.environ.get(variable), shutil.which("node")
    if not checkout or not node:
        pytest.skip(f"needs node, and {variable} with the path of a checkout")
    command = [node, str(SCRIPT), program, str(Path(checkout).resolve())]

    def ask(texts: Sequence[str]) -> list[dict[str, Any]]:
        lines = "".join(json.dumps(text) + "\n" for text in texts)
        done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=300, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


def cases() -> Iterator[tuple[Variant, bool]]:
    """Of each rule a full board that obeys it and one that breaks it, if any of some does, and whether it obeys."""
    others = engine.generate(20, seed=1).tolist()
    for name in RULES:
        variant = variant_of(replace(use_of(name), **ELSEWHERE.get(name, {}))).with_givens(())
        found, _ = engine.solve(variant, limit=1)
        assert found.any(), name
        yield variant.with_givens(found.ravel()[: variant.frame.cells].tolist()), True
        refuted = (variant.with_givens(board) for board in others if variant.frame == Frame.square(9))
        bad = next((one for one in refuted if not engine.count_solutions(one)), None)
        if bad:
            yield bad, False


def test_interactive_sudoku_solver_means_the_same():
    """Of each rule it takes a board that obeys it, and refuses one that does not."""
    ask = reader("iss", "INTERACTIVE_SUDOKU_SOLVER")
    some = list(cases())
    answers = ask([interactive.write(variant) for variant, _ in some])
    wrong = [
        (variant.uses[-1].rule, obeys, answer)
        for (variant, obeys), answer in zip(some, answers, strict=True)
        if "error" in answer or bool(answer["read"]) != obeys
    ]
    assert not wrong
    assert sum(not obeys for _, obeys in some) > 60


def test_the_loader_of_sudokupad_reads_links():
    """Links that its loader opens are read back as the same rules."""
    ask = reader("sudokupad", "SUDOKUPAD_LOADER")
    variants = [variant_of(use_of(name)) for name in RULES if name not in WITHOUT_LINKS]
    links = [sudokupad.write(variant).removeprefix(sudokupad.ADDRESS) for variant in variants]
    answers = ask(links)
    for variant, link, answer in zip(variants, links, answers, strict=True):
        assert "error" not in answer, (variant.uses, answer)
        if link.startswith("scl"):
            reading = reading_of(json.dumps(answer["read"]))
            assert reading.understood
            assert say_the_same(reading.variant.rules, variant.rules)
