"""Variants in files: solved one in a line, drawn alone, refused with the number of the line."""

import json
from pathlib import Path

import pytest

import engine
from engine import Use, Variant
from engine.boards import as_lines
from engine.rules.boxes import described
from engine.rules.formats import constraint_text, f_puzzles

SEED = 11


@pytest.fixture(scope="module")
def diagonal():
    """A minimal diagonal puzzle and its solution."""
    variant = Variant.of(9, Use("diagonal"))
    boards = engine.boards_under(variant, 1, seed=SEED)
    return variant.with_givens(engine.carve_under(variant, boards, seed=SEED)[0]), as_lines(boards)[0]


@pytest.fixture
def written(home):
    def write(*lines):
        path = Path.cwd() / "variants.txt"
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return write


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def test_each_variant_is_solved(call, written, diagonal):
    variant, solution = diagonal
    none = ".Cage~3~R1C1~R1C2.Cage~17~R1C1~R1C2"
    path = written("# mine", constraint_text.write(variant), f_puzzles.write(variant), "", ".Windoku", none)
    done = call("solve", path, "--format", "jsonl")
    assert done.status == 1
    assert objects(done.out) == [
        {"line": 2, "solutions": 1, "solution": solution},
        {"line": 3, "solutions": 1, "solution": solution},
        {"line": 5, "solutions": "several", "solution": None},
        {"line": 6, "solutions": 0, "solution": None},
    ]
    assert done.err == "4 puzzles: 2 with one solution, 1 with none, 1 with several\n"
    assert [line.split()[-1] for line in call("solve", path).out.splitlines()] == [
        *[solution] * 2,
        "several-solutions",
        "no-solution",
    ]


def test_sizes_may_be_mixed_and_piped(run, home):
    done = run("solve", "-", "--format", "jsonl", input=".Shape~4x4.Diagonal~1\n.Windoku\n.Shape~4x4.~R1C1_1\n")
    assert [found["line"] for found in objects(done.out)] == [1, 2, 3]


def test_a_single_variant_is_drawn(call, written, diagonal):
    variant, solution = diagonal
    done = call("solve", written(constraint_text.write(variant)))
    assert done.status == 0
    assert f"variant with {sum(map(bool, variant.givens))} clues" in done.out
    assert "diagonal: Each marked diagonal holds different digits." in done.out
    drawn = done.out.partition("solution\n")[2]
    assert "".join(letter for letter in drawn.partition("┛")[0] if letter.isdigit()) == solution
    assert done.out.endswith("The puzzle has exactly 1 solution.\n")
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_file_is_shown(call, written, diagonal, error_of):
    variant, solution = diagonal
    path = written(constraint_text.write(variant))
    assert described(variant) in call("show", path).out
    drawn = call("show", path, "--solution").out.partition("\n")[2]
    assert "".join(letter for letter in drawn if letter.isdigit()) == solution
    assert "exactly one solution" in error_of(call("show", written(".Windoku"), "--solution"))


def test_json_over_many_lines_is_one_variant(call, written, diagonal):
    variant, _ = diagonal
    path = written(json.dumps(f_puzzles.board_of(variant), indent=1))
    assert "exactly 1 solution" in call("solve", path).out


def test_an_unknown_rule_is_named_with_its_line(call, written, error_of):
    error = error_of(call("solve", written(".Windoku", ".Fog~R1C1"), "--format", "jsonl"))
    assert "line 2: rule 'Fog' is not known" in error
    assert "line 1: sum 46 is impossible" in error_of(call("solve", written(".Cage~46~R1C1~R1C2")))


def test_options_of_plain_puzzles_are_refused(call, written, error_of):
    assert "has variants" in error_of(call("solve", written(".Windoku"), "--all"), status=2)


@pytest.mark.parametrize("command", ["rate", "dedupe", "canonical", "hunt", "fewest"])
def test_commands_for_plain_puzzles_refuse_more_rules(call, home, error_of, command):
    Path("some.constraints").write_text(".Windoku.~R1C1_4\n.Windoku.~R1C1_5\n")
    message = error_of(call(command, "some.constraints"))
    assert "more rules than those of Sudoku: catalogue show, solve, hint, path, import and book know them" in message


def test_a_hint_says_which_rule_leads_on(call, home, written):
    path = written(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~1~R2C1.Cage~7~R1C3~R1C4.~R4C4_1")
    done = call("hint", path)
    assert done.out == "Cage 1 of r2c1 leaves r2c1 only 1.\nr2c1 can only be 1.\n"
    assert json.loads(call("hint", path, "--format", "json").out)[-1]["placed"] == [4, 1]
    assert 'fill="#d3e5fb"' in call("hint", path, "--format", "svg").out


def test_a_path_leads_to_the_solution(call, home, diagonal, written):
    variant, _ = diagonal
    done = call("path", written(constraint_text.write(variant)))
    assert done.out.endswith("The puzzle is solved.\n")
    assert done.out.count("\n 1") >= 10
