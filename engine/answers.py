"""Answers of models to puzzles: a board read from what a model prints, a reward between 0 and 1, and an exact check.

A model prints a board in many ways: 81 characters, rows, a code fence, a Markdown table, lists of JSON, with words
around it. `read_answer` takes them all. The rule: if the text has `<answer>` or `\\boxed{`, the inside of the last one
counts; of several boards the last one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch, Boards, cells_of, check_puzzles, run, size_of
from .native import core
from .shape import DIGITS, NO_BLOCKS
from .solving import AnyRules, Puzzles, count_solutions, is_variant, only_solutions, solve

_TAGGED = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\s*\{")
_LATEX = re.compile(r"\\(?:begin|end)\s*\{\w+\*?\}(?:\{[^{}]*\})?|\\hline|\\text\b|\$")
"""Words of LaTeX around a table: what it holds stays."""
_SEPARATOR = re.compile(r"[-+=|:`~\s\u2500-\u257f]*")
"""A line that only divides: between bands, or below the heading of a table."""
_LABEL = re.compile(r"\W*+(?:(?:row|line|r|zeile|ligne|fila)\s*\d{1,2}\b\W*+|\d{1,2}[:)]\s)", re.IGNORECASE)
"""A name before the cells of a row, looked for at the beginning of a line alone."""
_BOLD = re.compile(r"^\*\*(\w+)\*\*$")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_BETWEEN = re.compile(r"[\s|,;\[\](){}\"'&\\\u2500-\u257f]+")
_EMPTY = frozenset("0._*-?xX") | {"null", "None", "nan"}


def read_answer(answer: Any, size: int = 9) -> Boards | None:
    """Return the board in an answer, `uint8 (S*S,)` with 0 for an empty cell, or None if there is none.

    The answer is text as a model prints it, or digits in lists or an array of S*S or (S, S). Text with `<answer>` or
    `\\boxed{` is looked at inside the last of them. Of several boards the last one counts.
    """
    if not isinstance(answer, str):
        return _of_digits(answer, size)
    if tagged := _TAGGED.findall(answer):
        return _last_board(tagged[-1], size)
    boxes = list(_BOXED.finditer(answer))
    return _last_board(_plain(_up_to_brace(answer[boxes[-1].end() :])) if boxes else answer, size)


def _up_to_brace(text: str) -> str:
    """The text before the brace that closes one before it; all of it if none does."""
    depth = 1
    for brace in re.finditer(r"[{}]", text):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return text[: brace.start()]
    return text


def _plain(latex: str) -> str:
    """The rows of a table of LaTeX, a line each."""
    return _LATEX.sub(" ", latex.replace("\\\\", "\n"))


def _of_digits(answer: Any, size: int) -> Boards | None:
    """A board of lists or an array; one text a cell is taken too."""
    try:
        cells = np.asarray(answer).reshape(-1)
    except ValueError:  # rows of several lengths
        return None
    if cells.dtype.kind in "iuf" and len(cells) == size * size:
        is_digit = (cells >= 0) & (cells <= size) & (cells == np.floor(cells))
        return cells.astype(np.uint8) if is_digit.all() else None
    if cells.dtype.kind not in "UO":
        return None
    words = [str(cell) for cell in cells]
    return _board(words, size) if len(words) == size * size else _last_board("\n".join(words), size)


def _last_board(text: str, size: int) -> Boards | None:
    """The board that ends last."""
    found = [*_whole_words(text, size), *_lists(text, size), *_rows(text, size)]
    for _, cells in sorted(found, key=itemgetter(0))[::-1]:
        if len(cells) == size * size and (board := _board(cells, size)) is not None:
            return board
    return None


Cells = Iterator[tuple[int, Sequence[str]]]
"""What may be boards: where each ends, and the words or the characters of its cells."""


def _whole_words(text: str, size: int) -> Cells:
    """What stands in one word, a character a cell."""
    for word in re.finditer(r"[\w.*?-]+", text):
        yield word.end(), word[0] if len(word[0]) == size * size else word[0].strip(".-*?")


def _lists(text: str, size: int) -> Cells:
    """What stands in brackets, as JSON and Python write lists of cells or of rows."""
    for end, inside in _bracketed(text):
        words = [word for word in re.split(r"[\s\[\],;\"']+", inside) if word]
        are_rows = len(words) == size and all(len(word) == size for word in words)  # rows as texts
        yield end, "".join(words) if are_rows else words


_DEEPEST = 3
"""Brackets around a row, around a board, and around several."""


def _bracketed(text: str) -> Iterator[tuple[int, str]]:
    """The ends and the contents of brackets, in one pass: a text of many open brackets costs no more than another."""
    opened: list[int] = []
    for match in re.finditer(r"[\[\]]", text):
        if match[0] == "[":
            opened.append(match.end())
        elif opened:
            begin = opened.pop()
            if len(opened) < _DEEPEST:
                yield match.end(), text[begin : match.start()]


def _rows(text: str, size: int) -> Cells:
    """S lines of S cells each. Lines between bands may divide them; of more lines the last S count."""
    rows: list[Sequence[str]] = []
    end, last = 0, 0
    for line in (*text.splitlines(keepends=True), "the end"):
        end += len(line)
        row = _row(line, size)
        if row is not None:
            rows.append(row)
            last = end
        elif not _SEPARATOR.fullmatch(line.strip()):
            yield last, [cell for row in rows[-size:] for cell in row]
            rows = []


def _row(line: str, size: int) -> Sequence[str] | None:
    """The cells of a line, if it is a row: S words, or S characters. A label such as "Row 1:" may stand before them."""
    if _SEPARATOR.fullmatch(line.strip()):
        return None
    label = _LABEL.match(line)
    for text in (line, line[label.end() :]) if label else (line,):
        words = [_BOLD.sub(r"\1", word) for word in _BETWEEN.split(text) if word]
        if len(words) == size + 1 and _digit(words[0], size) is None:  # the name of a row in a table
            words = words[1:]
        if len(words) == size and None not in [_digit(word, size) for word in words]:
            return words
        joined = "".join(words)
        if len(joined) == size and not _WORDS.search(joined) and None not in [_digit(cell, size) for cell in joined]:
            return joined
    return None


def _digit(word: str, size: int) -> int | None:
    """The digit of a cell, 0 for an empty one; None for what is no cell."""
    if word in _EMPTY:
        return 0
    if word.isdecimal():
        return int(word) if 0 < int(word) <= size else None
    value = DIGITS.find(word.upper()) if len(word) == 1 and size > 9 else -1
    return value if 9 < value <= size else None


def _board(cells: Sequence[str], size: int) -> Boards | None:
    """The board of S*S words or characters; None if one is no cell, or all are empty."""
    digits = [_digit(cell, size) for cell in cells]
    return None if None in digits or not any(digits) else np.array(digits, np.uint8)


# --- Rewards --------------------------------------------------------------------------------------------------------

WEIGHTS = {"format": 0.1, "clues": 0.2, "cells": 0.3, "solved": 0.4}
"""How much each part of a reward counts."""


class Reward(float):
    """A number from 0 to 1 with its parts, each from 0 to 1, which `WEIGHTS` weighs. 1.0 is a solution."""

    format: float
    """1.0 if the answer holds a board of the puzzle's size."""
    clues: float
    """The share of the clues that are kept."""
    cells: float
    """The share of the empty cells that are right. A puzzle of several solutions has no right cells: 1.0 if solved."""
    solved: float
    """1.0 if the answer is a solution."""

    def __new__(cls, **parts: float) -> Reward:
        """Weigh the parts: `format`, `clues`, `cells` and `solved`."""
        self = super().__new__(cls, sum(weight * parts.get(name, 0.0) for name, weight in WEIGHTS.items()))
        for name in WEIGHTS:
            setattr(self, name, parts.get(name, 0.0))
        return self

    def __repr__(self) -> str:
        return f"Reward({', '.join(f'{name}={getattr(self, name):.3g}' for name in WEIGHTS)})"

    def data(self) -> dict[str, float]:
        """Return the reward and its parts by name."""
        return {"reward": float(self), **{name: getattr(self, name) for name in WEIGHTS}}


