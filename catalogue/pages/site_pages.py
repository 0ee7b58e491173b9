"""A site without a server: what the server would answer, as files that need nothing but each other."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from html import unescape
from typing import Any, NamedTuple

from ...engine import SOLVING_TECHNIQUES, Grid, Variant, __version__
from ...engine.boards import as_lines
from ...engine.grades import Level, Style
from ...engine.paths import (
    LESSONS,
    Position,
    course,
    example_of,
    exercises,
    grouped,
    meaning_in_words,
    path_of,
    technique_in_words,
)
from ...engine.solving import solve
from ...engine.words import ENGLISH, words_in
from ..puzzles.settings import Settings
from ..puzzles.stored import grid_of
from ..puzzles.techniques import scored_number, worth_of
from .boards import Image, blocks_of, cells_of, drawn, hinted, lines, name_of
from .contents import CARD_COLUMNS, Offers, card_of, exercise_values, game_key, lesson_values, play_values, practices
from .rendering import STATIC, STORED, environment, translator

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
        of_level = Counter(each.level for each in puzzles if each.level)
        hardest = Counter(each.hardest for each in puzzles if each.hardest)
        easiest_first = sorted(hardest.items(), key=lambda each: worth_of(scored_number(each[0])))
        levels = {level.value: of_level[level] for level in Level if of_level[level]}
        offers = Offers(levels, practices(easiest_first), 0)
        choice = {"random": puzzles[0].number, "offers": offers, "asked": {}, "message": "", "field": ""}
        yield self._page_file("play.html", "open.html", "/play", {})
        yield self._page_file("index.html", "choose.html", "/play", choice)
        examples = []
        for lesson in _LESSONS:
            values = lesson_values(lesson, _LESSONS, self.language) | {"practice": offers.practice_of(lesson.name)}
            yield self._page_file(f"techniques/{lesson.name}.html", "lesson.html", "/techniques/", values)
            example = example_of(lesson.name)
            if example and isinstance(example.puzzle, Grid):
                solution = as_lines(solve(example.puzzle.to_numpy().reshape(1, -1)))[0]
                name = self._translate("An example of {title}", title=lesson.said_in(self.language).title)
                known, content = self._puzzle(lesson.name, name, example.puzzle, solution)
                examples.append(known)
                yield f"data/examples/{lesson.name}.js", content
        for lesson in course():
            for number, _ in enumerate(exercises()[lesson.name], 1):
                values = exercise_values(lesson.name, number, self.language, with_answers=True)
                values["practice"] = offers.practice_of(lesson.name)
                yield self._page_file(f"practise/{lesson.name}-{number}.html", "practise.html", "/practise/", values)
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


_PLAYED = ("technique", "cells", "placement", "eliminations")
"""The fields of a step that the player uses, besides its drawing and what a hint says of it."""


class StoredPath(NamedTuple):
    """The path of a puzzle, with what lists and draws go by."""

    steps: list[dict[str, Any]]
    is_solved: bool
    level: Level | None
    """The hardest level of a step; None for a path that does not lead to the solution."""
    hardest: str | None
    """The technique of the hardest step."""


def stored_path(puzzle: Grid | Variant, language: str = ENGLISH) -> StoredPath:
    """Return the path of scores of a puzzle with one solution, each step drawn and said in a language.

    ValueError for a puzzle without exactly one solution, and an unknown language.
    """
    position, listed, levels = Position.of(puzzle), [], list(Level)
    path = path_of(cells_of(puzzle), blocks_of(puzzle), Style.score)
    for step in path:
        told, shown = hinted(step, language), drawn(position, step, language)
        listed.append(
            {name: getattr(step, name) for name in _PLAYED}
            | {"sentence": step.say(language)}
            | ({} if step.score is None else {"score": step.score})
            | {"where": told["where"], "look": {name: told[name] for name in ("units", "cells")}}
            | {"meaning": told["meaning"]}
            | shown
            | {"drawing": _lean(shown["drawing"])}
        )
        position.take(step)
    weighed = [(levels.index(Level(str(step.level))), step.worth, step.technique) for step in path if step.level]
    if not weighed or not position.is_solved:
        return StoredPath(listed, position.is_solved, None, None)
    level, _, hardest = max(weighed, key=lambda each: each[:2])
    return StoredPath(listed, True, levels[level], hardest)


def _lean(drawing: str) -> str:
    """A drawing without the sentence, which stands beside it, and with arrows to the nearest sixtieth of a cell."""

    def rounded(way: re.Match[str]) -> str:
        return re.sub(r"\d+\.\d", lambda found: f"{float(found[0]):.0f}", way[0])

    return re.sub(r' d="M[^"]*Q[^"]*"', rounded, re.sub("<title>.*?</title>", "", drawing))


# --- Scripts ----------------------------------------------------------------------------------------------------


def script(function: str, *values: object) -> bytes:
    """A file that calls a function of static/open.js: browsers load no other data from a folder."""
    return f"catalogue.{function}({', '.join(map(_as_json, values))});\n".encode()


def _as_json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def columns_of(steps: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the fields of some steps as lists, one a field: they pack better."""
    names = dict.fromkeys(name for step in steps for name in step)
    return {name: [step.get(name) for step in steps] for name in names}


