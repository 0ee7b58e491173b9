"""Variants in files: solved one in a line, drawn alone, refused with the number of the line."""

import json
from pathlib import Path

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.rules.formats import constraint_text, f_puzzles
from board_catalogue.engine.rules.houses import rate_ruled
from board_catalogue.engine.rules.making import boards_ruled, carve_ruled
from board_catalogue.engine.rules.solving import solutions_ruled
from board_catalogue.engine.rules.texts import described

SEED = 11


@pytest.fixture(scope="module")
def diagonal():
    """A minimal diagonal puzzle and its solution."""
    variant = Variant.of(9, Use("diagonal"))
    boards = boards_ruled(variant, 1, seed=SEED)
    return variant.with_givens(carve_ruled(variant, boards, seed=SEED)[0]), as_lines(boards)[0]


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
    names = ("line", "solutions", "more", "solution", "understood", "left")
    assert [tuple(row[name] for name in names) for row in objects(done.out)] == [
        (2, 1, False, solution, True, []),
        (3, 1, False, solution, True, []),
        (5, 2, True, None, True, []),
        (6, 0, False, None, True, []),
    ]
    assert done.err == "4 puzzles: 2 with one solution, 1 with none, 1 with several\n"
    assert [line.split()[-1] for line in call("solve", path).out.splitlines()] == [
        *[solution] * 2,
        "several-solutions",
        "no-solution",
    ]


DRAWN = {
    "cells": [[{"value": 1}, {}, {}, {}], [{}, {"value": 3}, {}, {}], [{}] * 4, [{}] * 4],
    "lines": [{"wayPoints": [[3.5, 0.5], [3.5, 2.5]], "color": "#f067f0"}],
    "metadata": {"title": "Small", "rules": "Normal sudoku rules apply. Purple lines are renbans."},
}
"""A puzzle of SudokuPad with a drawing."""


def with_rules(text):
    return json.dumps(DRAWN | {"metadata": {"title": "Small", "rules": text}})


def test_a_drawing_is_read_with_its_words_or_named(call, written):
    path = written(json.dumps(DRAWN), with_rules("Normal sudoku rules apply. Purple lines are odd."))
    done = call("solve", path, "--format", "jsonl")
    assert done.status == 4
    left = ["'Purple lines are odd.'", "purple line at R4C1 R4C2 R4C3"]
    first, second = objects(done.out)
    assert (first["understood"], first["left"]) == (True, [])
    assert (second["understood"], second["left"]) == (False, left)
    assert done.err.endswith("1 not understood\n")
    refused = call("solve", path, "--format", "jsonl", "--understood")
    assert objects(refused.out)[1] | {"line": 2} == second | {"solutions": None, "more": None, "solution": None}
    assert refused.status == 4
    assert call("solve", path).out.splitlines()[1].endswith(" not-understood")


def test_a_single_drawing_shows_what_was_made_of_it(call):
    done = call("solve", json.dumps(DRAWN))
    assert done.status == 0
    assert "Small\n" in done.out
    assert "read as: renban: purple line at R4C1 R4C2 R4C3 (Purple lines are renbans.)\n" in done.out
    part = call("solve", with_rules("Normal sudoku rules apply. Purple lines are odd."))
    assert part.status == 4
    assert "not understood: 'Purple lines are odd.'\n" in part.out
    assert "The answer is for the rest alone.\n" in part.out
    assert "What is understood of the puzzle has more than 1 solution." in part.out
    refused = call("solve", with_rules("Purple lines are odd."), "--understood")
    assert refused.status == 4
    assert "is not understood: 'Purple lines are odd.' and 2 more" in refused.err
    assert not refused.out


def test_other_commands_take_whole_puzzles_only(call, written, error_of):
    text = with_rules("Normal sudoku rules apply. Purple lines are odd.")
    for command in (("show", text), ("hint", text), ("import", written(text))):
        assert "is not understood: 'Purple lines are odd.'" in error_of(call(*command))


@pytest.mark.slow
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
    done = call("solve", written(".Windoku", ".Fog~R1C1", ".Windoku"), "--format", "jsonl")
    rows = list(map(json.loads, done.out.splitlines()))
    assert (done.status, [row["line"] for row in rows], "solutions" in rows[2]) == (1, [1, 2, 3], True)
    assert "rule 'Fog' is not known" in rows[1]["error"] and "line 2: rule 'Fog' is not known" in done.err
    assert "line 1: sum 46 is impossible" in error_of(call("solve", written(".Cage~46~R1C1~R1C2")))


