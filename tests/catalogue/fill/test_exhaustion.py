import plain_view
import pytest
import reference


@pytest.fixture(scope="module")
def classes():
    """Every board of size 4 up to turning and mirroring, found by trying everything."""
    grids = reference.all_boards(4)
    assert len(grids) == 288
    return {tuple(reference.canonical(grid)) for grid in grids}


def canonical_forms(home):
    return [tuple(reference.canonical(plain_view.cells(row["solution"]))) for row in plain_view.table(home, "boards")]


@pytest.mark.parametrize("seed", [3, 4, 2**40])
@pytest.mark.parametrize("checkers", [1, 4])
def test_a_fill_finds_every_board_of_size_4_and_says_so(home, filled_by, classes, seed, checkers):
    report = filled_by(home, size=4, own_seed=seed, boards=1000, checkers=checkers)
    assert sorted(canonical_forms(home)) == sorted(classes)
    assert report.exhausted
    assert not report.interrupted
    assert report.boards == report.total == len(classes)
    plain_view.assert_sound(home)


def test_the_boards_that_exist_are_all_that_a_total_can_ask_for(home, filled_by, classes):
    assert not filled_by(home, size=4, total=len(classes) - 1).exhausted
    report = filled_by(home, size=4, total=len(classes))
    assert (report.boards, report.exhausted) == (1, True)
    plain_view.assert_sound(home, count=len(classes))


@pytest.mark.parametrize("more", [{"boards": 1}, {"total": 5000}, {"boards": 10, "seed": 99}])
def test_a_fill_of_a_full_catalogue_adds_nothing_and_says_so(home, filled_by, classes, more):
    filled_by(home, size=4, boards=1000)
    before = plain_view.contents(home)
    report = filled_by(home, size=4, **more)
    assert (report.boards, report.exhausted, report.interrupted) == (0, True, False)
    assert report.total == len(classes)
    assert plain_view.contents(home) == before


def test_the_program_says_that_the_space_is_exhausted_and_how_many_there_are(call, home, classes):
    for _ in range(2):
        done = call("fill", "--count", 1000, "--size", 4, "--seed", 3)
        assert (done.status, done.err) == (0, "")
        assert f"exhausted: all {len(classes)} boards" in done.out
    assert len(canonical_forms(home)) == len(classes)