def reward(
    answer: Any,
    puzzle: Puzzles,
    *,
    rules: AnyRules | None = None,
    solution: ArrayLike | None = None,
    blocks: str | None = None,
) -> Reward:
    """Return a number from 0 to 1 for an answer to a puzzle, with its parts.

    `answer` is what `read_answer` takes; one without a board is worth 0. `puzzle` is one board with empty cells, its
    text, or a variant. A known `solution` spares the time to solve; that it is the only one is taken on trust.
    ValueError for a puzzle that has no solution, and as in `solve`.
    """
    if is_variant(puzzle):
        return reward(answer, puzzle.clues, rules=puzzle, solution=solution)
    cells = check_puzzles(cast(ArrayLike, puzzle), blocks if rules is None else NO_BLOCKS)
    if cells.ndim != 1:
        raise ValueError("one puzzle is needed, not several")
    board = read_answer(answer, size_of(cells))
    if board is None:
        return Reward()
    clues = cells != 0
    kept = _share(board == cells, clues)
    known, several = solution, False
    if known is None:
        known, counts = solve(cells, rules, limit=2, blocks=blocks)
        if not counts:
            raise ValueError("the puzzle has no solution")
        several = bool(counts > 1)
    if several:
        is_solved = kept == 1 and satisfies(board, rules, blocks)
        right = float(is_solved)
    else:
        known = check_puzzles(known, NO_BLOCKS)
        is_solved, right = bool((board == known).all()), _share(board == known, ~clues)
    return Reward(format=1.0, clues=kept, cells=right, solved=float(is_solved))


