"""Texts that are foreign, or hostile, come out as they went in, and no terminal obeys them: on both databases."""

import csv
import io
import json
import re
import sys
import unicodedata

import pytest
from starlette.testclient import TestClient

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import printable
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.web.serving import create_app
from board_catalogue.catalogue.web.site import Config

TEXTS = {
    "plain": "A plain title",
    "no-break space": "No\xa0break",
    "soft hyphen": "Su\xaddo\xadku",
    "ideographic space": "数独　問題",
    "joined emoji": "👩\u200d🔬 and 👨\u200d👩\u200d👧",
    "no width": "zero\u200bwidth",
    "combining marks": "e\u0301 a\u0308\u0323 Z̈́͆",
    "right to left": "חידה \u200fمسألة\u200e",
    "turned round": "invoice\u202egpj.exe\u202c \u2066x\u2069",
    "next line": "one\x85two\u2028three\u2029four",
    "title of the window": "\x1b]0;owned\x07 after",
    "colour": "\x1b[31mred\x1b[0m",
    "C1": "\x9b31mred\x9d0;owned\x9c",
    "return": "good\rbad",
    "lines": "one\ntwo\r\nthree",
    "tab": "one\ttwo",
    "backspace": "safe\x08\x08\x08\x08evil\x7f",
    "NUL": "before\x00after",
    "lone surrogates": "high \ud83d low \udc69",
    "quotes": "\"'`;--,|<b>&amp;</b>{}%s\\n",
    "formula": "=1+1",
    "private": "\ue000\ufeff\ufffe\U000e0041",
    "long": "ü" * 32_768,
}
OBEYED = {*map(chr, (*range(9), *range(11, 32), *range(127, 160))), *"\u202e\u202c\u2066\u2069\u2028\u2029"}
NAMES = list(TEXTS)
TAGS = [text for text in TEXTS.values() if len(text) < 100 and not (OBEYED | set("\t\n\ud83d")) & set(text)]


def kept(text):
    """The text as a catalogue keeps it: no database has NUL, and no UTF-8 has half of a surrogate pair."""
    return "".join("\ufffd" if letter == "\0" or unicodedata.category(letter) == "Cs" else letter for letter in text)


def as_xml(text):
    """What XML keeps."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


KEPT = {text: kept(text) for text in TEXTS.values()}
LOST = {  # what a format cannot hold
    "opensudoku": as_xml,
    "sdk": lambda text: re.sub("[\r\n]+", " ", text),
}
COLUMNS = ("title", "author", "description")


def checked(outcome, *, status=0):
    """An outcome without a fault of the program, whose texts no terminal obeys."""
    assert outcome.status == status and "Traceback" not in outcome.err, outcome.err[-2000:]
    assert not OBEYED & set(outcome.err), outcome.err
    return outcome


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Puzzles with the texts in all fields, in a file with a foreign name."""
    boards = engine.generate(len(TEXTS), seed=41)
    puzzles = engine.carve(boards, seed=1, clues=30)
    told = [
        {"puzzle": engine.Grid(puzzle).line(), **dict.fromkeys((*COLUMNS, "note"), text)}
        for puzzle, text in zip(puzzles, TEXTS.values(), strict=True)
    ]
    path = tmp_path_factory.mktemp("foreign") / "数独　\x1b[31m\xa0\udcff.json"
    path.write_text(json.dumps(told))
    return path


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def told(request, tmp_path_factory, file):
    """A catalogue of them, with a tag for each that is fit for one."""
    on_server = request.param == "postgresql"
    home = request.getfixturevalue("postgresql").new() if on_server else tmp_path_factory.mktemp("told") / "home"
    with catalogue.open(home) as opened:
        said = []
        opened.import_file(file, on_notice=said.append)
        assert [line.split(": ")[1][:27] for line in said] == ["2 puzzles came with texts t"]
        for number, name in enumerate(TAGS):
            opened.tag(name, [number])
    return home


def rows_of(home, *columns):
    with catalogue.open(home) as opened:
        return [tuple(row) for row in opened.puzzles().rows(columns)]


