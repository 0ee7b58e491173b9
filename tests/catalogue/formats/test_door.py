"""The door: twelve texts that people have, which every face reads alike; and what a program gives."""

import gzip
import io
import os
import zipfile
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, How
from board_catalogue.catalogue.formats.applications import SERVICES
from board_catalogue.catalogue.formats.door import given_in, number_in, opened
from board_catalogue.catalogue.web.serving import create_app
from board_catalogue.catalogue.web.site import Config
from board_catalogue.engine.rules.formats import f_puzzles, sudokupad

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
KILLER = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R2C1.Cage~7~R1C3~R1C4.~R4C4_1"


def written(name):
    file = io.StringIO()
    FORMATS[name].write([(PUZZLE,)], ("givens",), file)
    return file.getvalue()


TEXTS = {
    "a link of SudokuWiki": SERVICES["sudokuwiki"](PUZZLE),
    "a link of the page": f"http://127.0.0.1:8000/play?puzzle={PUZZLE}",
    "a link of OpenSudoku": SERVICES["opensudoku"](PUZZLE),
    "OpenSudoku": written("opensudoku"),
    "a row of a table": f'1,"{PUZZLE}",hard',
    "nine lines": "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)),
    "sdk": f"#ARuud\n{written('sdk')}",
    "hodoku": written("hodoku").strip(),
    "cells": PUZZLE,
    "a drawing": written("grid"),
    "constraint text": written("constraints").strip(),
    "a link of SudokuPad": SERVICES["sudokupad"](PUZZLE),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return TestClient(
        create_app(Config(home=tmp_path_factory.mktemp("none") / "home")),
        base_url="http://127.0.0.1:8000",
        follow_redirects=False,
    )


def of_library(word):
    (row,) = catalogue.solve(word)
    return row.solution


def of_pipe(content):
    """The puzzles of a standard input that can be read once."""
    ours, theirs = os.pipe()
    writer = Thread(target=lambda: os.fdopen(theirs, "wb").write(content))
    writer.start()
    before = os.dup(0)
    os.dup2(ours, 0)
    try:
        with opened("-") as found:
            return [given.puzzle for given in found.each()]
    finally:
        os.dup2(before, 0)
        os.close(before)
        os.close(ours)
        writer.join()


@pytest.mark.daily("a link of OpenSudoku", "a drawing")
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_the_same_puzzle_in_every_face(call, client, tmp_path, name):
    text, path = TEXTS[name], tmp_path / "puzzle.txt"
    path.write_text(f"{text}\n")
    assert of_library(text) == of_library(path) == of_library(text.encode()) == SOLUTION
    assert of_pipe(text.encode()) == [PUZZLE]
    drawn = call("show", PUZZLE).out
    assert call("show", text)[:2] == call("show", path)[:2] == (0, drawn)
    assert call("solve", text, "--format", "line").out == call("solve", path, "--format", "line").out
    assert call("import", path, "--dry-run").status == 0
    assert client.post("/api/solve", json={"puzzle": text}).json()["solutions"] == [SOLUTION]
    address = client.post("/play", data={"puzzle": text}).headers["location"]
    assert parse_qs(urlsplit(address).query) == {"puzzle": [PUZZLE]}


@pytest.mark.parametrize("text", [f_puzzles.write, sudokupad.write, lambda variant: f"http://x/play?puzzle={KILLER}"])
def test_a_link_keeps_its_rules(tmp_path, text):
    link, path = text(engine.read_variant(KILLER)), tmp_path / "link.txt"
    path.write_text(f"{link}\n{link}\n")
    (expected,) = catalogue.solve(KILLER)
    found = [*catalogue.solve(link), *catalogue.solve(path)]
    assert [(row.solution, row.solutions) for row in found] == [(expected.solution, expected.solutions)] * 3


def test_a_link_of_the_page_keeps_blocks_rules_and_constraints():
    six = "." * 35 + "6"
    assert given_in(f"http://x/play?puzzle={six}&blocks=3x2").blocks == "3x2"
    assert given_in(f"http://x/play?puzzle={PUZZLE}&rules=diagonal").variant.uses[0].rule == "diagonal"
    given = given_in(f"http://x/play?puzzle={PUZZLE}&constraints=.Windoku")
    assert (given.variant.uses[0].rule, given.puzzle) == ("windoku", PUZZLE)


@pytest.mark.slow
def test_a_pipe_is_read_whatever_it_holds():
    many = "".join(f"{PUZZLE} {number}\n" for number in range(3000)).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("many.txt", many)
    for content in (many, gzip.compress(many), packed.getvalue()):
        assert of_pipe(content) == [PUZZLE] * 3000


def test_what_a_program_has_is_taken_as_it_is(tmp_path):
    grid = engine.Grid.parse(PUZZLE)
    for one in (grid, grid.to_numpy(), engine.Variant.of(9).with_givens(grid.to_numpy().ravel().tolist())):
        assert of_library(one) == SOLUTION
    with catalogue.open(tmp_path / "home") as found:
        found.fill(3, seed=2, threads=1)
        assert next(iter(found.solve(2))).solution == next(iter(found.solve("2"))).solution == found[2].answer
    assert number_in("0340000002000000") is None and number_in(PUZZLE) is None
    assert number_in("12.1").place == 1


@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("https://example.org/about", "the puzzle: line 1: this link has no puzzle in it"),
        ("1" * 81, "the puzzle: r1c1 and r1c2 contradict each other: both are 1"),
        (f"..11{77 * '.'}", "the puzzle: r1c3 and r1c4 contradict each other: both are 1"),
        (f"{PUZZLE}\n{PUZZLE[1:]}\n", "the puzzle: it has 80 characters, not 81"),
        (f"{PUZZLE}\n{PUZZLE}\n", "the puzzle holds 2 puzzles; this takes one"),
        (written("hodoku") * 2, "the puzzle holds 2 puzzles; this takes one"),
        ("nothing.txt", "nothing.txt: No such file or directory; name a file that holds a puzzle"),
        ("https:", "https:: No such file"),
    ],
)
def test_what_is_no_single_puzzle_is_told_in_one_line(word, fault):
    with pytest.raises(CatalogueError) as error, opened(word) as found:
        found.single()
    assert str(error.value).startswith(fault) and "\n" not in str(error.value)


def test_a_file_is_opened_once_and_only_as_far_as_it_is_read(tmp_path, monkeypatch):
    path, seen = tmp_path / "many.txt", []
    path.write_text(f"{PUZZLE}\n" * 10_000)
    real = io.FileIO
    monkeypatch.setattr(io, "FileIO", lambda name: seen.append(name) or real(name))
    with opened(Path(path)) as found:
        assert not found.is_one()
        assert sum(1 for _ in found.each()) == 10_000
    with opened(path) as found, pytest.raises(CatalogueError, match="longer than 65,536 bytes"):
        found.single()
    assert seen == [path, path]


def test_options_that_contradict_a_puzzle_are_no_fault_of_its_text():
    for how in (How(rules="diagonal"), How(size=4), How(base=1)):
        with pytest.raises(ValueError, match=r"leave out `rules`|has its shape in its text"), opened(KILLER, how):
            pass
    with pytest.raises(ValueError, match="size 7 has no usual blocks"), opened(PUZZLE, How(size=7)):
        pass