def satisfies(board: Boards, rules: AnyRules | None = None, blocks: str | None = None) -> bool:
    """Whether one full board breaks no rule. Boards with an empty cell never do."""
    return bool(board.all()) and int(count_solutions(board, rules, limit=1, blocks=blocks)) == 1


def _share(right: Any, among: Any) -> float:
    return float(right[among].mean()) if among.any() else 1.0


# --- An exact check ------------------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """The verdicts on n answers; without the axis for a single one."""

    right_cells: NDArray[np.int32]
    """Cells that hold the digit of the puzzle's solution, clues included, `int32 (n,)`; -1 if it has several."""
    broken_clues: NDArray[np.int32]
    """Clues of the puzzle that the answer lacks or changes: `int32 (n,)`."""
    solved: NDArray[np.bool_]
    """Whether every cell is right, or, of several solutions, the answer is one: `bool (n,)`."""


def check(
    puzzles: ArrayLike,
    answers: ArrayLike,
    *,
    solutions: ArrayLike | None = None,
    rules: AnyRules | None = None,
    blocks: str | None = None,
    threads: int = 1,
) -> Checked:
    """Compare answers with the only solutions of their puzzles.

    `answers` are integers in the shape of `puzzles`, 0 for a cell left empty; any other number that is no digit is a
    wrong cell. A single puzzle can have many answers, `(n, S*S)`. Known `solutions`, in the shape of `puzzles`, spare
    the time to solve, which is most of it; that each is the only solution is then taken on trust. The same for any
    number of `threads`.

    `rules` are as in `solve`; such puzzles may have several solutions, and any of them counts.
    ValueError for a puzzle that has no solution, or several and no rules, solutions that are not full boards with its
    clues, answers of another shape, and as in `canonical`.
    """
    batch = Batch.of(puzzles, blocks if rules is None else NO_BLOCKS)
    given = _check_answers(answers, batch)
    rows, counts = np.atleast_2d(given), np.ones(1, np.int32)
    if solutions is not None:
        known = _check_solutions(solutions, batch, threads, has_rules=rules is not None)
    elif rules is None:
        known = only_solutions(batch, threads)
    else:
        known, counts = solve(batch.rows, rules, limit=2, threads=threads)
        if not counts.all():
            raise ValueError(f"board [{int(np.argmax(counts == 0))}] has no solution")
    right, broken = _compare(batch, rows, known, threads)
    solved = right == batch.shape.cells
    several = np.broadcast_to(counts > 1, solved.shape)
    if several.any():
        right[several], solved[several] = -1, False
        is_full = several & rows.all(axis=1) & (rows <= batch.shape.size).all(axis=1) & (broken == 0)
        if is_full.any():
            ruled = [rules[row] for row in np.flatnonzero(is_full)] if isinstance(rules, list | tuple) else rules
            solved[is_full] = count_solutions(rows[is_full], ruled, limit=1, threads=threads) == 1
    return Checked(*(each.reshape(given.shape[:-1]) for each in (right, broken, solved)))


def _compare(batch: Batch, answers: Boards, solutions: Boards, threads: int) -> NDArray[np.int32]:
    """The cells that are right, and the clues that are broken."""
    counts = np.empty((2, len(answers)), np.int32)
    of_puzzles, of_solutions = (
        np.ascontiguousarray(np.broadcast_to(boards, answers.shape)) for boards in (batch.rows, solutions)
    )
    run(core.check, batch.shape, of_puzzles, answers, of_solutions, counts[0], counts[1], threads=threads)
    return counts


def _check_solutions(solutions: ArrayLike, puzzles: Batch, threads: int, *, has_rules: bool) -> Boards:
    """Solutions with the clues of their puzzles; what else they have to fulfil is not looked at under rules."""
    known = Batch.of(solutions, puzzles.shape.blocks)
    if (known.axes, known.shape) != (puzzles.axes, puzzles.shape):
        shape, wanted = (*known.axes, known.shape.cells), (*puzzles.axes, puzzles.shape.cells)
        raise ValueError(f"solutions have shape {shape}, not {wanted} as the puzzles")
    if not has_rules:
        known.refuse_incomplete()
    broken = _compare(puzzles, known.rows, known.rows, threads)[1]
    if broken.any():
        raise ValueError(f"solution [{int(np.argmax(broken != 0))}] does not have the clues of its puzzle")
    return known.rows


def _check_answers(answers: ArrayLike, puzzles: Batch) -> Boards:
    given = np.array(cells_of(answers), order="C")  # a copy: another thread may change what was given
    if given.dtype.kind not in "ui":
        raise ValueError(f"answers have dtype {given.dtype}, not integers")
    cells = (puzzles.shape.cells,)
    if given.shape != (*puzzles.axes, *cells) and (puzzles.axes, given.ndim, given.shape[-1:]) != ((), 2, cells):
        raise ValueError(f"answers have shape {given.shape}, and the puzzles {(*puzzles.axes, *cells)}")
    if given.dtype != np.uint8:
        given = np.where((given < 0) | (given > 255), 0, given).astype(np.uint8)
    return given