@pytest.mark.daily("sqlite")
def test_texts_come_out_of_the_database_as_they_went_in(told, file):
    assert rows_of(told, *COLUMNS) == [(text,) * 3 for text in KEPT.values()]
    assert {name for (name,) in rows_of(told, "source")} == {kept(str(file))}
    tags = rows_of(told, "tags")
    assert tags[: len(TAGS)] == [([name],) for name in TAGS]
    with catalogue.open(told) as opened:
        for number, name in enumerate(TAGS):
            assert [each.number for each in opened.puzzles(tag=name)] == [number]
        assert [each.number for each in opened.puzzles(about="数独　問題")] == [NAMES.index("ideographic space")]
        assert opened.verify().faults == []


@pytest.mark.daily(
    "sqlite-table", "postgresql-sdk", "postgresql-opensudoku", "postgresql-csv", "postgresql-sqlite", "postgresql-table"
)
@pytest.mark.parametrize("format", [name for name, each in FORMATS.items() if each.keeps_notes or each.keeps_columns])
def test_texts_leave_and_come_back(call, told, tmp_path, format):
    if not FORMATS[format].is_read:
        pytest.skip("only written")
    path = tmp_path / f"out.{format}"
    checked(call("export", "all", "--format", format, "--output", path, "--home", told))
    checked(call("import", path, "--input-format", format, "--home", tmp_path / "again"))
    columns = FORMATS[format].keeps_notes or COLUMNS
    expected = [(LOST.get(format, str)(text),) * len(columns) for text in KEPT.values()]
    assert rows_of(tmp_path / "again", *columns) == expected


@pytest.mark.daily(every=4)
@pytest.mark.parametrize("format", [name for name, each in FORMATS.items() if not each.keeps_columns])
def test_other_formats_are_written(call, told, tmp_path, format):
    which = "10" if format in ("svg", "png") else "all"
    checked(call("export", which, "--format", format, "--output", tmp_path / f"out.{format}", "--home", told))


def test_a_merge_takes_texts_along(told, tmp_path):
    if not isinstance(told, type(tmp_path)):
        pytest.skip("a database of a server is no file to merge")
    with catalogue.open(tmp_path / "merged") as merged:
        assert merged.import_file(told / "catalogue.db").new == len(TEXTS)
    assert rows_of(tmp_path / "merged", *COLUMNS, "tags") == rows_of(told, *COLUMNS, "tags")


READING = {
    "stats": [],
    "verify": [],
    "hint": ["10"],
    "path": ["10"],
    "solve": ["10"],
    "rate": ["10"],
    "query": ["--columns", "id,title,author,description,source,tags"],
    "book": ["--output", "book.pdf"],
    "backup": ["copy.db"],
}


@pytest.mark.daily(
    *(f"sqlite-{command}" for command in ("stats", "hint", "path", "solve", "rate", "backup")),
    "postgresql-verify",
)
@pytest.mark.parametrize("command", READING)
def test_no_command_fails_or_lets_a_terminal_obey(call, told, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    done = checked(call(command, *READING[command], "--home", told))
    assert not OBEYED & set(done.out)


@pytest.mark.slow
def test_each_puzzle_is_shown(call, told):
    for number, text in enumerate(KEPT.values()):
        out = checked(call("show", number, "--home", told)).out
        assert not OBEYED & set(out)
        assert printable(re.sub("[ \t\n\r]+", " ", text)) in out


def test_data_in_a_pipe_have_every_character(call, told):
    words = ("query", "--columns", "id,title", "--home", told, "--format")
    for rows in (
        csv.DictReader(io.StringIO(call(*words, "csv").out, newline="")),
        json.loads(call(*words, "json").out),
    ):
        assert [row["title"] for row in rows] == list(KEPT.values())


def test_data_on_a_terminal_have_none_that_it_obeys(call, told, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for format in ("csv", "tsv", "jsonl"):
        done = checked(call("export", "all", "--format", format, "--home", told))
        assert "数独　問題" in done.out or format == "jsonl"
        assert not OBEYED & set(done.out)


@pytest.mark.slow
def test_pages_and_the_api_show_them(told):
    client = TestClient(create_app(Config(home=told)), base_url="http://127.0.0.1:8000")
    for number in range(len(TEXTS)):
        assert client.get(f"/boards/{number}").status_code == 200
        found = client.get(f"/api/boards/{number}")
        assert found.status_code == 200 and json.loads(found.content)
    for page in ("/", "/api/puzzles?limit=50", "/api/puzzles?about=数独"):
        assert client.get(page).status_code == 200, page
