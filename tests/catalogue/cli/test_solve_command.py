import csv
import io
import json
import os
import re
import socket
import time
from pathlib import Path

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.cli import terminal
from board_catalogue.engine import Grid, certificate_checker
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.teaching.search import RULE_FUNCTIONS, Search

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def puzzle_file(tmp_path):
    """Writes a puzzle and returns its path."""

    def write(text=PUZZLE):
        path = tmp_path / "puzzle.txt"
        path.write_text(text)
        return path

    return write


def drawings(out):
    """The boards that were drawn, in order, as lines."""
    return [Grid.parse(drawn).line() for drawn in re.findall(r"╔[^╝]*╝", out)]


def figures(out):
    found = re.findall(r"^(\w[\w ,]*\w) {2,}([\d,.]+)$", out, re.MULTILINE)
    return {name: float(number.replace(",", "")) for name, number in found}


@pytest.mark.slow_cases("row-major")
@pytest.mark.parametrize("rule", RULE_FUNCTIONS)
def test_the_stack_draws_puzzle_and_solution_and_tells_its_metrics(call, puzzle_file, rule):
    worked, begin = time.process_time(), time.perf_counter()
    done = call("solve", puzzle_file(), "--next-cell", rule)
    elapsed = time.perf_counter() - begin
    assert (done.status, done.err) == (0, "")
    assert drawings(done.out) == [PUZZLE, SOLUTION]
    search = Search(Grid.parse(PUZZLE), rule=RULE_FUNCTIONS[rule])
    search.run()
    told = figures(done.out)
    named = "textbook" if rule == "row-major" else rule
    assert told["clues"] == search.metrics.clues
    assert told[f"{named} search, depth"] == search.metrics.max_depth
    for name in ("comparisons", "backtracks", "assignments"):
        assert told[f"{named} search, {name}"] == getattr(search.metrics, name)
    assert 0 < told["seconds to solve"] < elapsed
    assert worked < told["processor seconds in total"] + 0.001
    assert told["processor seconds in total"] < time.process_time() + 0.001


def test_the_fast_method_finds_the_same_and_tells_the_reference_search(call, puzzle_file):
    done = call("solve", puzzle_file(), "--search", "fast")
    assert (done.status, done.err) == (0, "")
    assert drawings(done.out) == [PUZZLE, SOLUTION]
    told = figures(done.out)
    metrics = engine.measure(Grid.parse(PUZZLE).to_numpy().reshape(-1))
    for label, name in [("comparisons", "comparisons"), ("backtracks", "backtracks"), ("depth", "max_depth")]:
        assert told[f"reference search, {label}"] == metrics[name]


@pytest.mark.parametrize(
    "text",
    [PUZZLE, "\n".join(re.findall(".{9}", PUZZLE)), f"{Grid.parse(PUZZLE)}", Grid.parse(PUZZLE).triples()],
    ids=["81 characters", "9 lines", "drawing", "triples"],
)
def test_every_format_is_solved(call, puzzle_file, text):
    assert drawings(call("solve", puzzle_file(text)).out) == [PUZZLE, SOLUTION]


@pytest.mark.slow_cases("25")
@pytest.mark.parametrize("size", [1, 4, 16, 25])
def test_other_sizes_are_solved_too(call, puzzle_file, size):
    board = permutation_grid(1, size=size).to_numpy()
    board[0, 0] = 0
    for words in (("--size", size), ()):
        text = Grid(board).triples() if words else Grid(board).line()
        if size > 1 or not words:
            done = call("solve", puzzle_file(text or "."), *words)
            assert drawings(done.out)[-1] == permutation_grid(1, size=size).line()


@pytest.mark.parametrize("method", ["stack", "fast"])
def test_all_solutions_of_a_latin_square_are_found(call, puzzle_file, method):
    done = call("solve", puzzle_file("1........"), "--blocks", "none", "--search", method, "--all")
    assert "The puzzle has 4 solutions." in done.out  # a third of all 12
    assert "exactly 1" in call("solve", puzzle_file("."), "--search", method).out