def test_options_of_plain_puzzles_are_refused(call, written, error_of):
    for option in ("--next-cell row-major", "--search stack", "--max-steps 3", "--seed 1", "--watch", "--progress"):
        error = error_of(call("solve", written(".Windoku"), *option.split()), status=2)
        assert "only the engine's solver knows rules: leave out --" in error
    two = written(".Windoku", ".Windoku")
    assert "only the engine's solver knows rules" in error_of(call("solve", two, "--next-cell", "row-major"), status=2)


def test_solutions_of_a_variant_are_written_in_the_formats_of_solutions(call, written, diagonal):
    variant, solution = diagonal
    path = written(constraint_text.write(variant))
    done = call("solve", path, "--search", "fast", "--max-seconds", 30, "--output", "a.csv")
    assert done.status == 0 and Path("a.csv").read_text().splitlines()[1].endswith(f",{solution}")
    text = ".Shape~4x4.Diagonal~1.Diagonal~-1.~R1C1_1.~R1C2_2"
    every = ["".join(map(str, board.tolist())) for board in solutions_ruled(engine.read_variant(text))]
    assert call("solve", text, "--all", "--format", "line").out.split() == every
    assert "<svg" in call("solve", path, "--format", "svg").out


def test_all_solutions_of_a_variant_are_found_in_their_order_or_some(call, error_of):
    variant = engine.read_variant(".Shape~4x4.Diagonal~1.Diagonal~-1.~R1C1_1.~R1C2_2")
    every = [board.tolist() for board in solutions_ruled(variant)]
    assert len(every) > 2 and every == sorted(every)
    done = call("solve", constraint_text.write(variant), "--all")
    assert [f"solution {i}" in done.out.splitlines() for i in (1, len(every), len(every) + 1)] == [True, True, False]
    assert done.out.endswith(f"The puzzle has {len(every)} solutions.\n")
    drawn = [[int(c) for c in part if c.isdigit()] for part in done.out.split("\nsolution ")[1:]]
    assert [cells[1:17] for cells in drawn] == every
    done = call("solve", constraint_text.write(variant), "--limit", 2)
    assert "\nsolution 2\n" in done.out and done.out.endswith("The puzzle has more than 2 solutions.\n")
    done = call("solve", constraint_text.write(variant), "--limit", len(every))
    assert done.out.endswith(f"The puzzle has {len(every)} solutions.\n")
    assert "either --all or --limit" in error_of(call("solve", ".Windoku", "--all", "--limit", 2), status=2)
    assert call("solve", ".Shape~4x4.Diagonal~1.~R1C1_1.~R2C2_1", "--all").status == 1


def test_a_variant_without_an_answer_in_time_has_status_3(call):
    done = call("solve", ".Shape~16x16.Windoku", "--max-seconds", "0.2")
    assert done.status == 3
    assert "no answer after 0.2 seconds" in done.err


def test_commands_for_plain_puzzles_refuse_more_rules(call, home, error_of):
    for command in ["dedupe", "canonical", "hunt"]:
        Path("some.constraints").write_text(".Windoku.~R1C1_4\n.Windoku.~R1C1_5\n")
        message = error_of(call(command, "some.constraints"))
        assert (
            "more rules than those of Sudoku: catalogue show, solve, rate, hint, path, import and book know them"
            in message
        )


def test_a_hint_says_which_rule_leads_on(call, home, written):
    path = written(".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R2C1.Cage~7~R1C3~R1C4.~R4C4_1")
    done = call("hint", path)
    assert done.out.endswith("Cage 3 of r1c1 can only be 12, so r1c1 and r1c2 lose 3 and 4.\n")
    assert "+" not in done.out and "-3-4" in done.out and len(done.out.splitlines()) < 24
    step = json.loads(call("hint", path, "--format", "json").out)
    assert (step["units"], step["eliminations"]) == (["cage 3 of r1c1"], [[0, 3], [0, 4], [1, 3], [1, 4]])
    assert 'class="removed"' in call("hint", path, "--format", "svg").out
    assert call("hint", path, "--depth", "where").out.endswith("\nLook at cage 3 of r1c1.\n")
    assert call("hint", path, "--step", 2).out != done.out


