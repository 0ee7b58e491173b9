"""Files of many puzzles, for solve, rate and path: a line for each, in the order of the file."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.stored import from_lines
from board_catalogue.engine.boards import as_lines

COUNT = 12


@pytest.fixture(scope="module")
def puzzles():
    return as_lines(engine.carve(engine.generate(COUNT, seed=321), seed=322))


@pytest.fixture
def listed(home, puzzles):
    """A list with a heading of its own, so that lines are not counts of puzzles."""
    path = Path.cwd() / "list.txt"
    path.write_text("# mine\n" + "".join(f"{puzzle}\n" for puzzle in puzzles))
    return path


@pytest.fixture
def unsound(home, puzzles):
    """A list of a puzzle with one solution, one with several and one with none."""
    path = Path.cwd() / "unsound.txt"
    none = "11" + puzzles[1][2:]
    path.write_text(f"{puzzles[0]}\n{puzzles[1].replace('1', '.')}\n{none}\n")
    return path


def rows(text):
    return list(csv.DictReader(text.splitlines()))


def test_each_puzzle_is_solved(call, listed, puzzles):
    done = call("solve", listed)
    assert done.status == 0
    solutions = as_lines(engine.solve(from_lines(puzzles)))
    assert done.out.splitlines() == [f"{p} {s}" for p, s in zip(puzzles, solutions, strict=True)]
    assert done.err == f"{COUNT} puzzles: {COUNT} with one solution, 0 with none, 0 with several\n"
    as_csv = rows(call("solve", listed, "--format", "csv").out)
    assert [row["solution"] for row in as_csv] == solutions
    assert [int(row["line"]) for row in as_csv] == list(range(2, COUNT + 2))
    objects = [json.loads(line) for line in call("solve", listed, "--format", "jsonl").out.splitlines()]
    assert [(row["puzzle"], row["solutions"]) for row in objects] == [(puzzle, 1) for puzzle in puzzles]


def test_what_has_not_one_solution_is_said_so(call, unsound):
    done = call("solve", unsound)
    assert done.status == 1
    assert [line.split()[1] for line in done.out.splitlines()][1:] == ["several-solutions", "no-solution"]
    found = rows(call("solve", unsound, "--format", "csv").out)
    count = int(engine.count_solutions(from_lines([found[1]["puzzle"]])[0], limit=1000))
    assert [(row["solutions"], row["more"]) for row in found] == [
        ("1", "False"),
        ("2", str(count > 2)),
        ("0", "False"),
    ]
    (three,) = [row for row in rows(call("solve", unsound, "--limit", 3, "--format", "csv").out) if row["line"] == "2"]
    assert (int(three["solutions"]), three["more"]) == (min(count, 3), str(count > 3))
    statuses = [row["status"] for row in rows(call("rate", unsound, "--format", "csv").out)]
    assert statuses == ["rated", "several solutions", "no solution"]
    assert "no-solution" in call("rate", unsound).out


@pytest.mark.slow
def test_one_puzzle_is_solved_as_before_unless_a_format_of_many_is_named(call, home, puzzles):
    one = Path.cwd() / "one.txt"
    one.write_text(puzzles[0])
    assert "puzzle with" in call("solve", one).out
    assert call("solve", one, "--format", "line").out.startswith(puzzles[0] + " ")


def test_solutions_go_to_a_file(call, home, listed, puzzles):
    output = Path.cwd() / "out.csv"
    assert call("solve", listed, "--format", "csv", "--output", output).out == ""
    assert [row["puzzle"] for row in rows(output.read_text())] == puzzles


@pytest.mark.parametrize("words", [("--all",), ("--max-steps", 5), ("--format", "txt", "--output", "x"), ("--watch",)])
def test_options_for_one_puzzle_are_refused(call, listed, error_of, words):
    assert "has many puzzles" in error_of(call("solve", listed, *words), status=2)


def test_each_puzzle_is_rated(call, listed, puzzles):
    ratings = engine.rate(from_lines(puzzles))
    found = call("rate", listed, "--threads", 2).out.splitlines()
    tenths = np.stack([ratings[name] for name in ("rating", "pearl", "diamond")], axis=1) / 10
    assert found == [f"{p} {'/'.join(f'{each:.1f}' for each in t)}" for p, t in zip(puzzles, tenths, strict=True)]
    as_csv = rows(call("rate", listed, "--format", "csv").out)
    assert [float(row["rating"]) for row in as_csv] == tenths[:, 0].tolist()
    fast = rows(call("rate", listed, "--format", "csv", "--rate", "fast").out)
    assert [row["status"] for row in fast] == ["rated" if each <= 4.5 else "above" for each in tenths[:, 0]]


def test_each_path_is_written(call, listed, puzzles):
    objects = [
        json.loads(line) for line in call("path", "--style", "rating", listed, "--format", "jsonl").out.splitlines()
    ]
    for found, puzzle in zip(objects, puzzles, strict=True):
        steps = engine.steps(from_lines([puzzle])[0])
        assert [step["sentence"] for step in found["steps"]] == [step.sentence for step in steps]
        assert found["rating"] == max(step.rating for step in steps) / 10
    lines = call("path", "--style", "rating", listed).out.splitlines()
    assert [len(line.split()) - 2 for line in lines] == [len(found["steps"]) for found in objects]


def test_a_path_needs_one_solution(call, unsound, error_of):
    done = call("path", "--style", "rating", unsound)
    assert "line 2: the puzzle has several solutions" in done.err


def test_a_wrong_line_is_named_and_the_rest_goes_on(call, home, puzzles):
    path = Path.cwd() / "list.txt"
    path.write_text(f"{puzzles[0]}\nwrong\n{puzzles[1]}\n")
    for name in ("solve", "rate", "path", "canonical", "dedupe"):
        done = call(name, path, "--format", "jsonl")
        rows = list(map(json.loads, done.out.splitlines()))
        assert (done.status, rows[1]["line"], "'wrong'" in rows[1]["error"]) == (1, 2, True), done
        assert rows[0]["puzzle"] == puzzles[0] and rows[-1]["puzzle"] == puzzles[1]
        assert "line 2: 'wrong'" in done.err and "1 puzzle cannot be read or answered" in done.err
        strict = call(name, path, "--strict")
        said = "list.txt: line 2: 'wrong' has 5 characters"
        assert strict.status == 1 and said in strict.err and said in done.err
        assert puzzles[1] not in strict.out
        lines = call(name, path, "--format", "csv")
        assert lines.status == 1 and "wrong" not in lines.out


@pytest.mark.slow
def test_the_standard_input_can_have_many(run, home, listed, puzzles):
    text = listed.read_text()
    for words in (("solve", "-"), ("rate", "-"), ("path", "-")):
        done = run(*words, input=text)
        assert done.status == 0, done.err
        assert [line.split()[0] for line in done.out.splitlines()] == puzzles


def test_options_of_files_need_one(call, copied, error_of):
    assert "need a PUZZLE" in error_of(call("rate", "--format", "csv"), status=2)


# --- Where rows and columns count from ---------------------------------------------------------------------------


@pytest.fixture
def triples(tmp_path):
    """Writes the clues of a puzzle that leaves the last row and column empty: the lines fit either base."""
    puzzle = "1" + "." * 10 + "2" + "." * 58 + "9" + "." * 10

    def write(first):
        cells = ((*divmod(place, 9), cell) for place, cell in enumerate(puzzle) if cell != ".")
        file = tmp_path / f"from-{first}.txt"
        file.write_text("".join(f"{row + first} {column + first} {value}\n" for row, column, value in cells))
        return file

    return puzzle, write


@pytest.mark.parametrize("base", [0, 1])
def test_rows_and_columns_count_from_where_the_option_says(call, triples, base):
    puzzle, write = triples
    shown = call("show", write(base), "--base", base)
    assert engine.Grid.parse(shown.out).line() == puzzle


@pytest.mark.slow
def test_every_command_that_reads_triples_takes_the_base(call, home, tmp_path, puzzles, error_of):
    clues = [(*divmod(place, 9), value) for place, value in enumerate(puzzles[0]) if value != "."]
    file = tmp_path / "from-1.txt"
    file.write_text("".join(f"{row + 1} {column + 1} {value}\n" for row, column, value in clues))
    for command in (
        "solve",
        "hint",
        "path",
        "rate",
        "show",
        "inspect",
        "canonical",
        "automorphisms",
        "rank",
        "dedupe",
        "import",
    ):
        assert call(command, file, "--base", 1).status == 0
        assert "column 9 is not in 0..8" in error_of(call(command, file, "--base", 0), status=1)
    assert call("query", "--columns", "givens", "--format", "line").out == f"{puzzles[0]}\n"
    assert "--base are for a file" in error_of(call("solve", 0, "--base", 1), status=2)