@pytest.mark.parametrize(
    ("text", "words", "solution"),
    [
        ("1 2 3\n. 3 .\n. . .\n", ("--size", 3, "--blocks", "none"), "123231312"),
        (".23.....1......3...6..5.....24.42.3.", (), "623415451263215346364152136524542631"),
        (".321...........3.26...4..1......45..", ("--blocks", "3x2"), "532164265431146352651243413625324516"),
        ("53.........14..1.2.3.43..", ("--size", 5, "--blocks", "none"), "5312442531314521524324315"),
    ],
)
def test_puzzles_of_other_shapes_are_solved(call, puzzle_file, text, words, solution):
    done = call("solve", puzzle_file(text), *words)
    assert "Hurray" in done.out
    *_, drawn = re.findall(r"╔[^╝]*╝", done.out)
    assert re.sub(r"\D", "", drawn) == solution


@pytest.mark.slow
def test_progress_draws_the_grid_after_each_finished_band(call, puzzle_file):
    done = call("solve", puzzle_file(), "--progress", "--next-cell", "row-major")
    puzzle, first, second, solution = drawings(done.out)
    assert (puzzle, solution) == (PUZZLE, SOLUTION)
    assert first[27:] == PUZZLE[27:] and "." not in first[:27]
    assert second[54:] == PUZZLE[54:] and "." not in second[:54]
    assert Grid.parse(first).is_valid and Grid.parse(second).is_valid


@pytest.mark.slow
def test_the_standard_input_is_read(run):
    done = run("solve", "-", input=PUZZLE)
    assert (done.status, done.err) == (0, "")
    assert drawings(done.out) == [PUZZLE, SOLUTION]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "path"])
def test_the_standard_input_may_be_a_socket(run, command):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(PUZZLE.encode())
        ours.shutdown(socket.SHUT_WR)
        done = run(command, "-", stdin=theirs)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[:13] == run(command, "-", input=PUZZLE).out.splitlines()[:13]  # times come later


@pytest.mark.slow
def test_the_standard_input_is_read_from_where_it_stands(run, puzzle_file):
    with puzzle_file("a heading\n" + PUZZLE).open("rb", buffering=0) as file:
        file.seek(len("a heading\n"))
        assert drawings(run("solve", "-", stdin=file).out) == [PUZZLE, SOLUTION]


@pytest.mark.slow
def test_a_standard_input_that_is_no_board_is_told_in_one_line(run, error_of):
    assert "-: empty: no board in it" in error_of(run("solve", "-", input=""))
    with Path("/dev/zero").open("rb") as endless:
        assert "longer than 65,536 bytes" in error_of(run("solve", "-", stdin=endless))


# --- Several solutions --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", [("--search", "fast"), ("--next-cell", "row-major")])
def test_all_solutions_are_listed(call, puzzle_file, method):
    done = call("solve", puzzle_file("." * 16), "--all", *method)
    assert drawings(done.out)[1:] == [Grid(board).line() for board in engine.generation.all_boards(4)]
    assert "\nThe puzzle has 288 solutions.\n" in done.out


@pytest.mark.parametrize("method", ["fast", "stack"])
def test_some_solutions_are_listed(call, puzzle_file, method):
    done = call("solve", puzzle_file("." * 16), "--limit", 3, "--search", method)
    assert len(set(drawings(done.out)[1:])) == 3
    assert "\nThe puzzle has 288 solutions.\n" in done.out
    done = call("solve", puzzle_file(), "--limit", 3, "--search", method)
    assert drawings(done.out)[1:] == [SOLUTION]
    assert "\nHurray! The puzzle has exactly 1 solution.\n" in done.out


@pytest.mark.daily("stack")
@pytest.mark.parametrize("method", ["fast", "stack"])
def test_it_says_how_many_solutions_there_are(call, puzzle_file, method):
    two = "." * 9 + PUZZLE[9:]  # some clues fewer
    count = int(engine.count_solutions(Grid.parse(two), limit=10_001))
    assert 1 < count <= 10_000
    done = call("solve", puzzle_file(two), "--search", method)
    assert (done.status, done.err) == (0, "")
    assert f"\nThe puzzle has {count:,} solutions.\n" in done.out and "Hurray!" not in done.out
    assert "\nThe puzzle has more than 10,000 solutions.\n" in call("solve", puzzle_file("." * 81)).out
    assert "\nHurray! The puzzle has exactly 1 solution.\n" in call("solve", puzzle_file()).out


