"""Files of puzzles: written, detected and read again, in every format that keeps them."""

import gzip
import io
import random
import subprocess
import sys
from tempfile import NamedTemporaryFile, TemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue.catalogue.formats import FORMATS, How, readable
from board_catalogue.catalogue.formats.opening import detect, records_in
from board_catalogue.engine import Grid
from board_catalogue.engine.reading.tables import Given

SIZES = {"hodoku": (81,), "opensudoku": (81,), "sdx": (16, 81)}
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
TWO_WAY = readable()
TEXT = [name for name in readable() if not FORMATS[name].is_binary]


def lines_of(size):
    return st.text(SYMBOLS[: size + 1], min_size=size * size, max_size=size * size)


def written(name, rows, columns=("givens", "solution")):
    form = FORMATS[name]
    file = io.BytesIO() if form.is_binary else io.StringIO()
    form.write(iter(rows), columns, file)
    return file.getvalue() if form.is_binary else file.getvalue().encode()


def records_of(name, content):
    with TemporaryFile() if name != "sqlite" else NamedTemporaryFile() as file:
        file.write(content)
        file.seek(0)
        return list(FORMATS[name].read(file))


def back(name, content):
    return [record[:2] for record in records_of(name, content)]


def boards_of(size, count):
    """Puzzles of a size, some almost empty, with what is called their solutions: any full boards with the clues."""
    draw = random.Random(size)
    symbols = SYMBOLS[1 : size + 1]
    for number in range(count):
        solution = "".join(draw.choices(symbols, k=size * size))
        share = (0.1, 0.5, 0.9)[number % 3]
        puzzle = "".join(symbol if draw.random() < share else "." for symbol in solution)
        yield f"{solution[0]}.{puzzle[2:]}", solution


@pytest.mark.daily(every=4)
@pytest.mark.slow_cases("iss-9", "constraints-9")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        (name, size)
        for place, name in enumerate(TWO_WAY)
        for size in ((9, 4), (9,), (9, 16))[place % 3]
        if size * size in SIZES.get(name, (size * size,))
    ],
)
def test_what_is_written_is_read_plain_and_packed_as_it_comes(tmp_path, name, size):
    """Each format at each size: so that nine million lines take no more memory than a thousand."""
    count = 9 if size != 9 else 1400 if name in ("opensudoku", "json") else 150
    form, pairs = FORMATS[name], list(boards_of(size, count))
    rows = pairs if form.keeps_solution else [(puzzle,) for puzzle, _ in pairs]
    expected = [(*row, None)[:2] for row in rows]
    content = written(name, rows, ("givens", "solution")[: len(rows[0])])
    assert back(name, content) == expected
    path = tmp_path / f"packed{next(iter(form.endings), '.txt')}.gz"
    path.write_bytes(gzip.compress(content))
    with records_in(path, How(format=name)) as (_, records):
        assert [record[:2] for record in records] == expected
    if name in TEXT and size == 9:
        file = io.BufferedReader(io.BytesIO(content), 1024)
        assert next(form.read(file)).puzzle == pairs[0][0]
        assert file.tell() < len(content) / 2
    if name in TEXT and name not in ("sdx", "hodoku", "opensudoku", "constraints", "iss"):  # they are more than text
        one = written(name, rows[:1], ("givens", "solution")[: len(rows[0])])
        assert Grid.parse(one.decode(), size=size).line() == pairs[0][0]


@pytest.mark.slow_cases("csv", "sqlite")
@pytest.mark.parametrize("name", [name for name in TWO_WAY if FORMATS[name].keeps_columns])
@given(st.lists(st.tuples(lines_of(9), st.text(st.characters(codec="utf-8", exclude_characters="\r\0"))), max_size=4))
def test_other_columns_come_back_as_text(name, rows):
    content = written(name, rows, ("puzzle", "title"))
    records = records_of(name, content)
    assert [(record.puzzle, record.columns) for record in records] == [(puzzle, {"title": t}) for puzzle, t in rows]


PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = PUZZLE.replace(".", "0")


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("a.csv", f"puzzle,solution\n{EASY},{SOLUTION}\n", "csv"),
        ("-", f"quizzes,solutions\n{EASY},{SOLUTION}\n", "csv"),
        ("-", f"source,question,answer,rating\nme,{EASY},{SOLUTION},7\n", "csv"),
        ("-", f"Puzzle;Solution\n{EASY};{SOLUTION}\n", "csv"),
        ("-", f"puzzle\tsolution\n{EASY}\t{SOLUTION}\n", "tsv"),
        ("-", f'[{{"puzzle": "{EASY}", "solution": "{SOLUTION}"}}]', "json"),
        ("-", f'{{"puzzle": "{EASY}", "solution": "{SOLUTION}"}}\n' * 2, "jsonl"),
        ("-", f'{{\n  "puzzle": "{EASY}",\n  "solution": "{SOLUTION}"\n}}', "json"),
        ("a.txt", f"# a list\n{EASY} {SOLUTION}\n", "line"),
        ("-", f"{PUZZLE},{SOLUTION}\n", "line"),
        ("a.txt", written("txt", [(PUZZLE, SOLUTION)]).decode(), "grid"),
        ("a", written("grid", [(PUZZLE, SOLUTION)] * 2).decode(), "grid"),
    ],
)
def test_the_format_shows(tmp_path, name, content, form):
    assert detect(name, content.encode()).name == form
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8-sig")
    with records_in(path) as (found, records):
        assert found.name == form
        assert {record[:2] for record in records} == {(PUZZLE, SOLUTION)}