def packed(data: object) -> str:
    """Data as the text of their JSON, deflated: a path is the same few shapes many times."""
    return b64encode(zlib.compress(_as_json(data).encode(), 9)).decode()


_OWN_STEPS = [
    each
    for each in SOLVING_TECHNIQUES
    if each.name == "full-house" or (each.name.startswith(("naked-", "hidden-")) and "rectangle" not in each.name)
]
"""The techniques of static/simple_steps.js."""

_TEXTS = {
    "lists": ("comma", "and", "clauses"),
    "results": ("so", "placed", "removed_one", "removed_many", "removed_too", "sentence", "look"),
    "reasons": ("full_house", "one_left", "no_other_place", "only_in_cells", "only_candidates"),
    "mistakes": ("wrong_digit", "missing_mark"),
}
"""The texts of static/simple_words.js, by the tables of a language."""


def site_words(language: str = ENGLISH) -> dict[str, Any]:
    """Return the texts that the scripts of a site need."""
    words, translate = words_in(language), translator(language)
    tables, techniques = words.tables, {}
    for each in _OWN_STEPS:
        level = words.say("levels", each.level)
        techniques[each.name] = {
            "title": technique_in_words(each.name, language),
            "worth": words.say("results", "score", score=words.number(each.score), level=level),
            "score": each.score,
            "meaning": meaning_in_words(each.name, language).rstrip("."),
        }
    return {
        **{table: {name: tables[table][name] for name in names} for table, names in _TEXTS.items()},
        "units": {kind: text for kind, text in tables["units"].items() if "{number}" in text and kind != "other"},
        "none": {"full": translate("the board is full"), "stuck": translate("no technique applies")},
        "no_such": translate("This site has no such puzzle."),
        "next_of_list": translate("Next of the list"),
        "techniques": techniques,
    }


_LINK = re.compile(r'(?P<name>\b(?:href|src|action|data-address))="/(?P<address>[^"]*)"')
_RULES = (
    (r"", "index.html"),
    (r"play", "index.html"),
    (r"practise/(?P<name>[\w-]+)\?exercise=(?P<number>\d)", r"practise/\g<name>-\g<number>.html"),
    (r"practise/(?P<name>[\w-]+)", r"play.html?technique=\g<name>&start=1"),
    (r"play\?(?P<query>.*)", r"play.html?\g<query>"),
    (r"boards/(?P<number>[\w.-]+)(?:\?.*)?", r"play.html?board=\g<number>"),
    (r"puzzles", "puzzles/1.html"),
    (r"puzzles\?level=(?P<level>\w+)", r"puzzles/\g<level>-1.html"),
    (r"puzzles/(?P<page>[\w-]+)", r"puzzles/\g<page>.html"),
    (r"techniques", "techniques.html"),
    (r"techniques/(?P<name>[\w-]+)", r"techniques/\g<name>.html"),
    (r"(?P<file>static/[\w.-]+|data/site\.js|manifest\.webmanifest)", r"\g<file>"),
)
"""Each kind of address without its first stroke, and its file."""


def file_of(address: str) -> str:
    """Return the file of an address such as `/play?board=12`, from the root of the folder; LookupError without one."""
    for kind, name in _RULES:
        if found := re.fullmatch(kind, address.removeprefix("/")):
            return found.expand(name)
    raise LookupError(f"a site without a server has no page {address}")


def with_files(html: str, depth: int = 0) -> str:
    """Return a page with files in place of addresses; `depth` is how many folders below the root it lies."""

    def linked(link: re.Match[str]) -> str:
        is_form = link["name"] == "action"  # which has a question after its address
        file = file_of(link["address"] + "?" * is_form).removesuffix("?")
        return f'{link["name"]}="{"../" * depth}{file}"'

    return _LINK.sub(linked, html)
