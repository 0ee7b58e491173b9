"""Files that are compressed, in other encodings, with other columns, other line ends, or with lines that are bad."""

import gzip
import io
import json
import zipfile
from itertools import pairwise

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, How, readable
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.reading.reader import read_text

BOARDS = engine.generate(6, seed=3)
CARVED = engine.carve(BOARDS, seed=5)
PUZZLES = as_lines(CARVED)
SOLUTIONS = as_lines(BOARDS)


def content_of(name, rows=None, columns=("givens", "solution")):
    form = FORMATS[name]
    rows = rows or list(zip(PUZZLES, SOLUTIONS, strict=True))
    rows = rows if form.keeps_solution else [row[:1] for row in rows]
    file = io.BytesIO() if form.is_binary else io.StringIO()
    form.write(rows, columns[: len(rows[0])], file)
    return file.getvalue() if form.is_binary else file.getvalue().encode()


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return file.getvalue()


def puzzles_in(path, **how):
    with records_in(path, How(**how)) as (_, records):
        return [record.puzzle for record in records]


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# --- Compressed files ---------------------------------------------------------------------------------------------


def test_every_format_is_found_compressed_as_it_is_found_plain(file):
    for name in readable():
        content = content_of(name)
        ending = next(iter(FORMATS[name].endings), ".txt")
        assert puzzles_in(file(f"plain{ending}", content)) == PUZZLES, name
        assert puzzles_in(file(f"packed{ending}.gz", gzip.compress(content))) == PUZZLES, name
        assert puzzles_in(file("archive.zip", zipped(**{f"inside{ending}": content}))) == PUZZLES, name


def test_what_a_system_puts_into_an_archive_is_no_file_of_a_person(file):
    members = {"list.txt": "\n".join(PUZZLES), "__MACOSX/._list.txt": b"\0", ".DS_Store": b"\0", "folder/": b""}
    assert puzzles_in(file("list.zip", zipped(**members))) == PUZZLES


WRONG = [
    (zipped(a_txt=PUZZLES[0], b_txt=PUZZLES[1]), "a zip archive of 2 files: unpack it"),
    (zipped(), "a zip archive|no known format"),
    (gzip.compress("\n".join(PUZZLES * 200).encode())[:300], "the compressed file is damaged"),
    (b"PK\x03\x04 but no archive", "a zip archive that cannot be read"),
]


@pytest.mark.parametrize(("content", "message"), WRONG, ids=[message for _, message in WRONG])  # bytes hold the time
def test_a_wrong_compressed_file_is_answered_by_one_line(file, content, message):
    with pytest.raises(CatalogueError, match=message) as error:
        puzzles_in(file("wrong", content))
    assert "\n" not in str(error.value)


def test_one_puzzle_is_read_compressed_too(file, call):
    path = file("one.txt.gz", gzip.compress(PUZZLES[0].encode()))
    assert read_text(path) == PUZZLES[0]
    drawn = call("show", PUZZLES[0]).out
    assert call("show", path).out == drawn
    assert call("show", file("one.txt", PUZZLES[0].encode("utf-16"))).out == drawn


# --- Encodings and line ends ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("line", "utf-16"), ("csv", "utf-16-le"), ("grid", "utf-16-be"), ("jsonl", "utf-32"), ("line", "utf-8-sig")],
)
def test_unicode_shows_its_encoding(file, name, encoding):
    assert puzzles_in(file("list", content_of(name).decode().encode(encoding))) == PUZZLES


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_end_in_any_way(file, end):
    for name in ("line", "sdm", "csv", "grid", "txt", "jsonl", "sdk", "hodoku"):
        ending = next(iter(FORMATS[name].endings), ".txt")
        content = content_of(name).decode()
        assert puzzles_in(file(f"list{ending}", content.replace("\n", end))) == PUZZLES, name
    with pytest.raises(CatalogueError, match="line 2: "):
        puzzles_in(file("list.sdm", f"{PUZZLES[0]}{end}{PUZZLES[1][1:]}{end}"))


def test_windows_text_needs_its_encoding_and_keeps_its_letters(file):
    path = file("list.csv", f"Nr;Rätsel;Titel\n1;{PUZZLES[0]};Übung\n".encode("cp1252"))
    with records_in(path, How(encoding="cp1252")) as (_, records):
        assert [(record.puzzle, record.columns) for record in records] == [(PUZZLES[0], {"Nr": "1", "Titel": "Übung"})]
    with pytest.raises(CatalogueError, match="line 1: not UTF-8 text: name its encoding, such as cp1252"):
        puzzles_in(path)
    with pytest.raises(CatalogueError, match="no encoding is called 'klingon'"):
        puzzles_in(path, encoding="klingon")
    with pytest.raises(CatalogueError, match="line 2: not ascii text"):
        puzzles_in(file("list.txt", PUZZLES[0].encode() + b"\n\xe9"), encoding="ascii")


