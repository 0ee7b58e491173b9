from itertools import permutations

import numpy as np
import plain_view
import pytest
import reference
from shapes import plain_units

from board_catalogue import engine
from board_catalogue.catalogue.runs.opening import distinct_boards, permutation_boards
from board_catalogue.engine.shape import Shape

FORMS = {
    "d4": reference.canonical,
    "d4+relabel": reference.canonical_relabelled,
    "full": reference.canonical_full,
}


@pytest.fixture(scope="module", params=FORMS)
def symmetry(request):
    return request.param


@pytest.fixture(scope="module")
def classes(symmetry):
    """Every board of size 4 up to the symmetry, found by trying everything."""
    grids = reference.all_boards(4)
    assert len(grids) == 288
    return {tuple(FORMS[symmetry](grid)) for grid in grids}


def canonical_forms(home, symmetry):
    solutions = [plain_view.cells(row["solution"]) for row in plain_view.table(home, "boards")]
    return [tuple(FORMS[symmetry](solution)) for solution in solutions]


@pytest.mark.slow_cases("full")
def test_each_symmetry_leaves_fewer_boards(symmetry, classes):
    assert len(classes) == {"d4": 39, "d4+relabel": 5, "full": 2}[symmetry]


@pytest.mark.daily("d4+relabel-1-1099511627776", "full-4-3")
@pytest.mark.parametrize("seed", [3, 4, 2**40])
@pytest.mark.parametrize("threads", [1, 4])
def test_a_fill_finds_every_board_of_size_4_and_says_so(home, filled_by, symmetry, classes, seed, threads):
    report = filled_by(home, size=4, symmetry=symmetry, own_seed=seed, boards=1000, threads=threads)
    assert sorted(canonical_forms(home, symmetry)) == sorted(classes)
    assert report.exhausted
    assert not report.interrupted
    assert report.boards == report.total == len(classes)
    plain_view.assert_sound(home)


@pytest.mark.daily("d4+relabel", "full")
def test_the_boards_that_exist_are_all_that_a_total_can_ask_for(home, filled_by, symmetry, classes):
    assert not filled_by(home, size=4, symmetry=symmetry, total=len(classes) - 1).exhausted
    report = filled_by(home, size=4, symmetry=symmetry, total=len(classes))
    assert (report.boards, report.exhausted) == (1, True)
    plain_view.assert_sound(home, count=len(classes))


@pytest.mark.daily("d4+relabel-more1", "full-more2")
@pytest.mark.parametrize("more", [{"boards": 1}, {"total": 5000}, {"boards": 10, "seed": 99}])
def test_a_fill_of_a_full_catalogue_adds_nothing_and_says_so(home, filled_by, symmetry, classes, more):
    filled_by(home, size=4, symmetry=symmetry, boards=1000)
    before = plain_view.contents(home)
    report = filled_by(home, size=4, symmetry=symmetry, **more)
    assert (report.boards, report.exhausted, report.interrupted) == (0, True, False)
    assert report.total == len(classes)
    assert plain_view.contents(home) == before


@pytest.mark.daily("d4+relabel")
def test_the_program_says_that_the_space_is_exhausted_and_how_many_there_are(call, home, symmetry, classes):
    for _ in range(2):
        done = call("fill", "--count", 1000, "--size", 4, "--seed", 3, "--symmetry", symmetry)
        assert (done.status, done.err) == (0, "")
        assert "All possible boards are already stored, the space is exhausted: " in done.out
        assert f" has all {len(classes)} boards" in done.out
    assert len(canonical_forms(home, symmetry)) == len(classes)


@pytest.mark.slow
def test_a_fill_of_6x6_ends_with_the_49_essentially_different_boards(call, home):
    done = call("fill", "--size", 6, "--symmetry", "full", "--count", 100, "--seed", 1)
    assert (done.status, done.err) == (0, "")
    assert " has all 49 boards of 6x6 that differ " in done.out
    solutions = [plain_view.cells(row["solution"]) for row in plain_view.table(home, "boards")]
    assert len(solutions) == 49
    for board in solutions:
        units = [unit for cell in range(0, 36, 7) for unit in plain_units(Shape(2, 3), cell)]
        assert all({board[cell] for cell in unit} == set(range(1, 7)) for unit in units)
    assert call("verify").status == 0


