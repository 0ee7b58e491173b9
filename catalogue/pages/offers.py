"""The levels and techniques that can be played, with how many puzzles each has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...engine.paths.examples import technique_in_words
from ...engine.paths.groups import grouped


class Practice(NamedTuple):
    """A technique that is the hardest step of some puzzles of the catalogue."""

    name: str
    title: str
    puzzles: int


@dataclass(frozen=True)
class Offers:
    """The choices of a catalogue: a level or technique without a puzzle is not offered."""

    levels: Mapping[str, int]
    """How many puzzles each level has, easy ones first."""
    techniques: Sequence[tuple[str, Sequence[Practice]]]
    """In groups, the usual ones first."""
    unscored: int
    """How many puzzles have no level."""

    def practice_of(self, name: str) -> Practice | None:
        """Return what is offered of a technique, by any of its names; None if no puzzle has it as its hardest step."""
        return next((each for _, some in self.techniques for each in some if each.name == name), None)


def practices(counts: Iterable[tuple[str, int]]) -> list[tuple[str, list[Practice]]]:
    """Return techniques in groups, from their names and how many puzzles have each as their hardest step."""
    return grouped((name, Practice(name, technique_in_words(name), count)) for name, count in counts)