# --- Columns --------------------------------------------------------------------------------------------------------


def table_of(names, rows, mark=","):
    return "\n".join(mark.join(row) for row in ([names] if names else []) + rows) + "\n"


ROWS = [[str(number), puzzle, "x"] for number, puzzle in enumerate(PUZZLES)]


@pytest.mark.parametrize(
    ("names", "mark"), [(["Nr", "Aufgabe", "Note"], ";"), (["Nr", "Aufgabe", "Note"], "\t"), (None, ","), (None, "\t")]
)
def test_the_column_with_boards_is_found(file, names, mark):
    with records_in(file("list", table_of(names, ROWS, mark))) as (_, records):
        found = list(records)
    assert [record.puzzle for record in found] == PUZZLES
    assert dict(found[1].columns) == ({"Nr": "1", "Note": "x"} if names else {"1": "1", "3": "x"})


def test_a_column_alone_below_any_heading_is_found(file):
    assert puzzles_in(file("list.csv", "\n".join(["Sudoku", *PUZZLES]))) == PUZZLES


@pytest.mark.parametrize("name", ["csv", "tsv", "json", "jsonl", "npz", "parquet", "sqlite"])
def test_puzzles_and_solutions_are_told_apart_by_their_cells(file, name):
    if name == "npz":
        content = io.BytesIO()
        np.savez(content, full=BOARDS, open=CARVED)
        content = content.getvalue()
    else:
        content = content_of(name, list(zip(SOLUTIONS, PUZZLES, strict=True)), ("full", "open"))
    path = file(f"list{FORMATS[name].endings[0]}", content)
    with records_in(path) as (_, records):
        assert [record[:2] for record in records] == list(zip(PUZZLES, SOLUTIONS, strict=True))
    assert puzzles_in(path, column="Full" if name != "sqlite" else "full") == SOLUTIONS
    with pytest.raises(CatalogueError, match="nothing"):
        puzzles_in(path, column="nothing")


def test_two_columns_of_puzzles_are_not_guessed_at(file):
    path = file("list.csv", table_of(["a", "b"], list(map(list, pairwise(PUZZLES)))))
    with pytest.raises(CatalogueError, match="the columns a and b hold boards"):
        puzzles_in(path)
    assert puzzles_in(path, column="b") == PUZZLES[1:]
    with pytest.raises(CatalogueError, match="sdm files have no columns"):
        puzzles_in(file("list.sdm", "\n".join(PUZZLES)), column="b")


# --- Bad lines ------------------------------------------------------------------------------------------------------

FIRST, SHORT = PUZZLES[0], PUZZLES[2][1:]
BAD = [
    ("line", "\n".join([PUZZLES[0], SHORT, PUZZLES[1], "hello", PUZZLES[3]]), [2, 4]),
    (
        "line",
        b"\n".join([PUZZLES[0].encode(), b"\xff", PUZZLES[1].encode(), b"x" * 70_000, PUZZLES[3].encode()]),
        [2, 4],
    ),
    (
        "csv",
        table_of(["id", "puzzle"], [["1", PUZZLES[0]], ["2", SHORT], ["3", PUZZLES[1]], ["4"], ["5", PUZZLES[3]]]),
        [3, 5],
    ),
    (
        "jsonl",
        "\n".join(json.dumps({"puzzle": each}) for each in (PUZZLES[0], 7, PUZZLES[1], None, PUZZLES[3])),
        [2, 4],
    ),
    ("json", json.dumps([{"puzzle": each} for each in (PUZZLES[0], SHORT, PUZZLES[1], PUZZLES[3])]), [1]),
    ("hodoku", f":0000:x:{PUZZLES[0]}:::\n:0000\n:0000:x:{PUZZLES[1]}:::\n:0000:x:{PUZZLES[3]}:::\n", [2]),
    (
        "opensudoku",
        "<opensudoku>\n"
        + "\n".join(f'<game data="{each.replace(".", "0")}" />' for each in (PUZZLES[0], SHORT, PUZZLES[1], PUZZLES[3]))
        + "\n</opensudoku>",
        [3],
    ),
]