def test_a_path_leads_to_the_solution(call, home, diagonal, written):
    variant, _ = diagonal
    done = call("path", written(constraint_text.write(variant)))
    assert done.out.endswith("The puzzle is solved.\n")
    assert done.out.count("\n 1") >= 10


# --- Ratings, and rules beside plain text ----------------------------------------------------------------------------


@pytest.fixture
def plain(home, diagonal):
    """A file with two diagonal puzzles that names no rules, and these puzzles with theirs."""
    variant, _ = diagonal
    board = engine.Rulebook.read("diagonal")
    (easier,) = boards_ruled(board.board, 1, seed=3)
    easier[::5] = 0
    puzzles = [variant.clues, easier]
    path = Path("plain.txt")
    path.write_text("".join(f"{line}\n" for line in as_lines(np.array(puzzles))))
    return path, [board.variant(givens=puzzle.tolist()) for puzzle in puzzles]


def rated(variants):
    return [
        "/".join(f"{rating[name] / 10:.1f}" for name in ("rating", "pearl", "diamond"))
        for rating in rate_ruled(variants)
    ]


@pytest.mark.slow
def test_variants_are_rated(call, run, written, plain):
    path, variants = plain
    lines = [constraint_text.write(variant) for variant in variants]
    ruled = written("# mine", *lines)
    assert call("rate", ruled).out.split() == [
        word for each in zip(lines, rated(variants), strict=True) for word in each
    ]
    found = objects(call("rate", ruled, "--format", "jsonl").out)
    assert [(row["line"], row["status"]) for row in found] == [(2, "rated"), (3, "rated")]
    assert [row["grade"] for row in found] == ["diabolical", "easy"] and found[0]["level"] == "extreme"
    fast = [line.split()[1] for line in run("rate", "-", "--rate", "fast", input="\n".join(lines)).out.splitlines()]
    assert fast == ["above", rated(variants)[1]]
    assert call("rate", lines[0]).out.split()[1] == rated(variants)[0]
    assert call("rate", path, "--rules", "diagonal").out.split()[1::2] == rated(variants)


def test_what_has_no_rating_is_named(call, written, error_of):
    path = written(".Windoku", ".Cage~15~R1C1~R1C2")
    assert f"{path}: line 2: cage: only puzzles whose rules are houses" in error_of(
        call("rate", path, "--rate", "full")
    )
    assert "no --base" in error_of(call("rate", path, "--base", "1"), status=2)


def test_rules_are_named_beside_plain_puzzles(call, plain, diagonal, error_of):
    path, variants = plain
    lines = as_lines(np.array([variant.clues for variant in variants]))
    solved = [line.split()[1] for line in call("solve", path, "--rules", "diagonal").out.splitlines()]
    assert solved[0] == diagonal[1] and len(solved) == 2
    assert "Each marked diagonal" in call("show", lines[0], "--rules", "diagonal").out
    assert "several-solutions" in call("solve", lines[0], "--rules", "anti-king", "--format", "line").out
    assert call("path", lines[0], "--rules", "diagonal").out.endswith("The puzzle is solved.\n")
    for rules, fault in (
        ("fog", "cannot be made"),
        ("killer", "differs from puzzle to puzzle"),
        ("jigsaw=AB", "81 letters"),
    ):
        assert fault in error_of(call("solve", path, "--rules", rules), status=2)
    named = constraint_text.write(variants[0])
    assert "leave out --rules" in error_of(call("hint", named, "--rules", "diagonal"), status=2)
    assert "leave out --rules" in error_of(call("rate", written_to(named), "--rules", "diagonal"), status=2)


def test_drawn_blocks_stay_under_rules(call, home):
    path = Path("drawn.txt")
    path.write_text(f"{engine.Grid.empty(6, blocks='3x2')}\n")
    shown = call("show", path, "--rules", "diagonal").out
    assert shown.splitlines()[0].count("┳") == 2 and "Each marked diagonal" in shown  # three blocks, not the usual two


