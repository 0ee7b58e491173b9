"""What is wrong with a file is said in one line that names the line of the file."""

import io
import sqlite3
import zipfile

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import How
from board_catalogue.catalogue.formats.opening import records_in

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]
GRID = "\n".join(ROWS) + "\n"
NUMBERS = "".join(" ".join(row.replace(".", "0")) + "\n" for row in ROWS)
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def parquet(**columns):
    file = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), file)
    return file.getvalue()


def sqlite(tmp_path, *statements):
    path = tmp_path / "made.db"
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    return path.read_bytes()


BOARDS = np.tile(np.array([int(cell) for cell in PUZZLE.replace(".", "0")], np.uint8), (3, 1))
WRONG = BOARDS.copy()
WRONG[1, 5] = 10

CASES = [
    ("sdk", f"{GRID}\n{GRID[:30]}", "line 13: .*"),
    ("sdk", GRID.replace("\n6..195", "\n6..1956", 1), "line 2: 10 cells in a row of 9"),
    ("sdk", GRID.replace("98", "x8", 1).replace("x8", "k8"), "line 1: r3c2: 'k' is not a digit there"),
    ("ss", GRID.replace("53", "z3", 1), "line 1: "),
    ("sdx", "1 2 3 4\n3 4 1 2\n", "line 2: a board of 4 columns ends after 2 rows"),
    ("sdx", "1 2 3 4\n3 4 1\n", "line 2: 3 cells in a row of 4"),
    ("sdx", "1 2 3 4\n3 4 1 ?\n", "line 2: .* is neither a digit nor candidates"),
    ("hodoku", f":0000:x:{PUZZLE}:::\n{PUZZLE}\n", "line 2: not a line such as :0000:x:PUZZLE:::"),
    ("hodoku", f":0000:x:{PUZZLE}:::\n:0000:x:+5{PUZZLE}:::\n", "line 2: .* has 82 characters"),
    ("opensudoku", '<opensudoku>\n<game data="12" />\n</opensudoku>', "line 2: '12' has 2 characters"),
    ("opensudoku", "<opensudoku>\n<game />\n</opensudoku>", "line 2: a game without data"),
    ("opensudoku", "<opensudoku>\n<game\n</opensudoku>", "line 3: .*not XML"),
    ("opensudoku", "<sudoku>\n</sudoku>", "line 1: the element 'sudoku' is not opensudoku"),
    ("opensudoku", '<!DOCTYPE x [<!ENTITY a "b">]>\n<opensudoku/>', "line 1: it declares entities"),
    ("opensudoku", '<opensudoku><game data="version: 1 5|-|0|" /></opensudoku>', "line 1: a saved game of 3 fields"),
    (
        "triples",
        "# row column value, counted from 0, on boards of 9x9\n0 0 5\n0 9 1\n",
        r"line 3: column 9 is not in 0\.\.8$",
    ),
    (
        "triples",
        "# row column value, counted from 0, on boards of 9x9\n0 0 5\n0 0 1\n",
        "line 3: r1c1 already has a value from line 2",
    ),
    (
        "triples",
        "# row column value, counted from 0, on boards of 9x9\n0 0\n",
        "line 2: '0 0' is not a triple: row column value",
    ),
    ("npz", npz(puzzles=WRONG), "row 2: a value is not in 0..9"),
    ("npz", npz(puzzles=BOARDS.astype(float)), "row 1: float64 .81,. is not a board"),
    ("npz", npz(puzzles=BOARDS[:, :49]), "row 1: uint8 .49,. is not a board"),
    ("npz", npz(puzzles=BOARDS, title=np.zeros(2)), "the arrays have 3 and 2 rows"),
    ("npz", npz(other=BOARDS[:, 1:]), "no column is named"),
    ("npz", npz(puzzles=BOARDS)[:200], "row 1: not an npz file"),
    ("npz", b"PK\x03\x04 but no archive", "row 1: not an npz file"),
    ("parquet", parquet(puzzle=[PUZZLE, PUZZLE[1:]]), "row 2: .* has 80 characters"),
    ("parquet", parquet(puzzle=[5]), "row 1: 5 is not a text"),
    ("parquet", parquet(title=["x"]), "no column is named"),
    ("parquet", b"PAR1 but no table", "row 1: not a Parquet file"),
    ("sqlite", b"SQLite format 3\0 but no database", "row 1: not an SQLite file"),
    ("line", f"{PUZZLE}\n# x\n{PUZZLE[:-1]}\n", "line 3: .* has 80 characters"),
    ("line", f"{PUZZLE}\n{PUZZLE[:-1]}z\n", "line 2: r9c9: 'z' is not a digit there"),
    ("line", PUZZLE.encode() + b"\n\xff\xfe\n", "line 2: not UTF-8"),
    ("line", "1" * 270_000, "line 1: longer than 262,144 bytes"),
    ("csv", f"puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE}\n", "line 3: 1 values for 2 columns"),
    ("csv", "id,name\n1,2\n", "line 1: no column is named givens, puzzle"),
    ("csv", f"puzzle,quiz\n{PUZZLE},{PUZZLE}\n", "line 1: columns puzzle and quiz hold the same"),
    ("csv", f'puzzle,note\n{PUZZLE},"a\nb"\n{PUZZLE},"a\n', "line 4: unexpected end of data"),
    ("tsv", f"puzzle\tn\n{PUZZLE}\t1\nx\t2\n", "line 3: 'x' has 1 characters"),
    ("json", f'[\n{{"puzzle": "{PUZZLE}"}},\n{{"puzzle": 5}}\n]', "line 3: 5 is not a text"),
    ("json", f'[\n{{"puzzle": "{PUZZLE}"}},\n{{"puzzle"\n', "line 4: .*not JSON"),
    ("json", f'[\n{{"puzzle": "{PUZZLE}"}},\n', "line 3: the array does not end"),
    ("json", f'[\n{{"puzzle": "{PUZZLE}"}}\n]\n[]', "line 4: text after the array"),
    ("json", "[5]", "line 1: not an object"),
    ("json", '[\n{"a":' + "[" * 50_000, "line 2: lists within lists"),
    ("jsonl", '{"a":' + "[" * 50_000, "line 1: lists within lists"),
    ("jsonl", f'{{"puzzle": "{PUZZLE}"}}\n\n{{"puzzle"}}\n', "line 3: .*not JSON"),
    ("jsonl", f'{{"puzzle": "{PUZZLE}"}}\n{{"title": "x"}}\n', "line 2: no column is named"),
    ("grid", f"{NUMBERS}\n1 2 3\n", "line 11: .*"),
    ("grid", ("." * 7 + "\n") * 7, "line 1: a board of size 7, which has no usual blocks$"),
    ("txt", f"{NUMBERS}\n1 2 z\n", "line 11: '1 2 z' is not a triple"),
]


