"""The reading of a drawing: the strict one, or a loose one that its one solution proves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice, product

from ..frame import Cells
from ..solving import solve_ruled
from .drawing import Drawing, Reading
from .joining import Joining
from .meanings import guesses


def read_drawing(drawing: Drawing) -> Reading:
    """Return the reading of a drawing with its text. ValueError for a rule that cannot hold where it is."""
    reading = Joining(drawing).reading()
    with suppress(ValueError):  # of a loose reading that cannot hold
        return reading if reading.understood else _confirmed(drawing) or reading
    return reading


MOST_GUESSES = 50_000
"""Guesses of the search within which the loose readings of a puzzle have to show its one solution."""
MANY = 100
"""Solutions that a puzzle has to have without the guessed rule that leaves one: from few, chance may choose one."""
MOST_TRIES = 24
"""Loose readings of one puzzle that are tried, at most."""


def _confirmed(drawing: Drawing) -> Reading | None:
    """Return a loose reading that its one solution proves, as an understood one; None if there is none.

    What is left over of it can only add to the rules, so that the one solution is that of the whole puzzle, and what
    was passed over can hardly have changed a rule: a wrong rule leaves a puzzle with none or many. A solution that the
    document has decides by itself.
    """
    plain = Joining(drawing, loosely=True)
    plain.reading()
    kinds_left = {mark.one.kind for mark in plain.marks if not mark.is_explained}
    fitting = [guesses(one, drawing.size, kinds_left) for one in plain.unread]
    found, rest = dict[Cells, Reading](), MOST_GUESSES
    for guessed in islice(product(*([None, *some] for some in fitting)), MOST_TRIES):  # the first guesses nothing
        said = {one.text: meaning for one, meaning in zip(plain.unread, guessed, strict=True) if meaning}
        with suppress(ValueError):  # of a rule that cannot hold
            joining = Joining(drawing, loosely=True, guessed=said)
            reading = joining.reading()
            is_sure = bool(joining.solution) or not joining.is_in_doubt
            if said and not is_sure:
                continue
            limit = 2 if said else MANY
            solutions, counts, spent = solve_ruled(reading.variant, limit=limit, most_guesses=rest)
            solution, rest = tuple(solutions[0].tolist()), rest - int(spent[0])
            if is_sure and counts[0] == 1 and joining.solution in ((), solution):
                more = [f"{text}: the puzzle has its one solution without it" for text in reading.left]
                found.setdefault(solution, replace(reading, left=(), kept=(*reading.kept, *more)))
            if rest <= 0 or not (said or counts[0] == MANY):
                break
    return next(iter(found.values())) if len(found) == 1 and rest > 0 else None