def out_of_time(*puzzles, **options):
    raise TimeoutError


@pytest.mark.slow
def test_above_9x9_solutions_are_counted_only_where_there_is_an_end(call, puzzle_file, monkeypatch):
    puzzle = engine.carve(engine.generate(1, size=16, seed=1)[0], seed=1, clues=120)
    text = Grid(puzzle).line()
    assert "Hurray!" in call("solve", puzzle_file(text), "--search", "fast").out
    monkeypatch.setattr(engine, "measure", lambda puzzle: {"solutions": -1, **dict.fromkeys(engine.METRICS[1:], 0)})
    monkeypatch.setattr(engine, "count_solutions", out_of_time)
    told = call("solve", puzzle_file(text), "--search", "stack").out
    assert "At least 1 found; it takes too long to count all." in told and "Hurray!" not in told


# --- The solution in a file ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_solution_is_written_and_solve_reads_it(call, puzzle_file, tmp_path):
    for method in ["fast", "stack"]:
        for form in [None, "line", "txt", "csv", "json", "triples"]:
            out = tmp_path / "out"
            words = ("--format", form) if form else ()
            assert call("solve", puzzle_file(), "--search", method, "--output", out, "--force", *words).status == 0
            assert Grid.read(out).line() == (PUZZLE if form in ("csv", "json") else SOLUTION)
            again = call("solve", out)
            assert again.status == 0 and drawings(again.out)[-1] == SOLUTION
            if form in ("csv", "json"):
                assert SOLUTION in out.read_text()


@pytest.mark.slow
def test_all_solutions_are_written_and_nothing_where_there_is_none(call, puzzle_file, tmp_path):
    out = tmp_path / "out"
    call("solve", puzzle_file("." * 16), "--all", "--output", out)
    assert len(set(out.read_text().split())) == 288
    out.unlink()
    assert call("solve", puzzle_file("123........4...."), "--output", out).status == 1
    assert not out.exists()


# --- How a file is read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "command"), [(0, "solve"), (1, "solve"), (1, "hint"), (0, "path")])
def test_a_file_of_triples_is_read_with_its_base_and_size_told(call, puzzle_file, base, command):
    triples = "".join(f"{c.row + base} {c.column + base} {c.value}\n" for c in Grid.parse(PUZZLE) if c.value)
    path = puzzle_file(triples)
    done = call(command, path)
    assert done.err == f"{path}: read as triples counted from {base} on a board of 9x9\n"
    assert done.out and done.status == 0


@pytest.mark.slow
def test_what_show_and_export_print_is_solved(call, filled, puzzle_file):
    words = ("--home", filled)
    text = call("show", 5, *words).out
    expected = drawings(text)[0]
    for printed in (text, *(call("export", 5, "--format", form, *words).out for form in EXPORTED)):
        assert drawings(call("solve", puzzle_file(printed)).out)[0] == expected


EXPORTED = ("grid", "line", "txt", "csv", "json")


# --- No solution --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["fast", "stack"])
def test_where_there_is_no_solution_it_says_so_and_ends_with_1(call, puzzle_file, method):
    unsolvable = "123........4...."  # nothing is left for row 0, column 3
    assert Grid.parse(unsolvable).is_valid
    done = call("solve", puzzle_file(unsolvable), "--search", method)
    assert (done.status, done.err) == (1, "")
    assert "\nNo solution!\n" in done.out
    assert drawings(done.out) == [unsolvable]


def test_it_gives_up_at_the_limit(call, puzzle_file):
    for limit in (("--max-steps", 100), ("--max-seconds", 0)):
        done = call("solve", puzzle_file(), "--next-cell", "row-major", *limit)
        assert (done.status, done.err) == (1, "")
        assert re.search(r"^Gave up after \d+ steps\.$", done.out, re.MULTILINE)
        assert drawings(done.out) == [PUZZLE]