SMALL = "1...............\n" * 16


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", f'[{{"puzzle": "{PUZZLE}"}}]', "its name says csv, its content json"),
        ("a.json", f"puzzle,solution\n{PUZZLE},{SOLUTION}\n", "its name says json, its content csv"),
        ("a.txt", SMALL, "it can be read as grid and as line: give its format"),
        ("a.xyz", "to whom it may concern", "line 1: no known format begins like this"),
        ("a.csv", "", "empty"),
    ],
)
def test_no_format_is_guessed(name, content, message):
    with pytest.raises(ValueError, match=message):
        detect(name, content.encode())


def test_a_record_says_where_it_is():
    content = f"# comment\n\n{PUZZLE}\n{PUZZLE} ED=7.1/1.2/1.2\n"
    assert list(FORMATS["line"].read(io.BytesIO(content.encode()))) == [
        Given(PUZZLE, None, 3, {}),
        Given(PUZZLE, None, 4, {"note": "ED=7.1/1.2/1.2"}),
    ]


def test_a_board_may_have_blank_lines_inside():
    rows = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
    text = "\n\n".join("\n".join(rows[i : i + 3]) for i in (0, 3, 6))
    assert back("grid", f"{text}\n\n{text}\n".encode()) == [(PUZZLE, None)] * 2


@pytest.mark.slow
def test_names_of_formats_are_known_without_their_libraries():
    code = "import sys; from board_catalogue.catalogue.cli import finding\n"
    code += "from board_catalogue.catalogue.storage import store\n"
    code += "print(sorted({'pyarrow', 'reportlab', 'lzstring', 'matplotlib', 'sqlite3'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['sqlite3']\n"  # which the store needs


def test_the_last_line_may_lack_its_end():
    for name in ("grid", "line", "csv"):
        content = written(name, [("1234" + "." * 12, "1234341221434321")])
        assert detect("", content.rstrip(b"\n")) is detect("", content)


def test_a_first_line_shows_the_format_of_a_file_with_a_wrong_one():
    assert detect("", f"{PUZZLE}\n{PUZZLE[1:]}\n".encode()).name == "line"
    assert detect("", f":0000:x:{PUZZLE}:::\nhello\n".encode()).name == "hodoku"


def test_rows_of_digits_may_lack_their_last_end():
    rows = [
        "53..7....",
        "6..195...",
        ".98....6.",
        "8...6...3",
        "4..8.3..1",
        "7...2...6",
        ".6....28.",
        "...419..5",
        "....8..79",
    ]
    assert detect("", "\n".join(rows).encode()).name == "grid"


@pytest.mark.parametrize(("name", "puzzles"), [("t.iss", 1), ("t.constraints", 2)])
def test_a_file_of_interactive_sudoku_solver_is_one_puzzle(tmp_path, call, name, puzzles):
    (tmp_path / name).write_text(".Thermo~R1C1~R1C2\n.BlackDot~R8C9~R9C9\n")
    assert len(call("solve", tmp_path / name, "--format", "jsonl").out.splitlines()) == puzzles


# --- Triples, and the same reader for one puzzle and for a file ----------------------------------------------------


def counted_from_1(lines):
    return "".join(
        f"{row + 1} {column + 1} {value}\n" for row, column, value in (map(int, line.split()) for line in lines)
    )


def test_the_heading_of_triples_counts_for_every_puzzle_of_a_file(tmp_path):
    heading, *boards = written("triples", [(PUZZLE,), (SOLUTION[:1] + "." * 80,)], ("givens",)).decode().split("\n", 1)
    first, second = boards[0].split("\n\n")
    path = tmp_path / "p.triples"
    from_1 = "\n".join(counted_from_1(text.splitlines()) for text in (first, second))
    path.write_text(f"{heading.replace('from 0', 'from 1')}\n{from_1}")
    with records_in(path) as (form, records):
        assert form.name == "triples"
        assert [record.puzzle for record in records] == [PUZZLE, "5" + "." * 80]


def test_the_base_of_triples_can_be_given(tmp_path):
    path = tmp_path / "p.triples"
    path.write_text("3 3 5\n8 8 9\n")
    for base, place in ((0, 30), (1, 20), (None, 30)):
        with records_in(path, How(base=base)) as (_, records):
            (record,) = records
        assert record.puzzle.index("5") == place


def test_a_text_is_read_by_its_file_as_by_a_grid(tmp_path):
    rows = [PUZZLE[start : start + 9].replace(".", " ") for start in range(0, 81, 9)]
    for text in (
        "".join(f"| {' | '.join(row)} |\n" for row in rows),
        f"Puzzle;Level\n{PUZZLE};2\n",
        f"{PUZZLE} # note\n",
    ):
        path = tmp_path / "file.txt"
        path.write_text(text)
        with records_in(path) as (_, records):
            assert [record.puzzle for record in records] == [Grid.parse(text).line()] == [PUZZLE]
