"""The pages of a site without a server: what the server would answer, as files that need nothing but each other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from html import unescape
from typing import Any, NamedTuple

from ...engine import Grid, Variant, __version__
from ...engine.boards import as_lines
from ...engine.grades import Level
from ...engine.paths.examples import LESSONS, example_of
from ...engine.paths.groups import grouped
from ...engine.solving import solve
from ...engine.words import words_in
from ..puzzles.settings import Settings
from ..puzzles.stored import grid_of
from ..puzzles.techniques import scored_number, worth_of
from .addresses import with_files
from .boards import Image, blocks_of, lines, name_of
from .cards import CARD_COLUMNS, card_of, game_key
from .lessons import lesson_values
from .offers import Offers, practices
from .playing import play_values
from .rendering import STATIC, STORED, environment
from .site_words import site_words
from .stored import columns_of, packed, script, stored_path
from .translating import translator

File = tuple[str, bytes]
"""A path within the site, with / between folders, and the content."""

_MAIN, _END = '<main id="main" tabindex="-1">', "</main>"

_ON_A_PAGE = 48  # puzzles of a list

_LESSONS = [lesson for lesson in LESSONS if lesson.score is not None]
"""The techniques that the paths of a site can have, which are those of scores."""


class SitePuzzle(NamedTuple):
    """A puzzle of the site, with what draws and lists go by."""

    number: str
    key: str
    level: str | None
    hardest: str | None
    card: Mapping[str, Any]
    """As `card_of` returns it; empty for an example of a lesson."""


class SitePages:
    """The files of a site with a title."""

    columns = tuple(dict.fromkeys(("id", "solution", *CARD_COLUMNS)))
    """The parts of a puzzle that the site needs."""

    def __init__(self, title: str, settings: Settings, language: str) -> None:
        """Begin a site of the puzzles of a catalogue with these settings, in a language."""
        self.title, self.settings, self.language = title, settings, language
        self.templates = environment(STORED, title, language)
        self._translate = translator(language)
        self._blocks: set[str] = set()
        self._digest = blake2b(__version__.encode(), digest_size=6)
        """Of what the pages of this version say, so that a browser knows when it has others."""

    def puzzle(self, row: Mapping[str, Any]) -> tuple[SitePuzzle, File]:
        """Return the file of a puzzle, its page and its path; `row` has `columns`."""
        card, number = card_of(row, self.settings, (), self.language), str(row["id"])
        puzzle = self.settings.game.variant(row["givens"], row["constraints"])
        grid = puzzle or grid_of(row["givens"], self.settings.shape.blocks)
        name = name_of(number, Image(), self.language)
        known, content = self._puzzle(number, name, grid, row["solution"])
        return known._replace(card=card | {"level": known.level}), (f"data/puzzles/{number}.js", content)

    def of_all(self, puzzles: Sequence[SitePuzzle]) -> Iterator[File]:
        """Yield the files that are no puzzle of the catalogue: pages, lessons, scripts, styles, what draws need."""
        offers = _offers(puzzles)
        yield self._page_file("play.html", "open.html", "/play", {})
        yield self._page_file("index.html", "choose.html", "/play", _choice(offers, puzzles[0].number))
        examples = []
        for lesson in _LESSONS:
            values = lesson_values(lesson, _LESSONS, self.language) | {"practice": offers.practice_of(lesson.name)}
            yield self._page_file(f"techniques/{lesson.name}.html", "lesson.html", "/techniques/", values)
            if example := example_of(lesson.name):
                solution = as_lines(solve(example.puzzle.to_numpy().reshape(1, -1)))[0]
                name = self._translate("An example of {title}", title=lesson.said_in(self.language).title)
                known, content = self._puzzle(lesson.name, name, example.puzzle, solution)
                examples.append(known)
                yield f"data/examples/{lesson.name}.js", content
        groups = grouped((lesson.name, lesson.said_in(self.language)) for lesson in _LESSONS)
        yield self._page_file("techniques.html", "lessons.html", "/techniques", {"groups": groups, "offers": offers})
        for level in (None, *offers.levels):
            yield from self._lists(puzzles, level, offers.levels)
        about = {
            "numbers": [each.number for each in puzzles],
            "level": [each.level for each in puzzles],
            "technique": [each.hardest for each in puzzles],
            "keys": [each.key for each in puzzles],
            "examples": {each.key: each.number for each in examples},
            "blocks": sorted(self._blocks),
            "words": site_words(self.language),
        }
        yield "data/site.js", script("site", about)
        yield from self._static()

    def _puzzle(self, number: str, name: str, puzzle: Grid | Variant, solution: str) -> tuple[SitePuzzle, bytes]:
        path = stored_path(puzzle, self.language)
        about = {
            "number": number,
            "level": path.level,
            "about": path.level and words_in(self.language).say("levels", path.level),
            "next": f"/play?level={path.level}&not={number}" if path.level else None,
        }
        values = play_values(puzzle, name, None, about, self.language) | {"is_scored": False}  # it has one path
        head, _, rest = self._page("play.html", "/play", values).partition(_MAIN)
        data = {
            "title": unescape(head.partition("<title>")[2].partition("</title>")[0]),
            "page": rest.rpartition(_END)[0],
            "solution": solution,
            "steps": columns_of(path.steps),
            "is_solved": path.is_solved,
        }
        content = script("puzzle", number, packed(data))
        self._digest.update(content)
        self._blocks.add(blocks_of(puzzle))
        return SitePuzzle(number, game_key(puzzle), path.level, path.hardest, {}), content

    def _lists(self, puzzles: Sequence[SitePuzzle], level: str | None, levels: Mapping[str, int]) -> Iterator[File]:
        """The pages of a list, of all puzzles or of those of a level."""
        some = [each for each in puzzles if level in (None, each.level)]
        name, pages = f"{level}-" if level else "", -(-len(some) // _ON_A_PAGE)
        for page in range(1, pages + 1):
            begin = (page - 1) * _ON_A_PAGE
            values = {
                "lines": lines(self.settings.shape),
                "count": len(some),
                "first": some[0].number,
                "level": level,
                "levels": levels,
                "puzzles": [each.card for each in some[begin : begin + _ON_A_PAGE]],
                "begin": begin + 1,
                "previous": f"{name}{page - 1}" if page > 1 else None,
                "next": f"{name}{page + 1}" if page < pages else None,
            }
            yield self._page_file(f"puzzles/{name}{page}.html", "list.html", "/puzzles", values)

    def _static(self) -> Iterator[File]:
        for path in sorted(STATIC.iterdir()):
            if path.name not in ("worker.js", "manifest.webmanifest"):
                yield f"static/{path.name}", path.read_bytes()
        yield "worker.js", (STATIC / "worker.js").read_bytes()
        manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
        icons = [icon | {"src": icon["src"].removeprefix("/")} for icon in manifest["icons"]]
        own = {"name": self.title, "short_name": self.title, "start_url": "index.html", "scope": "./", "icons": icons}
        yield "manifest.webmanifest", json.dumps(manifest | own, ensure_ascii=False).encode()

    def _page_file(self, name: str, template: str, path: str, values: Mapping[str, Any]) -> File:
        return name, self._page(template, path, values, name.count("/")).encode()

    def _page(self, template: str, path: str, values: Mapping[str, Any], depth: int = 0) -> str:
        common = {"path": path, "read_only": True, "version": self._digest.hexdigest()}
        return with_files(self.templates.get_template(template).render({**common, **values}), depth)


def _offers(puzzles: Sequence[SitePuzzle]) -> Offers:
    """The choices of the site."""
    of_level = Counter(each.level for each in puzzles if each.level)
    hardest = Counter(each.hardest for each in puzzles if each.hardest)
    levels = {level.value: of_level[level] for level in Level if of_level[level]}
    easiest_first = sorted(hardest.items(), key=lambda each: worth_of(scored_number(each[0])))
    return Offers(levels, practices(easiest_first), len(puzzles) - of_level.total())


def _choice(offers: Offers, first: str) -> dict[str, Any]:
    """The values of choose.html."""
    return {"random": first, "offers": replace(offers, unscored=0), "asked": {}, "message": "", "field": ""}
