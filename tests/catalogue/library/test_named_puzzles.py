"""Verbs on puzzles in Python: a number, cells, rules, a file, an array or a grid, in one way."""

import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue import CatalogueError
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.grades import grade_of

KILLER = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R2C1.Cage~7~R1C3~R1C4.~R4C4_1"


@pytest.fixture(scope="module")
def puzzles():
    return engine.carve(engine.generate(5, seed=61), seed=61)


@pytest.fixture
def file(tmp_path, puzzles):
    path = tmp_path / "five.txt"
    path.write_text("".join(f"{line}\n" for line in as_lines(puzzles)))
    return str(path)


def test_a_puzzle_may_be_named_in_many_ways(puzzles, file):
    (line, *_), solutions = as_lines(puzzles), as_lines(engine.solve(puzzles))
    assert [row.solution for row in catalogue.solve(file)] == solutions
    for one in (line, puzzles[0], puzzles[0].reshape(9, 9), engine.Grid(puzzles[0])):
        (row,) = catalogue.solve(one).data()
        assert (row["line"], row["puzzle"], row["solutions"], row["more"]) == (1, line, 1, False)
        assert (row["solution"], row["understood"], row["left"]) == (solutions[0], True, [])


def test_figures_are_those_of_the_engine(puzzles, file):
    forms = as_lines(engine.canonical(puzzles, symmetry="full"))
    assert [row.canonical for row in catalogue.canonical(file)] == forms
    keys = engine.puzzle_keys(puzzles, symmetry="d4")
    assert [row["key"] for row in catalogue.canonical(file, symmetry="d4").data()] == [k.tobytes().hex() for k in keys]
    classes = engine.rank(engine.solve(puzzles)).tolist()
    assert [row["class"] for row in catalogue.rank(file).data()] == classes
    ratings = (engine.rate(puzzles)["rating"] / 10).tolist()
    assert [row["rating"] for row in catalogue.rate(file).data()] == ratings
    assert len(list(catalogue.dedupe(file))) == 5
    assert [row.rating for row in catalogue.path(file, style="rating")] == ratings


def test_puzzles_with_rules_go_the_same_way():
    (row,) = catalogue.solve(KILLER)
    count = int(engine.count_solutions(engine.read_variant(KILLER), limit=100))
    assert (row.solutions, row.more) == (min(count, 2), count > 2)
    report = catalogue.hint(KILLER)
    assert report.step.technique == report.data()["technique"] == "cage-combinations"
    with pytest.raises(CatalogueError, match="more rules than those of Sudoku"):
        list(catalogue.canonical(KILLER))


def test_a_number_needs_a_catalogue(tmp_path):
    with pytest.raises(ValueError, match="of which catalogue"):
        list(catalogue.solve("3"))
    with catalogue.open(tmp_path / "home") as found:
        found.fill(4, seed=2, threads=1)
        (row,) = found.solve("3")
        assert row.solution == found[3].answer
        assert found.show("3").row["clues"] == found[3].clues


@pytest.mark.parametrize("given", [{"seen": "x", "symmetry": "d4"}, {"symmetry": "most"}])
def test_a_wrong_request_is_a_value_error(given):
    with pytest.raises(ValueError):
        catalogue.dedupe("." * 81, **given)


def test_a_puzzle_is_made_as_on_the_command_line(tmp_path):
    made = catalogue.create(grade="hard", seed=4)
    assert grade_of(int(engine.rate(made.found.puzzle)["rating"])) == "hard"
    assert made.data() == catalogue.create(grade="hard", seed=4).data()
    assert made.data()["solution"] == as_lines(engine.solve(made.found.puzzle)[None])[0]
    with pytest.raises(ValueError, match="`count` needs `rules`"):
        catalogue.create(count=3)
