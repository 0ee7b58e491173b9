import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from shapes import SQUARE_SIZES

from board_catalogue import engine
from board_catalogue.catalogue.formats import FORMATS, How
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.engine import Grid
from board_catalogue.engine.grades import Grade
from board_catalogue.engine.native import technique_of
from board_catalogue.engine.rating import CARVED, find_puzzle
from board_catalogue.engine.shape import Shape


def written(path, size=9, blocks=None):
    """The puzzle in a file, which has nothing but triples of one solution."""
    text = path.read_text()
    assert all(re.fullmatch(r"\d+ \d+ \d+", line) for line in text.splitlines())
    grid = Grid.parse(text, size=size, blocks=blocks)
    assert engine.count_solutions(grid) == 1
    return grid


@pytest.mark.parametrize(("option", "clues"), [(("--clues", 30), 30), (("--empty", 42), 39), (("--clues", 81), 81)])
def test_a_puzzle_has_as_many_clues_as_asked_for(call, tmp_path, option, clues):
    done = call("create", tmp_path / "out", *option, "--seed", 3)
    assert (done.status, done.err) == (0, "")
    grid = written(tmp_path / "out")
    assert grid.locked_count == clues
    assert done.out.startswith(f"{grid}\n")
    assert re.search(rf"^clues +{clues}$", done.out, re.MULTILINE)


@pytest.mark.slow
def test_asked_for_fewer_clues_than_it_can_reach_it_says_what_it_reached(call, tmp_path):
    done = call("create", tmp_path / "out", "--clues", 17, "--seed", 3)
    assert done.status == 3
    reached = written(tmp_path / "out").locked_count
    assert 17 < reached < 26
    assert f"\nasked for 17 clues, reached {reached}:" in done.out
    assert "asked" not in call("create", tmp_path / "out", "--clues", reached, "--seed", 3).out


@pytest.mark.slow
@pytest.mark.parametrize("size", [16, pytest.param(25, marks=pytest.mark.slow)])
def test_what_a_large_board_cannot_reach_is_told_in_a_second(call, tmp_path, size):
    done = call("create", tmp_path / "out", "--empty", size**2 - size + 1, "--size", size, "--seed", 3)
    assert done.status == 3
    reached = written(tmp_path / "out", size).locked_count
    assert f"\nasked for {size - 1} clues, reached {reached}:" in done.out
    assert reached < CARVED[size]


def _grades(size):
    """Those that puzzles of a size have, and that do not take long."""
    return {4: ("easy",), 9: Grade}.get(size, ("easy", "medium", "hard"))


@pytest.mark.slow_cases("25-easy")
@pytest.mark.parametrize(
    ("size", "grade"),
    [
        pytest.param(size, grade, marks=[pytest.mark.slow] if size > 9 and grade != "easy" else [])
        for size in SQUARE_SIZES
        for grade in _grades(size)
    ],
)
def test_what_is_created_is_solved(call, tmp_path, size, grade):
    assert call("create", tmp_path / "out", "--grade", grade, "--size", size, "--seed", 1).status == 0
    grid = written(tmp_path / "out", size)
    done = call("solve", tmp_path / "out", "--size", size, "--search", "fast")
    assert done.status == 0
    solution = engine.solve(grid.to_numpy().reshape(-1))
    assert str(Grid(solution)) in done.out


def test_the_rating_is_told_at_size_9(call, tmp_path):
    puzzle = find_puzzle("hard", seed=2).puzzle
    (rating,) = engine.rate(puzzle[None])
    told = call("create", tmp_path / "out", "--grade", "hard", "--seed", 2).out
    assert re.search(rf"^rating +{rating['rating'] / 10:.1f}$", told, re.MULTILINE)
    assert re.search(rf"^hardest step +{technique_of(rating['hardest']).name}$", told, re.MULTILINE)
    assert "\nrating" not in call("create", tmp_path / "out", "--size", 16, "--force").out


def test_a_grade_that_a_small_board_lacks_is_told_in_one_line(call, tmp_path, error_of):
    told = error_of(call("create", tmp_path / "out", "--size", 4, "--grade", "hard", "--seed", 1))
    assert "no hard puzzle among the first 3,200 of seed 1: try another seed or grade" in told
    assert not (tmp_path / "out").exists()
    assert call("create", tmp_path / "out", "--size", 4).status == 0  # medium by default, where there is one
    assert call("create", tmp_path / "latin", "--size", 2, "--blocks", "none").status == 0


def test_the_seed_makes_the_same_puzzle_again(call, tmp_path):
    texts = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        call("create", tmp_path / name, "--grade", "easy", "--seed", seed)
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1] != texts[2]
    seed = re.search(r"^seed +(\d+)$", call("create", tmp_path / "d").out, re.MULTILINE)[1]
    call("create", tmp_path / "e", "--seed", seed)
    assert (tmp_path / "d").read_text() == (tmp_path / "e").read_text()