@pytest.mark.slow
def test_fast_says_after_the_time_limit_that_it_has_no_answer(call, puzzle_file, tmp_path):
    open_puzzle = engine.generate(1, size=25, seed=1)[0]
    open_puzzle[np.random.default_rng(1).permutation(625)[:360]] = 0  # many minutes of search
    text = "\n".join(" ".join(map(str, row)) for row in open_puzzle.reshape(25, 25).tolist())
    done = call(
        "solve", puzzle_file(text), "--search", "fast", "--max-seconds", 0.2, "--all", "--output", tmp_path / "out"
    )
    assert (done.status, done.err) == (3, "catalogue: no answer after 0.2 seconds; allow more of them\n")
    assert not (tmp_path / "out").exists()
    assert call("solve", puzzle_file(), "--search", "fast", "--max-seconds", 60).status == 0


# --- Bad input ----------------------------------------------------------------------------------------------------


def test_bad_input_is_told_in_one_line(call, tmp_path, error_of):
    for method in ["fast", "stack"]:
        for content, fault in [
            (b"", "empty: no board in it"),
            (b"0 0 0\n", "line 1: value 0 is not in 1..9"),
            (b"0 0 10\n", "line 1: value 10 is not in 1..9"),
            (b"0 0 1\n0 0 1\n", "line 2: r1c1 already has a value from line 1"),
            (b"0 0 1\n0 1\n", "line 2: '0 1' is not a triple: row column value"),
            (b"0 0 1\n0 8 1\n", "r1c1 and r1c9 contradict each other: both are 1"),
            (b"0 0 1\n8 0 1\n", "r1c1 and r9c1 contradict each other: both are 1"),
            (b"1 1 1\n2 2 1\n8 8 9\n", "r2c2 and r3c3 contradict each other: both are 1"),
            (b"0 0 1\n1 1 2\n", "the triples fit a board of 4x4 and one of 9x9: give the size"),
            (bytes(range(256)), "not a text file"),
            (b"\x00\x01\x02\x03", "is not a digit of a board"),
            (b"." * 80, "line 1 has 80 characters, not 81"),
        ]:
            (tmp_path / "puzzle").write_bytes(content)
            told = error_of(call("solve", tmp_path / "puzzle", "--search", method))
            assert fault in told and str(tmp_path / "puzzle") in told


def test_a_file_that_is_missing_or_no_file_or_a_gigabyte_is_told_in_one_line(call, tmp_path, error_of):
    assert "No such file" in error_of(call("solve", tmp_path / "missing"))
    assert "Is a directory" in error_of(call("solve", tmp_path))
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10**9)
    assert "longer than 65,536 bytes" in error_of(call("solve", tmp_path / "huge"))


def test_options_that_contradict_each_other_are_told_in_one_line(call, puzzle_file, error_of):
    for words in [
        ("--search", "fast", "--watch"),
        ("--search", "fast", "--max-steps", "3"),
        ("--search", "fast", "--next-cell", "row-major"),
        ("--delay", "5"),
        ("--max-seconds", "nan"),
        ("--progress", "--watch"),
        ("--all", "--limit", "3"),
        ("--search", "slow"),
        ("--limit", "0"),
    ]:
        assert "catalogue solve --help" in error_of(call("solve", puzzle_file(), *words), status=2)


def test_a_size_there_is_not_is_told_in_one_line(call, puzzle_file, error_of):
    advice = "has no usual blocks: add --blocks none for a Latin square"
    assert f"size 5 {advice}" in error_of(call("solve", puzzle_file(), "--size", 5), status=2)
    assert f"size 7 {advice}" in error_of(call("solve", puzzle_file("." * 49)))
    assert "a board of size 9, not 4" in error_of(call("solve", puzzle_file(), "--size", 4))


@pytest.mark.slow
def test_watching_in_a_pipe_prints_what_an_ordinary_run_prints(call, run, puzzle_file):
    watched = run("solve", puzzle_file(), "--watch")
    assert "\x1b" not in watched.out
    told = call("solve", puzzle_file()).out
    assert drawings(watched.out) == drawings(told)
    assert figures(watched.out).keys() == figures(told).keys()


@pytest.mark.slow
def test_colour_in_a_pipe_only_where_it_is_forced(run, puzzle_file):
    assert "\x1b" not in run("solve", puzzle_file()).out
    assert (
        "\x1b[1;34m5\x1b[0m" in run("solve", puzzle_file(), env=os.environ | {"FORCE_COLOR": "1", "TERM": "xterm"}).out
    )


# --- Random boards, and metrics of many -----------------------------------------------------------------------------