@pytest.mark.parametrize(("size", "seed"), [(7, 1), (9, 0)])
def test_a_jigsaw_is_read_without_blocks(call, home, size, seed):
    made = engine.Rulebook.read("jigsaw", size)
    boards, _ = made.boards(1, seed=seed)
    puzzles, own = made.carve(boards, seed=seed, positions=[0])
    letters = {cell: chr(65 + n) for n, region in enumerate(made.variant(own[0]).regions) for cell in region}
    rules = f"jigsaw={''.join(letters[cell] for cell in range(size**2))}"
    (puzzle,), (solution,) = as_lines(puzzles), as_lines(boards)
    assert call("solve", puzzle, "--rules", rules, "--format", "line").out.split() == [puzzle, solution]


def written_to(line):
    path = Path("named.constraints")
    path.write_text(f"{line}\n")
    return path


def test_a_puzzle_without_a_solution_has_neither_hint_nor_path(call, home, error_of):
    for text in (".Cage~3~R1C1~R1C2.~R1C1_1~R2C2_2", ".Cage~3~R1C1~R1C2.~R9C1_1~R8C1_2"):
        for command in ("hint", "path"):
            assert error_of(call(command, text)) == "catalogue: the puzzle: it has no solution, so it has no path\n"


def test_a_hint_is_for_the_board_that_a_person_has(call, home, diagonal, error_of):
    variant, solution = diagonal
    text, board = constraint_text.write(variant), Path("board.txt")
    board.write_text(solution[:80] + ".")
    done = call("hint", text, "--at", board, "--format", "json")
    assert json.loads(done.out)["placement"] == [80, int(solution[80])]
    empty = variant.clues.tolist().index(0)
    board.write_text(f"{engine.Grid.parse(solution[:80] + '.')}\n")  # drawn with its blocks
    assert call("hint", text, "--at", board, "--format", "json").out == done.out
    wrong = str(int(solution[empty]) % 9 + 1)
    words = [f"[{digit}]" if digit else "." for digit in variant.clues.tolist()]
    words[empty] = wrong
    board.write_text(" ".join(words))
    assert f"{board}: r" in error_of(call("hint", text, "--at", board))


@pytest.mark.slow
def test_paths_of_variants_are_for_programs_too(call, home, plain):
    _, variants = plain
    text = [constraint_text.write(variant) for variant in variants]
    steps = json.loads(call("path", text[1], "--format", "json", "--style", "rating").out)
    assert [step["technique"] for step in steps] == [step.technique for step in engine.steps(variants[1])]
    Path("two.constraints").write_text(
        "\n".join([*text, ".Shape~4x4.Cage~3~R1C1~R1C2.~R1C3_4.~R2C1_4.~R3C2_4.~R3C3_2"])
    )
    assert call("path", "two.constraints", "--format", "jsonl").status == 1  # the third has several solutions
    Path("two.constraints").write_text("\n".join(text))
    found = objects(call("path", "two.constraints", "--format", "jsonl").out)
    assert [row["rating"] for row in found] == (rate_ruled(variants)["rating"] / 10).tolist()
    assert call("path", "two.constraints").out.splitlines()[1].startswith(text[1])


LINES = (
    "# a comment",
    ".Shape~4x4",
    ".Or",
    ".~R1C1_1",
    ".~R1C1_2",
    ".End",
    ".Cage~3~R1C1~R1C2",
    "# a comment",
    ".Thermo~R2C1~R2C2",
)
LIST = (".~R1C1_5", ".~R1C1_6~R1C2_7", ".AntiKnight.~R5C5_1")


def test_a_puzzle_may_have_a_constraint_a_line(call, written):
    found = objects(call("solve", written(*LINES), "--format", "jsonl").out)
    assert len(found) == 1 and found[0]["line"] == 2 and found[0]["more"]
    assert [each["line"] for each in objects(call("solve", written(*LIST), "--format", "jsonl").out)] == [1, 2, 3]


PARTS = (".Cage~3~R1C1~R1C2.Thermo~R1C1~R1C2.~R1C3_3", ".~R4C1_4.~R4C4_1")
"""The parts of a 4x4 puzzle with one solution, each of which has several."""


