import json

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.answers import WEIGHTS, read_answer
from board_catalogue.engine.boards import as_lines

BOARD = engine.generate(1, seed=3)[0]
PUZZLE = engine.carve(BOARD[None], seed=3)[0]
LINE = as_lines(BOARD[None])[0]
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
LISTS = [[int(digit) for digit in row] for row in ROWS]

TABLE = "|   | C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | C9 |\n|---|" + "---|" * 9 + "\n"
TABLE += "".join(f"| R{number} | {' | '.join(row)} |\n" for number, row in enumerate(ROWS, 1))
NUMBERED = "|" + "|".join("123456789") + "|\n|" + "---|" * 9 + "\n" + "".join(f"|{'|'.join(row)}|\n" for row in ROWS)

PRINTED = {
    "81 characters": LINE,
    "81 characters in a sentence": f"So the solution is {LINE}.",
    "rows": "\n".join(ROWS),
    "rows with blanks": "\n".join(" ".join(row) for row in ROWS),
    "rows with commas": ",\n".join(",".join(row) for row in ROWS),
    "rows with labels": "\n".join(f"Row {i}: {' '.join(row)}" for i, row in enumerate(ROWS, 1)),
    "rows with short labels": "\n".join(f"- R{i}: {row}" for i, row in enumerate(ROWS, 1)),
    "rows by number": "\n".join(f"{i}. {' '.join(row)}" for i, row in enumerate(ROWS, 1)),
    "a code fence": "```\n" + "\n".join(ROWS) + "\n```",
    "marks": f"thinking about {as_lines(PUZZLE[None])[0]}\n<answer>\n"
    + "\n".join(ROWS)
    + "\n</answer> and "
    + LINE[::-1],
    "boxed": "Therefore $\\boxed{" + LINE + "}$",
    "boxed rows": "\\boxed{\n" + " \\\\\n".join(" & ".join(row) for row in ROWS) + "\n}",
    "boxed matrix": "\\boxed{\\begin{bmatrix}"
    + " \\\\ ".join(" & ".join(row) for row in ROWS)
    + "\\end{bmatrix}} as asked.",
    "boxed array": "\\[\\boxed{\n\\begin{array}{|ccc|ccc|ccc|}\n\\hline\n"
    + " \\\\\n".join(" & ".join(row) for row in ROWS)
    + "\\\\ \\hline\n\\end{array}}\\]",
    "boxed text": "$\\boxed{\\text{" + LINE + "}}$ and {" + LINE[::-1] + "}",
    "JSON": json.dumps(LISTS),
    "JSON over lines": json.dumps(LISTS, indent=2),
    "JSON in an object": json.dumps({"answer": LISTS, "sure": True}),
    "JSON text": json.dumps({"solution": LINE}),
    "JSON rows": json.dumps({"solution": ROWS}),
    "JSON flat": json.dumps([int(digit) for digit in LINE]),
    "a drawing": str(engine.Grid(BOARD)),
    "bands": "\n".join(
        ("------+-------+------\n" if i in (3, 6) else "") + " | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6))
        for i, row in enumerate(ROWS)
    ),
    "a Markdown table": TABLE,
    "a Markdown table with a heading of digits": NUMBERED,
    "bold digits": "\n".join(" ".join(f"**{digit}**" for digit in row) for row in ROWS),
    "the last of two": "\n".join(row[::-1] for row in ROWS)
    + "\nNo, that is wrong. It is:\n"
    + "\n".join(ROWS)
    + "\nDone.",
    "after the puzzle": "\n".join(as_lines(PUZZLE[None])[0][i : i + 9] for i in range(0, 81, 9))
    + "\n\n"
    + "\n".join(ROWS),
}


@pytest.mark.parametrize("how", PRINTED)
def test_what_models_print_is_read(how):
    found = read_answer(PRINTED[how])
    assert found is not None and as_lines(found[None]) == [LINE]


def test_arrays_and_lists_are_read():
    for answer in (BOARD, BOARD.reshape(9, 9), LISTS, BOARD.tolist(), BOARD.astype(float), ROWS, list(LINE)):
        assert (read_answer(answer) == BOARD).all()


