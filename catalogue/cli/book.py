"""Make a PDF book of puzzles, with solutions at the back.

Each --grade or --level makes a chapter with that many puzzles. Without them, one chapter has all puzzles that the
other options choose, or all of a file. The book is refused if there are fewer puzzles than asked for.

--language de makes a German book, fr a French and es a Spanish one. For another language it names a file with lines
such as contents = "Inhalt"; catalogue/README.md lists the words. --font names the font that has their letters.

\b
Examples:
  catalogue book --grade easy=2 --grade medium=12 --output book.pdf
  catalogue book puzzles.csv --paper 6x9 --author "A. Name" --output mine.pdf
  catalogue book --limit 24 --per-page 6 --paper letter --output train.pdf
  catalogue book --grade hard=9 --title "On the train" --output x.pdf
  catalogue book --level medium=24 --level unfair=6 --output levels.pdf
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import typer

from ...engine.grades import Grade, Level
from ..requests.shared import goals_of
from ..requests.standard_input import kept_standard_input
from ..verbs.book import BookRequest, book
from .options import DEFAULT_HOME, Home
from .values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles the book has, and how it looks."""

    request: BookRequest
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the book."""
    request = options.request
    for option, wanted in (("--grade", goals_of(request.grade, Grade)), ("--level", goals_of(request.level, Level))):
        for mark, count in wanted:
            if count is None:
                raise typer.BadParameter(f"{option} {mark} needs a number, such as {mark}=50")
    path = Path(request.puzzles or "")
    with kept_standard_input(path), usage_errors():
        book(options.home, replace(request, puzzles=request.puzzles and path))
