"""The forms of the puzzles on boards that met an imported one, computed again."""

from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.formats.digits import from_lines
from catalogue.importing.proving import forms_of
from catalogue.verify.faults import UNKNOWN, Fault, extra, missing, wrong
from catalogue.verify.ground import Ground
from catalogue.verify.snapshot import Snapshot

_CHUNK = 512  # boards

_Puzzle = tuple[int, int, int, str]
"""Id, board, place and clues."""


def form_faults(ground: Ground, snapshot: Snapshot, doubtful: Collection[int]) -> list[Fault]:
    """Compare the rows of `forms` with the puzzles of their boards.

    A board that never met an imported puzzle has no form. One that is doubtful, or has clues that are wrong themselves,
    is left out: its forms follow when the rest is repaired.
    """
    query = "SELECT board_id FROM forms UNION SELECT board_id FROM puzzles WHERE place > 0"
    boards = [board for (board,) in snapshot.rows(query) if board not in doubtful]
    faults: list[Fault] = []
    for first in range(0, len(boards), _CHUNK):
        faults += _faults_on(ground, snapshot, boards[first : first + _CHUNK])
    return faults


def _faults_on(ground: Ground, snapshot: Snapshot, boards: Sequence[object]) -> list[Fault]:
    stored: dict[object, dict[bytes, object]] = defaultdict(dict)
    for board, form, place in snapshot.looked_up("SELECT board_id, form, place FROM forms WHERE board_id IN", boards):
        stored[board][form] = place
    query = "SELECT id, board_id, place, givens FROM puzzles WHERE board_id IN"
    rows: list[_Puzzle] = sorted(snapshot.looked_up(query, boards), key=lambda row: (row[1], row[2]))
    clues, sound = _read(ground, [row[3] for row in rows])
    unsound = {row[1] for row, fine in zip(rows, sound.tolist(), strict=True) if not fine}
    expected: dict[object, dict[bytes, int]] = defaultdict(dict)
    faults: list[Fault] = []
    forms = forms_of(clues[sound], ground.settings.symmetry, ground.settings.shape.blocks)
    for (id, board, place, _), form in zip((rows[index] for index in np.flatnonzero(sound)), forms, strict=True):
        if form in expected[board]:
            faults.append(Fault("puzzles", id, None, f"is the same puzzle as {board}.{expected[board][form]}", UNKNOWN))
        else:
            expected[board][form] = place
    for board in boards:
        if board not in unsound:
            faults += _compare(board, stored[board], expected[board])
    return faults


def _compare(board: object, stored: dict[bytes, object], expected: dict[bytes, int]) -> list[Fault]:
    faults: list[Fault] = []
    end = max(expected.values(), default=-1)
    for form in stored.keys() | expected.keys():
        key = {"board_id": board, "form": form}
        if form not in stored:
            faults.append(missing("forms", key, {"place": expected[form]}))
        elif form in expected and stored[form] != expected[form]:
            faults.append(wrong("forms", key, "place", stored[form], expected[form]))
        elif form not in expected:
            place = stored[form]
            if isinstance(place, int) and place > end:
                continue  # of a puzzle that an import is adding, or was when it was killed: the next one drops the form
            faults.append(extra("forms", key, place))
    return sorted(faults, key=str)


def _read(ground: Ground, texts: Sequence[object]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Clues, and which of them are a puzzle with one solution."""
    width = ground.settings.shape.cells
    good = [isinstance(text, str) and len(text) == width and text.isascii() for text in texts]
    lines = [str(text) if fine else "." * width for text, fine in zip(texts, good, strict=True)]
    clues = from_lines(lines) if lines else np.empty((0, width), np.uint8)
    sound = np.asarray(good, np.bool_) & (clues <= ground.settings.size).all(axis=1)
    chosen = np.flatnonzero(sound)
    sound[chosen] = engine.count_solutions(clues[chosen], blocks=ground.blocks) == 1
    return clues, sound