def test_a_random_board_is_that_of_the_library_and_the_same_again(call):
    done = call("solve", "--random", 20, "--seed", 5, "--max-steps", 3000)
    assert Grid.parse(re.search(r"╔[^╝]*╝", done.out)[0]) == Grid.random(locked=20, seed=5)
    again = call("solve", "--random", 20, "--seed", 5, "--max-steps", 3000)
    assert drawings(again.out) == drawings(done.out)


def test_a_seed_gives_a_random_solution_of_an_empty_board(call):
    boards = [drawings(call("solve", "--random", 0, "--seed", seed).out)[1] for seed in (1, 2, 1)]
    assert boards[0] == boards[2] != boards[1]
    assert all(Grid.parse(board).is_solved for board in boards)
    assert drawings(call("solve", "--random", 0, "--seed", 1, "--size", 4).out)[1] != boards[0]


def test_a_random_board_without_a_seed_names_it(call):
    done = call("solve", "--random", 8, "--size", 4)
    seed = int(re.search(r"--seed (\d+)", done.err)[1])
    assert Grid.parse(re.search(r"╔[^╝]*╝", done.out)[0]) == Grid.random(locked=8, seed=seed, size=4)


@pytest.mark.parametrize(
    "words", [(), ("--random", 82), ("5" * 81, "--random", 3), ("." * 81, "--search", "fast", "--seed", 1)]
)
def test_a_board_that_is_not_named_or_named_twice_is_refused(call, words):
    assert call("solve", *words).status == 2


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULE_FUNCTIONS)
def test_many_puzzles_get_the_metrics_of_a_rule(call, tmp_path, rule):
    puzzles = engine.carve(engine.generate(20, seed=9), seed=9, clues=32)
    lines = [Grid(puzzle).line() for puzzle in puzzles]
    (tmp_path / "many.txt").write_text("\n".join(lines))
    done = call("solve", tmp_path / "many.txt", "--next-cell", rule, "--format", "csv")
    named = "textbook" if rule == "row-major" else rule
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["puzzle"] for row in rows] == lines
    for row, puzzle in zip(rows, puzzles, strict=True):
        search = Search(Grid(puzzle), rule=RULE_FUNCTIONS[rule])
        search.run()
        told = [int(row[f"{named}_{name}"]) for name in ("comparisons", "backtracks", "depth")]
        assert told == [search.metrics.comparisons, search.metrics.backtracks, search.metrics.max_depth]
    plain = call("solve", tmp_path / "many.txt", "--next-cell", rule).out.splitlines()
    assert [line.split()[2:] for line in plain] == [
        [row[f"{named}_{name}"] for name in ("comparisons", "backtracks", "depth")] for row in rows
    ]
    assert all(len(line.split()) == 2 for line in call("solve", tmp_path / "many.txt").out.splitlines())


def test_a_long_search_says_how_far_it_is(call, tmp_path, monkeypatch):
    (tmp_path / "empty.txt").write_text(". " * 256)
    monkeypatch.setattr(terminal, "PERIOD", 0.001)
    done = call("solve", tmp_path / "empty.txt", "--size", 16, "--max-steps", 60)
    told = re.findall(r"^([\d,]+) steps, \d+ s: Ctrl-C ends it$", done.err, re.MULTILINE)
    steps = [int(each.replace(",", "")) for each in told]
    assert steps and max(steps) > 0 and steps == sorted(steps)


def test_certificate(call, puzzle_file, tmp_path):
    """A file that the checker takes; none of a puzzle that has several solutions, or over a file that is there."""
    path, several = tmp_path / "proof.json", puzzle_file()
    assert call("solve", several, "--certificate", path).status == 0
    proof = json.loads(path.read_text())
    assert certificate_checker.check(proof) is None
    assert proof["puzzle"] == PUZZLE
    assert "exists" in call("solve", several, "--certificate", path).err
    several.write_text(PUZZLE.replace("53", "..", 1).replace("7", "."))
    refused = call("solve", several, "--certificate", tmp_path / "other.json")
    assert "exactly one solution" in refused.err
    assert refused.status
    assert not (tmp_path / "other.json").exists()
    several.write_text(f"{PUZZLE}\n" * 2)
    assert "--certificate is for one" in " ".join(
        call("solve", several, "--certificate", tmp_path / "a.json").err.split()
    )
