"""Files of puzzles: written, detected and read again, in every format that keeps them."""

import io
import random
import subprocess
import sys
from tempfile import NamedTemporaryFile, TemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue.catalogue.errors import CatalogueError
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


@st.composite
def puzzles_with_solutions(draw):
    """Pairs of one size: what is called a solution is any full board with the clues."""
    size = draw(st.sampled_from([4, 9, 16]))
    pairs = []
    for puzzle in draw(st.lists(lines_of(size), min_size=1, max_size=4)):
        rest = random.Random(draw(st.integers(0, 9)))
        solution = "".join(each if each != "." else rest.choice(SYMBOLS[1 : size + 1]) for each in puzzle)
        pairs.append((puzzle, solution))
    return pairs


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


@pytest.mark.parametrize("name", TWO_WAY)
@given(pairs=puzzles_with_solutions())
def test_puzzles_and_solutions_come_back(name, pairs):
    pairs = [pair for pair in pairs if any(each != "." for each in pair[0]) and "." in pair[0]]
    if FORMATS[name].keeps_solution:
        assert back(name, written(name, pairs)) == pairs
    elif not pairs or len(pairs[0][0]) in SIZES.get(name, (16, 81, 256)):
        puzzles = [(puzzle,) for puzzle, _ in pairs]
        assert back(name, written(name, puzzles, ("givens",))) == [(puzzle, None) for (puzzle,) in puzzles]


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


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
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
        ("grid", f"{written('txt', [(PUZZLE,)]).decode()}\n1 2 3\n", "line 11: .*"),
        ("grid", ("." * 7 + "\n") * 7, "line 1: a board of size 7, which has no usual blocks$"),
        ("txt", f"{written('txt', [(PUZZLE,)]).decode()}\n1 2 z\n", "line 11: '1 2 z' is not a triple"),
    ],
)
def test_an_error_names_its_line(tmp_path, name, content, message):
    path = tmp_path / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with records_in(path, How(format=name)) as (_, records), pytest.raises(CatalogueError, match=message) as error:
        list(records)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize("name", TEXT)
def test_records_come_before_the_file_is_read(name):
    """So that nine million lines take no more memory than a thousand."""
    content = written(name, [(PUZZLE, SOLUTION) if FORMATS[name].keeps_solution else (PUZZLE,)] * 2000)
    file = io.BufferedReader(io.BytesIO(content), 1024)
    assert next(FORMATS[name].read(file)).puzzle == PUZZLE
    assert file.tell() < len(content) / 2


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


def test_names_of_formats_are_known_without_their_libraries():
    code = "import sys; from board_catalogue.catalogue.cli import finding\n"
    code += "from board_catalogue.catalogue.storage import store\n"
    code += "print(sorted({'pyarrow', 'reportlab', 'lzstring', 'matplotlib', 'sqlite3'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['sqlite3']\n"  # which the store needs


@pytest.mark.parametrize("name", ["grid", "line", "csv"])
def test_the_last_line_may_lack_its_end(name):
    content = written(name, [("1234" + "." * 12, "1234341221434321")])
    assert detect("", content.rstrip(b"\n")) is detect("", content)


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


@pytest.mark.parametrize("name", TEXT)
def test_one_puzzle_of_a_file_is_what_a_grid_reads(name):
    """Formats of single applications aside: `sdx`, `hodoku`, `opensudoku` and `constraints` are more than text."""
    if name not in ("sdx", "hodoku", "opensudoku", "constraints", "iss"):
        pair = (PUZZLE, SOLUTION) if FORMATS[name].keeps_solution else (PUZZLE,)
        assert Grid.parse(written(name, [pair], ("givens", "solution")[: len(pair)]).decode()).line() == PUZZLE


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