@pytest.mark.slow_cases("6x6-full-49", "6x6 with blocks of 3x2-full-49")
@pytest.mark.parametrize(
    ("shape", "symmetry", "count"),
    [
        (Shape(2, 3), "full", 49),
        (Shape(3, 2), "full", 49),
        (Shape(1, 4), "full", 2),
        (Shape(1, 5), "full", 2),  # the types of Latin squares: isotopy classes, transposed ones together
        (Shape(1, 3), "d4", 3),
        (Shape(2, 3), "d4", None),
        (Shape(1, 7), "full", None),
        (Shape(3, 3), "d4+relabel", None),
        (Shape(3, 3), "full", 5_472_730_538),
    ],
    ids=str,
)
def test_how_many_boards_there_are_is_known_for_some_shapes(shape, symmetry, count):
    assert distinct_boards(shape, symmetry) == count


@pytest.mark.daily("8")
@pytest.mark.parametrize("size", [8, 10, 12])
def test_boards_of_publishers_sizes_are_stored_and_proven(call, home, size):
    assert call("fill", "--size", size, "--count", 5, "--pattern", "rotate180", "--seed", 1).status == 0
    assert call("verify").status == 0
    assert call("show", 3).out.count("║") > size
    assert len(call("query", "--sort", "clues").out.splitlines()) == 7


def test_a_pattern_that_does_not_fit_the_blocks_is_refused_before_anything_is_made(call, home, error_of):
    message = error_of(call("fill", "--size", 6, "--count", 5, "--pattern", "diagonal"), status=2)
    assert "pattern 'diagonal' does not fit blocks of 2x3: it is not one of rotate180, mirror, flip, mirrors" in message
    assert not plain_view.exists(home)


# --- Boards of the method permutation -----------------------------------------------------------------------------


@pytest.mark.slow_cases("full-6x6 without blocks", "d4-6x6 without blocks", "d4+relabel-6x6 without blocks")
@pytest.mark.parametrize(
    "shape", [Shape.of(4), Shape.of(5, "none"), Shape(2, 3), Shape(3, 2), Shape.of(6, "none")], ids=str
)
def test_the_number_of_permutation_boards_is_that_of_all_orders_of_the_digits(shape, symmetry):
    board = engine.grid.permutation_grid(3, size=shape.size, blocks=shape.blocks).to_numpy().ravel()
    orders = np.array([(0, *order) for order in permutations(range(1, shape.size + 1))], np.uint8)
    found = np.unique(engine.keys(orders[:, board], symmetry=symmetry, blocks=shape.blocks), axis=0)
    assert permutation_boards(shape, symmetry) == len(found)


@pytest.mark.daily("full")
def test_a_fill_by_permutation_ends_with_the_last_of_its_boards(call, home, symmetry):
    every = permutation_boards(Shape.of(4), symmetry)
    words = ["fill", "--size", 4, "--symmetry", symmetry, "--method", "permutation"]
    if every > 1:
        assert call(*words, "--count", every - 1).err.count("one board with other digits") == 1
    done = call(*words, "--count", 5)
    assert f"boards in total {every:>{len(done.out.splitlines()[0]) - len('boards in total ')}}" in done.out
    assert "All boards that the method permutation makes are stored" in done.out
    boards = f"{every:,} board{'s' if every > 1 else ''} up to "
    assert f"one board of 4x4 with its digits exchanged, {boards}" in done.out
    assert call("verify").status == 0
    assert call("fill", "--count", 1).out.count("are stored") == 1


@pytest.mark.slow
def test_an_imported_board_that_permutation_could_make_counts(call, home, tmp_path):
    call("fill", "--size", 4, "--method", "permutation", "--count", 1)
    files = tmp_path / "others.txt"
    others = [*engine.generate(9, size=4, seed=3), *engine.generate(9, size=4, seed=3, method="permutation")]
    files.write_text("".join(f"{engine.Grid(board).line()}\n" for board in others))
    call("import", files)
    assert "are stored" in call("fill", "--count", 100).out
