"""A quantity has one name in output, filters, orders, columns, JSON, library and API."""

import json

import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.puzzles.columns import NUMBER_COLUMNS


@pytest.mark.daily(every=3)
@pytest.mark.parametrize("name", NUMBER_COLUMNS)
def test_a_number_has_one_name_in_every_face(rated, call, client, name):
    """As a column of text and JSON, an order, a bound of the command line, of the library and of an address."""
    option = f"--min-{name.replace('_', '-')}"
    done = call("query", option, 1, "--sort", name, "--columns", f"id,{name}", "--format", "json", "--home", rated)
    rows = json.loads(done.out)
    assert all(list(row) == list(dict.fromkeys(["id", name])) for row in rows)
    with catalogue.open(rated) as c:
        found = c.query(**{f"min_{name}": 1}, sort=name, columns=["id", name]).data()["puzzles"]
        assert found == rows
        assert [str(puzzle.number) for puzzle in c.puzzles(**{f"min_{name}": 1}).order_by(name)] == [
            str(row["id"]) for row in rows
        ]
    answer = client.get("/api/puzzles", params={f"min_{name}": 1, "sort": name, "columns": f"id,{name}", "limit": 500})
    assert answer.json()["puzzles"] == rows


def test_names_of_before_are_understood(rated, call, client):
    words = ("query", "--sort", "depth", "--desc", "--limit", 3, "--format", "json", "--home", rated)
    rows = json.loads(call(*words, "--columns", "depth,hidden_rounds").out)
    for sort, columns in (("max_depth", "max_depth,rounds"), ("depth", "depth,rounds")):
        old = json.loads(call("query", "--sort", sort, *words[3:], "--columns", columns).out)
        assert [list(row.values()) for row in old] == [list(row.values()) for row in rows]
    twice = call("query", "--min-rounds", 1, "--min-hidden-rounds", 4, "--home", rated)
    assert twice.status == 2 and "not both" in twice.err
    few = call("query", "--min-rounds", 4, "--count-only", "--home", rated).out
    assert few == call("query", "--min-hidden-rounds", 4, "--count-only", "--home", rated).out != "0\n"
    with catalogue.open(rated) as c:
        assert f"{len(c.puzzles(min_rounds=4))}\n" == few
        assert c.query(sort="max_depth", limit=3).data() == c.query(sort="depth", limit=3).data()
    assert f"{client.get('/api/puzzles?min_rounds=4&total=1&sort=rounds').json()['total']}\n" == few