@pytest.mark.parametrize("form", dict.fromkeys(name for name, _, _ in CASES))
def test_a_wrong_file_is_answered_by_one_line_that_names_its_line(tmp_path, form):
    path = tmp_path / "file"
    for content, message in [(content, message) for name, content, message in CASES if name == form]:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with records_in(path, How(format=form)) as (_, records), pytest.raises(CatalogueError, match=message) as error:
            list(records)
        assert "\n" not in str(error.value)
        assert str(error.value).startswith(str(path))


def test_tables_of_databases_that_do_not_fit_are_named(tmp_path):
    for statements, message in (
        (["CREATE TABLE a (puzzle)", "CREATE TABLE b (quiz)"], "the tables a and b have puzzles"),
        (["CREATE TABLE a (title)"], "no table has a column of puzzles"),
        (["CREATE TABLE a (puzzle)", "INSERT INTO a VALUES ('5')"], "row 1: '5' has 1 characters"),
    ):
        path = tmp_path / "file.db"
        path.write_bytes(sqlite(tmp_path, *statements))
        (tmp_path / "made.db").unlink()
        with records_in(path) as (_, records), pytest.raises(CatalogueError, match=message):
            list(records)


def test_an_array_of_objects_is_not_unpickled(tmp_path):
    path = tmp_path / "file.npz"
    with zipfile.ZipFile(path, "w") as archive, archive.open("puzzle.npy", "w") as member:
        np.lib.format.write_array(member, np.array([{}], object), allow_pickle=True)
    with records_in(path) as (_, records), pytest.raises(CatalogueError, match="not an array of numbers"):
        list(records)