def test_lines_of_several_constraints_are_one_puzzle_where_that_has_one_solution(call, written):
    def lines_of(*lines):
        return [each["line"] for each in objects(call("solve", written(*lines), "--format", "jsonl").out)]

    shape, (first, second) = ".Shape~4x4", PARTS
    assert lines_of(shape + first, second) == [1]
    assert lines_of(shape + first, second, shape + first, second) == [1, 3]
    assert lines_of(shape + first, "", shape + second) == [1, 3]
    assert lines_of(shape + first + second, shape + first + second) == [1, 2]
    assert lines_of(".Or.~R1C1_1.End.~R2C2_3", ".Or.~R1C1_2.End.~R2C2_3") == [1, 2]
    assert "lines 1 to 2 are read as one puzzle" in call("solve", written(shape + first, second)).err
    assert "2 puzzles" in call("solve", written(first, ".Palindrome~R1C1~R1C2.Diagonal~1")).err


def test_puzzles_says_whether_lines_are_one_puzzle(call, written):
    for lines in [(".Shape~4x4" + PARTS[0], PARTS[1]), (".~R1C1_1", ".~R1C2_2"), (".Cage~3~R1C1~R1C2", "", ".~R5C5_1")]:
        for puzzles, count in (("one", 1), ("lines", 2)):
            answer = call("solve", written(*lines), "--puzzles", puzzles, "--format", "jsonl")
            assert len(objects(answer.out)) == count and "are read as" not in answer.err


def test_a_file_of_interactive_sudoku_solver_is_one_puzzle(call, tmp_path):
    (tmp_path / "a.iss").write_text(".AntiKnight.AntiKing\n.~R9C9_1.~R9C8_2\n")
    assert len(objects(call("solve", tmp_path / "a.iss", "--format", "jsonl").out)) == 1


@pytest.mark.daily(".Cage~3~R1C1~R1C2 .Thermo~R5C5~R4C5")
@pytest.mark.parametrize("text", ["..Cage~3~R1C1~R1C2", ".Cage~3~R1C1~R1C2 .Thermo~R5C5~R4C5", ". Cage~3~R1C1~R1C2"])
def test_constraint_text_with_blanks_and_dots_is_read_from_anywhere(call, written, text):
    assert call("solve", text).out == call("solve", written(text)).out != ""


def test_other_boards_are_solved_and_drawn_but_not_stored(call, written, tmp_path):
    file = written(".Shape~6x8.~R1C1_1", ".Shape~4x4~0-3.~R1C1_0")
    found = objects(call("solve", file, "--format", "jsonl").out)
    assert [each["more"] for each in found] == [True, True]
    refused = call("import", file, "--home", tmp_path / "other")
    assert refused.status == 1 and "line 1: only square boards with the digits from 1 are stored" in refused.err
    assert not (tmp_path / "other").exists()
    assert "rated" in call("hint", ".Shape~6x8.~R1C1_1").err
    assert "0   ." in call("show", ".Shape~4x4~0-3.~R1C1_0").out
    drawn = tmp_path / "board.svg"
    assert call("solve", ".Shape~6x8.~R1C1_1", "--output", drawn).status in (0, 1)


def test_puzzles_of_a_file_are_shown_in_a_format(call, written, tmp_path):
    file = written(".AntiKnight.Odd~R1C1.~R1C2_4", ".Windoku.~R1C1_1")
    iss = call("show", file, "--format", "iss").out.splitlines()
    assert iss == [".AntiKnight.~R1C1_1_3_5_7_9~R1C2_4".replace("~R1C2", ".~R1C2"), ".Windoku.~R1C1_1"]
    links = call("show", file, "--format", "link", "--service", "f-puzzles").out.splitlines()
    assert [engine.read_variant(link).uses[-1].rule for link in links][1:] == ["windoku"] or len(links) == 2
    svg = tmp_path / "one.svg"
    assert call("show", ".Windoku.~R1C1_1", "--output", svg).status == 0 and svg.read_text().startswith("<svg")
    several = call("show", file, "--format", "svg")
    assert several.status == 2 and "a picture has one puzzle" in several.err
    assert "--format link" in call("show", file, "--service", "f-puzzles").err


def test_boards_with_more_digits_than_cells_in_a_row_stand_beside_others(call, written):
    done = call("solve", written(".Shape~4x4.~R1C1_1\n.Shape~4x4~9.~R1C1_9\n"), "--format", "jsonl")
    assert [json.loads(line)["more"] for line in done.out.splitlines()] == [True, True]  # rows for both, no error