def test_a_wrong_call_is_told_in_one_line_and_nothing_is_written(call, tmp_path, error_of):
    for words, fault in [
        (("--clues", 30, "--empty", 42), "give one of --clues, --empty and --grade"),
        (("--clues", 30, "--grade", "easy"), "give one of"),
        (("--clues", 82), "82 clues are not in 1 .. 81"),
        (("--clues", 0), "--clues"),
        (("--empty", 81), "0 clues are not in 1 .. 81"),
        (("--clues", 16), "no 9x9 puzzle with one solution has fewer than 17 clues: McGuire"),
        (("--empty", 65), "--empty: no 9x9 puzzle with one solution has fewer than 17 clues"),
        (("--clues", 3, "--size", 4), "no 4x4 puzzle with one solution has fewer than 4 clues"),
        (("--clues", 4, "--size", 6), "fewer than 8 clues: every puzzle with 7 has been tried"),
        (("--size", 5), "size 5 has no usual blocks: add --blocks none for a Latin square"),
        (("--size", 6, "--empty", 37), "-1 clues are not in 1 .. 36"),
        (("--grade", "evil"), "--grade"),
        (("--seed", -1), "--seed"),
    ]:
        assert fault in error_of(call("create", tmp_path / "out", *words), status=2)
        assert not (tmp_path / "out").exists()


def test_a_file_that_cannot_be_written_is_told_in_one_line(call, tmp_path, error_of):
    assert "No such file or directory" in error_of(call("create", tmp_path / "no" / "out"))
    assert list(tmp_path.iterdir()) == []


def test_the_standard_output_gets_the_puzzle_alone_and_the_report_goes_aside(call, home, tmp_path):
    call("create", "out", "--seed", 1)
    done = call("create", "-", "--seed", 1)
    assert done.out == Path("out").read_text()
    assert "hardest step" in done.err


def test_without_a_file_the_puzzle_is_drawn_alone(call, home, tmp_path):
    done = call("create", "--seed", 1)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("╔") and "seed" in done.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_puzzle_is_created_in_every_format(call, home):
    for form in [name for name, each in FORMATS.items() if each.is_read]:
        expected = call("create", "--seed", 1, "--format", "line").out.split()[0]
        done = call("create", f"out.{form}", "--format", form, "--seed", 1)
        assert done.status == 0, done.err
        with records_in(Path(f"out.{form}"), How(format=form)) as (_, records):
            assert [record.puzzle for record in records] == [expected]


def test_the_ending_of_the_file_chooses_the_format(call, home, error_of):
    line = call("create", "--seed", 1, "--format", "line").out
    call("create", "out.line", "--seed", 1)
    assert Path("out.line").read_text() == line
    call("create", "--output", "out.svg", "--seed", 1)
    assert Path("out.svg").read_text().startswith("<svg")
    assert "no format here ends in .xyz" in error_of(call("create", "out.xyz"), status=2)
    assert "give either OUT or --output" in error_of(call("create", "a", "--output", "b"), status=2)


def test_the_clues_have_a_pattern(call, home, error_of):
    line = call("create", "--seed", 1, "--pattern", "rotate180", "--format", "line").out.split()[0]
    clues = [symbol != "." for symbol in line]
    assert clues == clues[::-1]
    assert engine.count_solutions(engine.Grid.parse(line)) == 1
    assert "--grade goes with neither" in error_of(call("create", "--pattern", "all", "--grade", "easy"), status=2)


def test_the_board_can_be_one_of_permutations(call, home, error_of):
    done = call("create", "--method", "permutation", "--seed", 5, "--format", "line")
    grid = Grid.parse(done.out.split()[0])
    assert np.array_equal(engine.solve(grid), engine.grid.permutation_grid(5).to_numpy().ravel())
    assert "attempts" not in done.err
    assert "needs --method wfc" in error_of(call("create", "--method", "permutation", "--progress"), status=2)


@pytest.mark.slow_cases("words2-shape2")
@pytest.mark.parametrize(
    ("words", "shape"),
    [
        (("--size", 6), Shape(2, 3)),
        (("--blocks", "3x2"), Shape(3, 2)),
        (("--size", 12), Shape(3, 4)),
        (("--size", 5, "--blocks", "none"), Shape(1, 5)),
    ],
)
def test_puzzles_of_every_shape_are_created_and_solved(call, tmp_path, words, shape):
    made = call("create", tmp_path / "out", "--seed", 1, *words)
    assert made.status == 0
    grid = written(tmp_path / "out", shape.size, shape.blocks)
    assert grid.board_shape == shape
    assert engine.count_solutions(grid) == 1
    line = made.out.splitlines()[-1]
    assert line.startswith("read it with: catalogue ")
    for method in ("stack", "fast"):
        done = call(*shlex.split(line.removeprefix("read it with: catalogue ")), "--method", method)
        assert "Hurray! The puzzle has exactly 1 solution." in done.out
        assert str(Grid(engine.solve(grid), blocks=shape.blocks)) in done.out


