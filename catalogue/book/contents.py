"""What a book has in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.board.shape import Shape
from engine.rating.grades import Grade

STARS = {grade: stars for stars, grade in enumerate(Grade, 1)}
"""How many stars each grade has, of as many as there are grades."""


class BookPuzzle(NamedTuple):
    """A puzzle of a book, one character a cell, with its grade if it has one."""

    puzzle: str
    solution: str
    grade: Grade | None


@dataclass(frozen=True)
class Chapter:
    """Puzzles under one heading."""

    name: str
    puzzles: Sequence[BookPuzzle]


@dataclass(frozen=True)
class Book:
    """A book: every puzzle of one shape, numbered from 1 through all chapters."""

    title: str
    shape: Shape
    chapters: Sequence[Chapter]

    @property
    def count(self) -> int:
        """How many puzzles it has."""
        return sum(len(chapter.puzzles) for chapter in self.chapters)

    def numbered(self) -> Iterator[tuple[Chapter, int]]:
        """Each chapter with the number of its first puzzle."""
        first = 1
        for chapter in self.chapters:
            yield chapter, first
            first += len(chapter.puzzles)
