"""Forms, symmetries and classes through the API are those of the engine."""

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.web.solving import puzzle_in
from board_catalogue.engine.boards import as_lines

PUZZLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."


def test_figures_are_those_of_the_engine(client):
    cells = engine.Grid.parse(PUZZLE).to_numpy().ravel()
    found = client.post("/api/canonical", json={"puzzle": PUZZLE, "symmetry": "d4"}).json()
    assert found["canonical"] == as_lines(engine.canonical(cells, symmetry="d4")[None])[0]
    assert found["key"] == engine.puzzle_keys(cells, symmetry="d4").tobytes().hex()
    assert client.post("/api/rank", json={"puzzle": PUZZLE}).json()["class"] == engine.rank(engine.solve(cells))
    assert client.post("/api/automorphisms", json={"puzzle": PUZZLE}).json()["automorphisms"] == 1


@pytest.mark.parametrize(
    ("name", "puzzle", "fault"),
    [("canonical", "." * 81, "several solutions"), ("rank", ".Windoku.~R1C1_1", "more rules")],
)
def test_a_puzzle_without_them_is_named(client, name, puzzle, fault):
    answer = client.post(f"/api/{name}", json={"puzzle": puzzle})
    assert answer.status_code == 400 and fault in answer.json()["error"]


def test_triples_count_from_where_the_base_says(client):
    """All numbers of these triples are from 1 to 8, so that they do not show where they begin."""
    text = "1 1 5\n2 4 9\n8 8 3\n"
    read = [puzzle_in({"puzzle": text, "base": base}).line() for base in (0, 1)]
    assert [line.index("5") for line in read] == [10, 0]
    assert client.post("/api/canonical", json={"puzzle": text, "base": 2}).status_code == 400
