"""What a fill reports: while it runs, and at its end."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """A running fill: how many of the wanted boards are committed, and how many were refused or passed over."""

    written: int
    wanted: int
    duplicates: int
    unwanted: int
    seconds: float


@dataclass(frozen=True)
class FillReport:
    """What a fill has done."""

    seed: int
    wanted: int  # how many boards it was asked for
    boards: int  # new ones, numbered and written
    total: int  # in the catalogue now
    looked_at: int  # boards generated and compared
    attempts: int  # that the method took for them
    duplicates: int
    unwanted: int  # boards passed over: their puzzles were not of the kind wanted
    given_up: bool  # the tries ran out before all were found
    exhausted: bool  # all possible boards are stored
    interrupted: bool
    clues: Counter[int]  # how many puzzles have that many clues
    stages: Counter[str]  # seconds of work in each stage, summed over its threads
    seconds: float

    def data(self, clues: int | None = None) -> dict[str, object]:
        """Return the figures for programs; with `clues`, also how many puzzles have that many."""
        return {
            "wanted": self.wanted,
            "boards": self.boards,
            "total": self.total,
            "looked_at": self.looked_at,
            "attempts": self.attempts,
            "duplicates": self.duplicates,
            "unwanted": self.unwanted,
            **({"reached_clues": self.clues[clues]} if clues else {}),
            "clues": dict(sorted(self.clues.items())),
            "given_up": self.given_up,
            "exhausted": self.exhausted,
            "interrupted": self.interrupted,
            "seed": self.seed,
            "seconds": self.seconds,
        }
