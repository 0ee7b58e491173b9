"""A site without a server: what the server would answer, as files that need nothing but each other."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from html import unescape
from typing import Any, NamedTuple

from ...engine import SOLVING_TECHNIQUES, Grid, ScoreStatus, Variant, __version__, score
from ...engine.grades import SCORED_BLOCKS, Level
from ...engine.paths import LESSONS, Lesson, course, exercises, grouped, hardest_of
from ...engine.paths.lessons import TAKEN
from ...engine.rules.model import SIZES
from ...engine.shape import DIGITS
from ...engine.words import words_in
from ..puzzles.settings import Settings
from ..puzzles.stored import from_lines
from ..puzzles.techniques import scored_number, worth_of
from .boards import GridView, Image, legend, lines, name_of
from .contents import (
    CARD_COLUMNS,
    Offers,
    card_of,
    example_name,
    game_key,
    lesson_values,
    play_values,
    practices,
)
from .desk import desk_values
from .rendering import (
    ENGINE,
    FILES,
    RULED,
    STATIC,
    engine_script,
    environment,
    joined,
    ruled_script,
    translator,
)

File = tuple[str, bytes]
"""A path within the site, with / between folders, and the content."""

_MAIN, _END = '<main id="main" tabindex="-1">', "</main>"

_ON_A_PAGE = 48  # puzzles of a list

_LESSONS = [lesson for lesson in LESSONS if lesson.score is not None]
"""The techniques that the paths of a site can have, which are those of scores."""


class SitePuzzle(NamedTuple):
    """A puzzle of the site, with what draws and lists go by. One under rules has a key."""

    row: Mapping[str, Any]
    level: str | None = None
    hardest: str | None = None
    key: str | None = None


class SitePages:
    """The files of a site with a title."""

    columns = tuple(dict.fromkeys(("id", *CARD_COLUMNS)))
    """The parts of a puzzle that the site needs."""

    def __init__(self, title: str, settings: Settings, language: str) -> None:
        """Begin a site of the puzzles of a catalogue with these settings, in a language."""
        self.title, self.settings, self.language = title, settings, language
        self.templates = environment(FILES, title, language)
        self.found: list[SitePuzzle] = []
        self._digest = blake2b(__version__.encode(), digest_size=6)
        """Of what the pages of this version say, so that a browser knows when it has others."""

    def puzzle(self, row: Mapping[str, Any]) -> Iterator[File]:
        """Take a puzzle, and yield the page of one under rules, which has drawings; `row` has `columns`."""
        if variant := self.settings.game.variant(row["givens"], row["constraints"]):
            yield self._ruled(row, variant)
        else:
            self.found.append(SitePuzzle(row))

    def of_all(self) -> Iterator[File]:
        """Yield the files that are no puzzle of the catalogue: pages, lessons, scripts, styles, what draws need."""
        puzzles = self.found = self._weighed()
        of_level = Counter(each.level for each in puzzles if each.level)
        hardest = Counter(each.hardest for each in puzzles if each.hardest)
        easiest_first = sorted(hardest.items(), key=lambda each: worth_of(scored_number(each[0])))
        levels = {level.value: of_level[level] for level in Level if of_level[level]}
        offers = Offers(levels, practices(easiest_first), 0)
        empty = {"empty": self._empty("The puzzle that you enter"), "symbols": DIGITS[1:10], "text": "", "blocks": ""}
        choice = {"random": puzzles[0].row["id"], "offers": offers, "asked": {}, "message": "", "field": "", **empty}
        yield self._page_file("index.html", "choose.html", "/play", choice)
        about = {"about": " ", "next": "/play?level=easy"}
        game = play_values(Grid.empty(9), "", None, about, self.language) | {"grid": self._empty()}
        yield self._shared_page("play.html", "open.js", "/play", game)
        yield self._page_file("set.html", "set.html", "/set", desk_values(self.language) | {"draft": None})
        names = ("title_of_technique", "meaning", "symbols", "number", "following", "practice")
        exercise = {"technique": _LESSONS[0].name, "number": 1, "places": True}
        told = {"grid": self._empty(), "legend": legend(self.language), "has_lesson": True, "exercise": exercise}
        yield self._shared_page("practise.html", "exercise.js", "/practise/", dict.fromkeys(names, "") | told)
        for lesson in _LESSONS:
            values = lesson_values(lesson, _LESSONS, self.language) | {"practice": offers.practice_of(lesson.name)}
            values |= self._example(lesson)
            yield self._page_file(f"techniques/{lesson.name}.html", "lesson.html", "/techniques/", values)
        groups = grouped((lesson.name, lesson.said_in(self.language)) for lesson in _LESSONS)
        yield self._page_file("techniques.html", "lessons.html", "/techniques", {"groups": groups, "offers": offers})
        for level in (None, *offers.levels):
            yield from self._lists(level, offers.levels)
        yield "data/site.js", script("site", packed(self._contents()))
        yield from self._static()

    def _contents(self) -> dict[str, Any]:
        """Return the data about all puzzles that the scripts use."""
        puzzles, is_plain = self.found, [each.key is None for each in self.found]
        return {
            "numbers": [str(each.row["id"]) for each in puzzles],
            "puzzles": [each.row["givens"] if plain else None for each, plain in zip(puzzles, is_plain, strict=True)],
            "pattern": [each.row["pattern"] if each.row["clues"] else None for each in puzzles],
            "level": [each.level for each in puzzles],
            "technique": [each.hardest for each in puzzles],
            "keys": [each.key for each in puzzles],
            "blocks": self.settings.shape.blocks,
            "exercises": {lesson.name: exercises()[lesson.name] for lesson in course()},
        }

    def _weighed(self) -> list[SitePuzzle]:
        """The puzzles, plain ones with their levels too."""
        plain = [each.row["givens"] for each in self.found if each.key is None]
        if not plain or self.settings.size > SIZES[-1]:
            return self.found
        shape, names = self.settings.shape, {each.number: each.name for each in SOLVING_TECHNIQUES}
        scores = score(from_lines(plain), blocks=shape.blocks)
        marks = iter(zip(scores["level"].tolist(), scores["hardest"].tolist(), strict=True))
        is_scored = shape.blocks == SCORED_BLOCKS

        def weighed(puzzle: SitePuzzle) -> SitePuzzle:
            level, hardest = next(marks)
            return puzzle._replace(level=list(Level)[level], hardest=names.get(hardest) if is_scored else None)

        return [weighed(each) if each.key is None else each for each in self.found]

    def _ruled(self, row: Mapping[str, Any], puzzle: Variant) -> File:
        number, (scored,) = str(row["id"]), score([puzzle])
        is_scored = scored["status"] == ScoreStatus.SCORED
        level, hardest = (list(Level)[scored["level"]], hardest_of(scored)) if is_scored else (None, None)
        self.found.append(SitePuzzle(row, level, hardest, game_key(puzzle)))
        words = words_in(self.language)
        about = {"number": number, "level": level, "about": level and words.say("levels", level)}
        about["next"] = f"/play?level={level}&not={number}" if level else None
        values = play_values(puzzle, name_of(number, Image(), self.language), None, about, self.language)
        head, _, rest = self._page("play.html", "/play", values).partition(_MAIN)
        title = unescape(head.partition("<title>")[2].partition("</title>")[0])
        content = script("puzzle", number, packed({"title": title, "page": rest.rpartition(_END)[0]}))
        self._digest.update(content)
        return f"data/puzzles/{number}.js", content

    def _empty(self, name: str = "", clues: str = "." * 81) -> GridView:
        """A board of 9x9 whose cells are made by the script of the page."""
        return GridView(translator(self.language)(name) if name else "", 9, SCORED_BLOCKS, clues, (), None)

    def _example(self, lesson: Lesson) -> dict[str, Any]:
        """The values of the example of a lesson, whose step is found in the tab."""
        if lesson.example is None:
            return {}
        grid = self._empty(clues=lesson.example)._replace(name=example_name(lesson, self.language))
        example = {"puzzle": lesson.example, "technique": lesson.name, "taken": TAKEN.get(lesson.name, 0)}
        return {"grid": grid, "example": example}

    def _lists(self, level: str | None, levels: Mapping[str, int]) -> Iterator[File]:
        """The pages of a list, of all puzzles or of those of a level; a script fills that of plain puzzles alone."""
        some = [each for each in self.found if level in (None, each.level)]
        is_plain = all(each.key is None for each in self.found)
        name, pages = f"{level}-" if level else "", 1 if is_plain else -(-len(some) // _ON_A_PAGE)
        for page in range(1, pages + 1):
            begin = (page - 1) * _ON_A_PAGE
            shown = [] if is_plain else some[begin : begin + _ON_A_PAGE]
            values = {
                "lines": lines(self.settings.shape),
                "count": len(some),
                "first": some[0].row["id"],
                "level": level,
                "levels": levels,
                "puzzles": [
                    card_of({**each.row, "level": each.level}, self.settings, (), self.language) for each in shown
                ],
                "begin": begin + 1,
                "previous": f"{name}{page - 1}" if page > 1 else None,
                "next": f"{name}{page + 1}" if page < pages else None,
            }
            yield self._page_file(f"puzzles/{name}{page}.html", "list.html", "/puzzles", values)

    def _static(self) -> Iterator[File]:
        for path in sorted(STATIC.iterdir()):
            if path.name not in ("worker.js", "manifest.webmanifest"):
                yield f"static/{path.name}", joined(path.name)
        yield f"static/{ENGINE}", engine_script(self.language)
        yield f"static/{RULED}", ruled_script()
        yield "worker.js", (STATIC / "worker.js").read_bytes()
        manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
        icons = [icon | {"src": icon["src"].removeprefix("/")} for icon in manifest["icons"]]
        own = {"name": self.title, "short_name": self.title, "start_url": "index.html", "scope": "./", "icons": icons}
        yield "manifest.webmanifest", json.dumps(manifest | own, ensure_ascii=False).encode()

    def _shared_page(self, name: str, opener: str, path: str, values: Mapping[str, Any]) -> File:
        """A page that many puzzles share: a script opens one of them, and loads those of the page."""
        opened = {"shared": name, "opener": opener, "player": name.replace(".html", ".js")}
        return self._page_file(name, "open.html", path, {**values, **opened})

    def _page_file(self, name: str, template: str, path: str, values: Mapping[str, Any]) -> File:
        return name, self._page(template, path, values, name.count("/")).encode()

    def _page(self, template: str, path: str, values: Mapping[str, Any], depth: int = 0) -> str:
        common = {"path": path, "read_only": True, "version": self._digest.hexdigest()}
        return with_files(self.templates.get_template(template).render({**common, **values}), depth)


# --- Scripts ----------------------------------------------------------------------------------------------------


def script(function: str, *values: object) -> bytes:
    """A file that calls a function of static/open.js: browsers load no other data from a folder."""
    return f"catalogue.{function}({', '.join(map(_as_json, values))});\n".encode()


def _as_json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def packed(data: object) -> str:
    """Data as the text of their JSON, deflated: clues and pages are the same few signs many times."""
    return b64encode(zlib.compress(_as_json(data).encode(), 9)).decode()


_LINK = re.compile(r'(?P<name>\b(?:href|src|action|data-address))="/(?P<address>[^"]*)"')
_RULES = (
    (r"", "index.html"),
    (r"play", "index.html"),
    (r"practise/(?P<name>[\w-]+)\?exercise=(?P<number>\d)", r"practise.html?technique=\g<name>&exercise=\g<number>"),
    (r"practise/(?P<name>[\w-]+)", r"play.html?technique=\g<name>&start=1"),
    (r"play\?(?P<query>.*)", r"play.html?\g<query>"),
    (r"boards/(?P<number>[\w.-]+)(?:\?.*)?", r"play.html?board=\g<number>"),
    (r"set", "set.html"),
    (r"puzzles", "puzzles/1.html"),
    (r"puzzles\?level=(?P<level>\w+)", r"puzzles/\g<level>-1.html"),
    (r"puzzles/(?P<page>[\w-]+)", r"puzzles/\g<page>.html"),
    (r"techniques", "techniques.html"),
    (r"techniques/(?P<name>[\w-]+)", r"techniques/\g<name>.html"),
    (r"(?P<file>static/[\w.-]+|data/site\.js|manifest\.webmanifest)", r"\g<file>"),
)
"""Each kind of address without its first stroke, and its file."""


@cache
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
