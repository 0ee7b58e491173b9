"""Splits for machine learning: puzzles that are the same up to any symmetry are never on two sides."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import accumulate, islice
from math import isclose
from pickle import dump, load
from tempfile import TemporaryFile
from typing import IO, Any

from ...engine import keys
from ..puzzles.stored import from_lines

GUARANTEE = (
    "No puzzle or solution of one file is the image of one in another file under any symmetry of Sudoku: rows permuted"
    " within bands, columns within stacks, bands and stacks, transposition, and digits renamed. The side of a puzzle is"
    " decided by a BLAKE2b hash of the full canonical form of its solution, so it is the same in every export."
)

_CHUNK = 8192
_HASH_BYTES = 8


def check_shares(shares: Mapping[str, float]) -> None:
    """ValueError unless the shares are above 0 and sum up to 1."""
    if not shares or min(shares.values()) <= 0 or not isclose(sum(shares.values()), 1):
        raise ValueError(f"the shares {dict(shares)} are not numbers above 0 that sum up to 1")


def sides_of(solutions: Sequence[str], shares: Mapping[str, float], blocks: str | None = None) -> list[int]:
    """The side of each solution, one character per cell, as a place in the shares, which sum up to 1."""
    ends = list(accumulate(shares.values()))
    last = len(ends) - 1
    sides = []
    for key in keys(from_lines(solutions), symmetry="full", blocks=blocks):
        digest = hashlib.blake2b(key.tobytes(), digest_size=_HASH_BYTES).digest()
        place = int.from_bytes(digest, "big") / 2 ** (8 * _HASH_BYTES)
        sides.append(next((side for side, end in enumerate(ends) if place < end), last))
    return sides


class Split:
    """The rows of each side, in temporary files until they are written. Close it, or use it as a context manager."""

    def __init__(self, rows: Iterable[Sequence[Any]], shares: Mapping[str, float], blocks: str | None = None) -> None:
        """Split rows by their last column, the solution, which the sides leave out."""
        self._stack = ExitStack()
        self._shares = shares
        self._files = {name: self._stack.enter_context(TemporaryFile()) for name in shares}  # noqa: SIM115
        self.counts = dict.fromkeys(shares, 0)
        source = iter(rows)
        names = list(shares)
        while chunk := list(islice(source, _CHUNK)):
            parts: dict[str, list[Sequence[Any]]] = {name: [] for name in names}
            for row, side in zip(chunk, sides_of([row[-1] for row in chunk], shares, blocks), strict=True):
                parts[names[side]].append(tuple(row)[:-1])
            for name, part in parts.items():
                self.counts[name] += len(part)
                dump(part, self._files[name], protocol=5)

    def rows(self, name: str) -> Iterator[Sequence[Any]]:
        """Yield the rows of a side, in their order."""
        file = self._files[name]
        file.seek(0)
        yield from _loaded(file)

    def about(self, name: str) -> dict[str, str]:
        """The metadata of a side's file."""
        return {"split": name, "shares": json.dumps(self._shares), "guarantee": GUARANTEE}

    def __enter__(self) -> Split:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _loaded(file: IO[bytes]) -> Iterator[Sequence[Any]]:
    while True:
        try:
            yield from load(file)
        except EOFError:
            return
