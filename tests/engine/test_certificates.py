"""Certificates that a puzzle has one solution: what the checker accepts, and what it refuses."""

import copy
import json
import subprocess
import sys

import pytest

from board_catalogue import engine
from board_catalogue.engine import certificate_checker
from board_catalogue.engine.certificates import certificate
from board_catalogue.engine.paths.lessons import puzzles_of_examples

HARD = "2.5....41...1.3..6......8..4.1.7.....9.....6..3...49..9....1..4..786...9........."
QUICK = ("slow-thermometer-bounds", "renban-range", "no-x-or-v", "between-bounds", "numbered-room", "modular-sets")
RULES = puzzles_of_examples()["rules"]
SLOW = {"locked-candidates", "rule-of-45", "contradiction-chain", "contradiction-net", "all-rules"}  # minutes


@pytest.fixture(scope="module")
def proof():
    return json.loads(json.dumps(certificate(engine.Grid(HARD).to_numpy().reshape(-1))))


def test_a_certificate_gives_the_solution_and_holds(proof):
    assert proof["refutations"]
    assert proof["solution"] == engine.solve(engine.Grid(HARD).to_numpy().reshape(-1)).tolist()
    assert certificate_checker.check(proof) is None


def test_each_wrong_certificate_is_refused(proof):
    """Without a refutation, with one too early, for a puzzle of several solutions, and with another solution."""
    refused = set()
    for change in range(5):
        wrong = copy.deepcopy(proof)
        if change == 0:
            del wrong["refutations"][-1]
        elif change == 1:
            wrong["refutations"] = [[wrong["refutations"][-1][0]]]
        elif change == 2:
            wrong["givens"][wrong["givens"].index(8)] = 0
        elif change == 3:
            wrong["solution"][0] = wrong["solution"][0] % 9 + 1
        else:
            cell = wrong["givens"].index(0)
            wrong["givens"][cell] = wrong["solution"][cell] % 9 + 1
        refused.add(certificate_checker.check(wrong))
    assert None not in refused
    assert "the puzzle has no solution" in refused


@pytest.mark.slow
def test_no_true_digit_can_be_refuted(proof):
    """A refutation of a digit of the solution is refused at each cell, whatever is refuted before it."""
    for cell, digit in enumerate(proof["solution"]):
        if not proof["givens"][cell]:
            wrong = proof | {"refutations": [*proof["refutations"], [[cell, digit]]]}
            assert certificate_checker.check(wrong)


def test_a_puzzle_without_one_solution_has_none():
    with pytest.raises(ValueError, match="exactly one solution"):
        certificate(engine.Grid("." * 16).to_numpy().reshape(-1))


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in RULES if n not in QUICK)])
def test_puzzles_with_rules(name):
    if name in SLOW:
        pytest.skip("a certificate takes minutes")
    proof = json.loads(json.dumps(certificate(engine.read_variant(RULES[name]))))
    assert certificate_checker.check(proof) is None
    assert certificate_checker.check(proof | {"constraints": proof["constraints"][:10]})


@pytest.mark.slow_cases("sum-0", "mask-")
@pytest.mark.parametrize(
    ("constraint", "boards"),
    [
        (["sum", [0, 1, 2], [1, 2, -1], 4], lambda a: a[0] + 2 * a[1] - a[2] == 4),
        (["sum", [0, 1], [1, 1], 5], lambda a: a[0] + a[1] == 5),
        (["relation", 0, 4, [2, 4, 8, 1]], lambda a: a[4] == a[0] % 4 + 1),
        (["mask", 5, 6], lambda a: a[5] in (2, 3)),
        (
            ["automaton", [0, 5], [[0, 3, 1], [1, 12, 2], [0, 12, 3], [3, 3, 2]], [2]],
            lambda a: (a[0] < 3) != (a[5] < 3),
        ),
        (["any_of", [[["mask", 0, 1]], [["mask", 15, 1]]]], lambda a: 1 in (a[0], a[15])),
        (["connected", [0, 1, 4, 5], 2, 3, 2], lambda a: together(a)),
        (["pairs", [0, 1], [4, 5], 0], lambda a: (a[0], a[4]) != (a[1], a[5])),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_constraint_excludes_the_boards_that_break_it_and_no_other(constraint, boards):
    for board in engine.generation.all_boards(4)[::41].tolist():
        full = {"size": 4, "cells": 16, "blocks": [2, 2], "constraints": [constraint], "givens": board}
        fault = certificate_checker.check(full | {"solution": board, "refutations": []})
        assert (fault is None) == boards(board)


def together(board):
    """Whether two cells of the first block that share an edge, and no other cells there, have the digits 1 and 2."""
    return [i for i in (0, 1, 4, 5) if board[i] < 3] in ([0, 1], [0, 4], [1, 5], [4, 5])


def test_the_checker_runs_alone(tmp_path, proof):
    path = tmp_path / "proof.json"
    for wrong in (0, 1):
        path.write_text(json.dumps(proof | {"refutations": proof["refutations"][wrong:]}))
        ran = subprocess.run([sys.executable, "-I", certificate_checker.__file__, path], capture_output=True, text=True)
        assert ran.returncode == wrong
        assert ("refutations hold" in ran.stdout) != wrong
    for text, fault in (("nonsense", "no certificate: JSONDecodeError"), ('{"size": 9}', "no certificate: KeyError")):
        path.write_text(text)
        ran = subprocess.run([sys.executable, "-I", certificate_checker.__file__, path], capture_output=True, text=True)
        assert ran.returncode == 1 and ran.stderr.startswith(fault) and len(ran.stderr.splitlines()) == 1
