"""`canonical`, `automorphisms` and `dedupe`: puzzles up to symmetry."""

import csv
import io
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.symmetry import board_automorphisms, puzzle_automorphisms


@pytest.fixture(scope="module")
def puzzles():
    return engine.carve(engine.generate(4, seed=41), seed=5)


def line(puzzle):
    return engine.Grid(puzzle).line()


def image(puzzle, seed):
    """The same puzzle turned, its bands and digits shuffled."""
    chance = np.random.default_rng(seed)
    bands = np.concatenate([3 * band + chance.permutation(3) for band in chance.permutation(3)])
    digits = np.concatenate([[0], 1 + chance.permutation(9)]).astype(np.uint8)
    return digits[np.rot90(puzzle.reshape(9, 9)[bands], int(chance.integers(4)))].ravel()


@pytest.fixture
def file(home, puzzles):
    path = Path.cwd() / "puzzles.txt"
    images = [image(puzzle, seed) for seed, puzzle in enumerate(puzzles)]
    path.write_text("".join(f"{line(each)}\n" for each in (*puzzles, *images)))
    return path


def test_images_have_the_same_form_and_the_same_key(call, file, puzzles):
    forms = call("canonical", file).out.split()
    assert forms[:4] == forms[4:] == [line(each) for each in engine.canonical(puzzles, symmetry="full")]
    rows = list(csv.DictReader(io.StringIO(call("canonical", file, "--format", "csv").out)))
    assert [row["canonical"] for row in rows] == forms
    assert len({row["key"] for row in rows}) == 4
    turned = call("canonical", file, "--symmetry", "d4").out.split()
    assert turned == [
        line(each)
        for each in engine.canonical(
            [engine.Grid.parse(f).to_numpy().ravel() for f in file.read_text().split()], symmetry="d4"
        )
    ]


def test_a_puzzle_without_one_solution_has_no_form(call, home, error_of, puzzles):
    Path("two.txt").write_text(f"{line(puzzles[0])}\n{'.' * 81}\n")
    assert "two.txt: line 2: the puzzle has several solutions" in error_of(call("canonical", "two.txt"))
    assert "two.txt: line 2: the puzzle has several solutions" in error_of(call("automorphisms", "two.txt"))


def test_each_class_is_written_once(call, file, puzzles):
    done = call("dedupe", file)
    assert done.out.split() == [line(each) for each in puzzles]
    assert done.err == "8 puzzles, 4 different up to full\n"
    assert call("dedupe", file, "--symmetry", "d4").out.count("\n") == 8
    with file.open("a") as more:
        more.write(f"{'.' * 81}\n1{'.' * 80}\n{'.' * 81}\n")
    rows = list(csv.DictReader(io.StringIO(call("dedupe", file, "--format", "csv").out)))
    assert [int(row["line"]) for row in rows] == [1, 2, 3, 4, 9, 10]


def slow_automorphisms(puzzle, size, rows, columns):
    """All symmetries tried one by one: lines permuted, transposed, and the digits named anew."""

    def orders(parts, length):
        inner = product(permutations(range(length)), repeat=parts)
        for lines, order in product(list(inner), permutations(range(parts))):
            yield [length * part + place for part in order for place in lines[part]]

    grid = puzzle.reshape(size, size)
    count = 0
    for turned in (grid, grid.T) if rows == columns else (grid,):
        for lines in orders(size // rows, rows):
            for stacks in orders(size // columns, columns):
                moved = turned[lines][:, stacks]
                pairs = set(zip(moved.ravel().tolist(), grid.ravel().tolist(), strict=True))
                names, others = zip(*pairs, strict=True)
                is_renaming = len(set(names)) == len(names) and len(set(others)) == len(others)
                count += is_renaming and all((a == 0) == (b == 0) for a, b in pairs)
    return count


@pytest.mark.slow
def test_symmetries_of_small_puzzles_are_those_that_are_tried_one_by_one():
    puzzles = engine.carve(engine.generate(60, size=4, seed=1), seed=2)
    assert puzzle_automorphisms(puzzles).tolist() == [slow_automorphisms(each, 4, 2, 2) for each in puzzles]
    clued = engine.carve(engine.generate(4, size=6, seed=1), seed=2, clues=20)
    assert puzzle_automorphisms(clued).tolist() == [slow_automorphisms(each, 6, 2, 3) for each in clued]


def test_the_symmetries_of_a_board_are_those_that_the_kernel_counts():
    for size in (4, 6):
        for board in engine.generate(20, size=size, seed=3):
            found = [*board_automorphisms(board, Shape.of(size))]
            assert len(found) == engine.symmetry.automorphisms(board)
            for transposes, rows, columns in found:
                moved = (board.reshape(size, size).T if transposes else board.reshape(size, size))[rows][:, columns]
                assert len(set(zip(moved.ravel().tolist(), board.tolist(), strict=True))) == size


@pytest.mark.slow
def test_the_symmetries_of_each_puzzle_are_counted(call, home, puzzles):
    board = engine.grid.permutation_grid(5).to_numpy().ravel()
    turned = engine.carve(board, seed=1, pattern="rotate180")
    Path("list.txt").write_text("".join(f"{line(each)}\n" for each in (puzzles[0], turned, board)))
    counts = [int(row.split()[1]) for row in call("automorphisms", "list.txt").out.splitlines()]
    assert counts == [1, int(puzzle_automorphisms(turned)), 648]
    assert counts[1] > 1


def test_symmetries_of_puzzles_on_large_regular_boards_are_not_looked_for():
    board = engine.grid.permutation_grid(1, size=16).to_numpy().ravel()
    assert engine.symmetry.automorphisms(board) > 1
    with pytest.raises(ValueError, match="too many to look for at 16x16"):
        puzzle_automorphisms(np.where(np.arange(256) == 0, 0, board).astype(np.uint8))


def test_only_minimal_puzzles_are_found(call, home):
    call("fill", "--count", 10, "--seed", 1)
    call("fill", "--count", 10, "--clues", 40)
    assert call("query", "--minimal", "--count-only").out == "10\n"
    assert call("query", "--minimal", "--limit", 3, "--columns", "minimal", "--format", "csv").out.count("True") == 3


def test_grades_with_numbers_choose_wherever_puzzles_are_chosen(rated, call, tmp_path, error_of):
    words = ("--grade", "medium=3", "--grade", "hard=2", "--sort", "clues", "--home", rated)
    rows = call("query", *words, "--columns", "grade", "--format", "csv").out.split()
    assert rows == ["grade", "medium", "medium", "medium", "hard", "hard"]
    assert call("query", *words, "--count-only").out == "5\n"
    assert call("export", *words, "--format", "line").out.count("\n") == 5
    told = error_of(call("query", "--grade", "easy=1", "--limit", 2, "--home", rated), status=2)
    assert "give either --limit or --grade and --level with numbers" in told
    told = error_of(call("query", "--grade", "easy=1", "--grade", "hard", "--home", rated), status=2)
    assert "give every --grade a number of its own, or none" in told
