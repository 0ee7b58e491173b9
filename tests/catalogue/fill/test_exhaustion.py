import plain_view
import pytest
import reference

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


def test_each_symmetry_leaves_fewer_boards(symmetry, classes):
    assert len(classes) == {"d4": 39, "d4+relabel": 5, "full": 2}[symmetry]


@pytest.mark.parametrize("seed", [3, 4, 2**40])
@pytest.mark.parametrize("checkers", [1, 4])
def test_a_fill_finds_every_board_of_size_4_and_says_so(home, filled_by, symmetry, classes, seed, checkers):
    report = filled_by(home, size=4, symmetry=symmetry, own_seed=seed, boards=1000, checkers=checkers)
    assert sorted(canonical_forms(home, symmetry)) == sorted(classes)
    assert report.exhausted
    assert not report.interrupted
    assert report.boards == report.total == len(classes)
    plain_view.assert_sound(home)


def test_the_boards_that_exist_are_all_that_a_total_can_ask_for(home, filled_by, symmetry, classes):
    assert not filled_by(home, size=4, symmetry=symmetry, total=len(classes) - 1).exhausted
    report = filled_by(home, size=4, symmetry=symmetry, total=len(classes))
    assert (report.boards, report.exhausted) == (1, True)
    plain_view.assert_sound(home, count=len(classes))


@pytest.mark.parametrize("more", [{"boards": 1}, {"total": 5000}, {"boards": 10, "seed": 99}])
def test_a_fill_of_a_full_catalogue_adds_nothing_and_says_so(home, filled_by, symmetry, classes, more):
    filled_by(home, size=4, symmetry=symmetry, boards=1000)
    before = plain_view.contents(home)
    report = filled_by(home, size=4, symmetry=symmetry, **more)
    assert (report.boards, report.exhausted, report.interrupted) == (0, True, False)
    assert report.total == len(classes)
    assert plain_view.contents(home) == before


def test_the_program_says_that_the_space_is_exhausted_and_how_many_there_are(call, home, symmetry, classes):
    for _ in range(2):
        done = call("fill", "--count", 1000, "--size", 4, "--seed", 3, "--symmetry", symmetry)
        assert (done.status, done.err) == (0, "")
        assert "the space is exhausted: " in done.out
        assert f" has all {len(classes)} boards" in done.out
    assert len(canonical_forms(home, symmetry)) == len(classes)