@pytest.mark.parametrize(
    "answer",
    ["", "I cannot solve it.", LINE[:80], LINE + "1", "\n".join(ROWS[:8]), "." * 81, "<answer></answer>" + "x",
     f"{LINE} <answer>no</answer>", [[1, 2], [3]], [10] * 81, None, 3, {"a": 1}, "[" * 5000, "1 " * 80, "0" * 81,
     "[ " * 4000 + "] " * 4000, "Row 1: " * 9000],
)  # fmt: skip
def test_what_holds_no_board_is_not_read(answer):
    assert read_answer(answer) is None


def test_larger_and_smaller_boards_are_read():
    for size in (4, 6, 16):
        board = engine.generate(1, seed=1, size=size)[0]
        letters = as_lines(board[None])[0]
        numbers = "\n".join(" ".join(map(str, row)) for row in board.reshape(size, size).tolist())
        for text in (letters, numbers, json.dumps(board.reshape(size, size).tolist()), letters.lower()):
            assert (read_answer(f"Here:\n{text}\n", size) == board).all()


def test_empty_cells_are_kept():
    text = "\n".join(as_lines(PUZZLE[None])[0][i : i + 9] for i in range(0, 81, 9))
    for empty in ".0_*":
        assert (read_answer(text.replace(".", empty)) == PUZZLE).all()


# --- Rewards --------------------------------------------------------------------------------------------------------


def changed(cell, digit=None):
    answer = BOARD.copy()
    answer[cell] = answer[cell] % 9 + 1 if digit is None else digit
    return answer


def test_the_parts_of_a_reward():
    assert sum(WEIGHTS.values()) == 1
    best = engine.reward(LINE, PUZZLE)
    assert isinstance(best, float) and best == 1
    assert (best.format, best.clues, best.cells, best.solved) == (1, 1, 1, 1)
    assert engine.reward("no idea", PUZZLE) == 0
    empty, clue = int(np.flatnonzero(PUZZLE == 0)[0]), int(np.flatnonzero(PUZZLE)[0])
    near = engine.reward(changed(empty), PUZZLE)
    count = np.count_nonzero(PUZZLE == 0)
    assert (near.format, near.clues, near.solved) == (1, 1, 0)
    assert near.cells == pytest.approx(1 - 1 / count)
    broken = engine.reward(changed(clue), PUZZLE)
    assert broken.clues == pytest.approx(1 - 1 / (81 - count)) and broken.cells == 1 and broken.solved == 0
    assert engine.reward(PUZZLE, PUZZLE) == pytest.approx(WEIGHTS["format"] + WEIGHTS["clues"])
    assert 0 < broken < near < best
    assert near.data() == {"reward": float(near), "format": 1, "clues": 1, "cells": near.cells, "solved": 0}
    assert repr(best) == "Reward(format=1, clues=1, cells=1, solved=1)"


def test_a_known_solution_gives_the_same_reward():
    for answer in (BOARD, changed(3), PUZZLE, "nothing"):
        assert engine.reward(answer, PUZZLE, solution=BOARD) == engine.reward(answer, PUZZLE)


def test_any_solution_counts_where_there_are_several():
    assert engine.reward(LINE, np.zeros(81, np.uint8)) == 1
    assert engine.reward(changed(0), np.zeros(81, np.uint8)).solved == 0
    assert engine.reward(changed(0, 0), np.zeros(81, np.uint8)).solved == 0


def test_rewards_under_rules():
    board = engine.generate(1, seed=2, rules="diagonal")[0]
    puzzle = engine.carve(board[None], seed=2, rules="diagonal")[0]
    assert engine.reward(board, puzzle, rules="diagonal") == 1
    assert engine.reward(BOARD, np.zeros(81, np.uint8), rules="diagonal").solved == 0
    assert engine.reward(board, np.zeros(81, np.uint8), rules="diagonal").solved == 1
    killer = engine.make_killer(engine.Variant.of(4), 0, seed=4)
    assert engine.reward(engine.solve(killer), killer) == 1


def test_what_is_no_puzzle_is_refused():
    with pytest.raises(ValueError, match="no solution"):
        engine.reward(LINE, "11" + "." * 79)
    with pytest.raises(ValueError, match="one puzzle"):
        engine.reward(LINE, np.zeros((2, 81), np.uint8))