@pytest.mark.daily("4")
@pytest.mark.parametrize("size", [4, 16])
def test_how_to_read_a_file_that_does_not_show_its_size_is_told(call, tmp_path, size):
    lines = call("create", tmp_path / "a puzzle", "--size", size, "--seed", 1).out.splitlines()
    told, _, words = lines[-1].partition(": catalogue ")
    assert told == "read it with"
    done = call(*shlex.split(words))
    assert done.status == 0
    assert f"puzzle with {written(tmp_path / 'a puzzle', size).locked_count} clues" in done.out
    assert "read it with" not in call("create", tmp_path / "puzzle", "--seed", 1).out


# --- What it cost ---------------------------------------------------------------------------------------------------


def cost(out):
    names = ("puzzles made", "attempts at boards", "proofs that a clue can go or not")
    return [int(re.search(rf"^{name} +([\d,]+)$", out, re.MULTILINE)[1].replace(",", "")) for name in names]


def test_what_making_the_puzzle_cost_is_told(call, tmp_path):
    for seed in [3, 8]:
        for size in [4, 9, 16]:
            out = call("create", tmp_path / "out", "--size", size, "--clues", size**2, "--seed", seed, "--force").out
            (board,), (attempts,) = engine.generate(1, size=size, seed=seed, return_attempts=True)
            assert written(tmp_path / "out", size) == Grid(board)
            assert cost(out) == [1, attempts, 0]
            assert float(re.search(r"^processor seconds to make +([\d.]+)$", out, re.MULTILINE)[1]) > 0


def test_fewer_clues_cost_more_proofs(call):
    costs = [cost(call("create", "--clues", clues, "--seed", 1).out) for clues in (30, 24, 20)]
    board = engine.generate(1, seed=1)[0]
    for (made, _, proofs), clues in zip(costs, (30, 24, 20), strict=True):
        assert (made, proofs) == (1, engine.carve(board, seed=1, clues=clues, return_proofs=True)[1])
    assert 0 < costs[0][2] < costs[1][2] < costs[2][2]


def test_the_cost_of_a_graded_puzzle_is_that_of_all_that_were_made(call, tmp_path):
    found = find_puzzle("diabolical", seed=2)
    boards, attempts = engine.generate(found.tried, seed=2, return_attempts=True)
    assert np.array_equal(engine.solve(found.puzzle), boards[found.position])
    _, proofs = engine.carve(boards, seed=2, return_proofs=True)
    out = call("create", tmp_path / "out", "--grade", "diabolical", "--seed", 2).out
    assert cost(out) == [found.tried, attempts.sum(), proofs.sum()]
    assert found.position < found.tried and found.tried % 32 == 0


@pytest.mark.parametrize("command", [("create", "--clues", 30, "--seed", 1), ("solve", "puzzle", "--search", "fast")])
def test_a_table_names_the_search_that_it_counts(call, home, command):
    call("create", "puzzle", "--clues", 30, "--seed", 1)
    out = call(*command).out
    puzzle = engine.carve(engine.generate(1, seed=1)[0], seed=1, clues=30)
    for search, counts in (("reference", engine.measure(puzzle)), ("textbook", engine.solving.textbook(puzzle))):
        assert re.search(rf"^{search} search, backtracks +{counts['backtracks']:,}$", out, re.MULTILINE)
    assert not re.search("^(comparisons|backtracks)", out, re.MULTILINE)


@pytest.mark.parametrize("seed", [3, 8])
def test_progress_draws_the_board_after_each_finished_band(call, tmp_path, seed):
    done = call("create", tmp_path / "out", "--clues", 30, "--seed", seed, "--progress")
    drawn = [Grid.parse(drawing) for drawing in re.findall(r"╔[^╝]*╝", done.out)]
    *bands, board, puzzle = drawn
    assert done.status == 0 and board == Grid(engine.generate(1, seed=seed)[0])
    assert puzzle == written(tmp_path / "out")
    for each in (*bands, board):
        lines = each.line()
        assert any("." not in lines[start : start + 27] for start in (0, 27, 54))
    told = re.findall(r"^(\d) of 3 bands of the board$", done.out, re.MULTILINE)
    assert len(told) == len(drawn) - 1 and told[-1] == "3"