@pytest.mark.parametrize(("name", "content", "bad"), BAD)
def test_a_reader_goes_on_behind_a_bad_line(file, name, content, bad):
    refused = []
    path = file("list", content)
    with records_in(path, How(format=name, refuse=lambda line, error: refused.append(line))) as (_, records):
        assert [record.puzzle for record in records] == [PUZZLES[0], PUZZLES[1], PUZZLES[3]]
    assert refused == bad
    with pytest.raises(CatalogueError, match=f"(line|row) {bad[0]}: "):
        puzzles_in(path, format=name)


@pytest.mark.parametrize("name", ["grid", "txt", "ss", "sdk", "sdx"])
def test_a_reader_goes_on_behind_a_bad_board(file, name):
    boards = [content_of(name, [(puzzle,)], ("givens",)).decode() for puzzle in PUZZLES[:4]]
    digits = next(place for place, sign in enumerate(boards[1]) if sign.isdigit() and sign != "0")
    bad = boards[1][:digits] + "?" + boards[1][digits + 1 :]
    refused = []
    path = file("list", "\n".join([boards[0], bad, boards[2], boards[3]]))
    with records_in(path, How(format=name, refuse=lambda line, error: refused.append(line))) as (_, records):
        assert [record.puzzle for record in records] == [PUZZLES[0], PUZZLES[2], PUZZLES[3]]
    assert len(refused) == 1


@pytest.mark.parametrize("name", ["npz", "parquet", "sqlite"])
def test_a_reader_goes_on_behind_a_bad_row(file, name):
    if name == "npz":
        boards = CARVED.copy()
        boards[1, 0] = 12
        content = io.BytesIO()
        np.savez(content, puzzle=boards)
        content = content.getvalue()
    else:
        content = content_of(name, [(PUZZLES[0],), (SHORT,), *((each,) for each in PUZZLES[2:])], ("puzzle",))
    refused = []
    with records_in(file("list", content), How(refuse=lambda row, error: refused.append(row))) as (_, records):
        assert [record.puzzle for record in records] == [PUZZLES[0], *PUZZLES[2:]]
    assert refused == [2]


def test_what_follows_a_puzzle_is_kept_or_refused(file):
    path = file("list.sdm", f"{PUZZLES[0]} hard\n# a comment\n{PUZZLES[1]} # by A.\n{PUZZLES[2]};x # y\n")
    with records_in(path) as (_, records):
        assert [record.columns.get("note") for record in records] == ["hard", "by A.", "x y"]
    with pytest.raises(CatalogueError, match=r"line 1: .* has 82 characters"):
        puzzles_in(file("list.sdm", f"{PUZZLES[0]}x\n"))


# --- import ---------------------------------------------------------------------------------------------------------


def test_import_skips_what_is_bad_and_names_each_line(call, file, home, tmp_path):
    small = "1" + "." * 15
    path = file(
        "list.csv", table_of(["n", "Brett"], [["1", PUZZLES[0]], ["2", SHORT], ["3", PUZZLES[1]], ["4", small]])
    )
    assert "line 3" in call("import", path, "--strict").err
    assert not plain_view.exists(home)
    done = call("import", path, "--skip-bad", "--refused", tmp_path / "refused.csv").err
    assert "line 3: " in done
    assert "line 5: a puzzle of size 4 among puzzles of size 9" in done
    assert [line.split(",")[1] for line in (tmp_path / "refused.csv").read_text().splitlines()[1:]] == ["3", "5"]
    again = json.loads(call("import", path, "--skip-bad", "--format", "json").out)[0]
    assert (again["looked_at"], again["duplicates"], again["unreadable"]) == (2, 2, 2)
    assert call("import", file("none.txt", "hello\n"), "--skip-bad", "--input-format", "line").err.startswith(
        f"catalogue: {tmp_path / 'none.txt'}: no puzzle in it; line 1: "
    )


def test_import_reads_a_column_in_an_encoding_from_an_archive(call, file, home):
    content = table_of(["Länge", "a", "b"], [["ä", *pair] for pair in pairwise(PUZZLES)])
    path = file("list.zip", zipped(list_csv=content.encode("cp1252")))
    assert call("import", path, "--encoding", "cp1252", "--column", "b").status == 0
    assert {row["givens"] for row in plain_view.table(home, "puzzles", "id")} == set(PUZZLES[1:])


def test_a_line_of_cells_is_no_heading(file):
    with pytest.raises(CatalogueError, match=r"line 1: .* has 80 characters"):
        puzzles_in(file("list.csv.txt", f"{PUZZLES[0][1:].replace('.', '0')}\n{PUZZLES[1]}\n"), format="line")
    with pytest.raises(CatalogueError, match="no known format begins like this"):
        puzzles_in(file("list.txt", f"{PUZZLES[0][1:].replace('.', '0')}\n{PUZZLES[1]}\n"))
