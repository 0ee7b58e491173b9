"""The API on variants: the same addresses, the answers of the engine, bad input named."""

import csv
import io
from itertools import cycle

import pytest
from schema_check import check

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.web.serving import OPERATIONS
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, sudokupad
from board_catalogue.engine.rules.solving import solve_ruled

DESCRIBED = {each.name: each for each in OPERATIONS}


@pytest.fixture(scope="module")
def homes(tmp_path_factory):
    """Catalogues of 6x6 puzzles under rules."""
    folder = tmp_path_factory.mktemp("ruled")
    for rules in ("diagonal", "killer", "jigsaw"):
        with catalogue.open(folder / rules) as found:
            found.fill(3, rules=rules, size=6, seed=1, threads=1)
    return folder


@pytest.fixture(params=["killer", "jigsaw"])
def rules(request):
    return request.param


@pytest.fixture
def api(client_of, homes, rules):
    """Asks the API of the catalogue and holds each answer to its description: `api("hint", puzzle="...")`."""
    client = client_of(homes / rules)

    def ask(name, **body):
        operation = DESCRIBED[f"post-{name}"]
        answer = client.post(operation.path, json=body)
        assert answer.status_code == operation.status, answer.text
        check(answer.json(), operation.answer)
        return answer.json()

    ask.client = client
    return ask


@pytest.fixture
def puzzle(api):
    """A puzzle of the catalogue as the API gives it: what a request needs, and its solution."""
    row = api.client.get("/api/boards/0").json()
    check(row, DESCRIBED["boards-number"].answer)
    return {"puzzle": row["givens"], "constraints": row["constraints"]}, row["solution"]


def variant_of(given):
    variant = engine.read_variant(given["constraints"])
    return variant.with_givens([0 if cell == "." else int(cell) for cell in given["puzzle"]])


@pytest.mark.daily("jigsaw")
def test_a_list_and_a_board_have_their_constraints(api, rules):
    answer = api.client.get("/api/puzzles", params={"columns": "givens,constraints,solution"})
    check(answer.json(), DESCRIBED["puzzles"].answer)
    listed = answer.json()["puzzles"]
    assert len(listed) == 3
    for row in listed:
        given = {"puzzle": row["givens"], "constraints": row["constraints"]}
        assert api("solve", **given)["solutions"] == [row["solution"]]
        board = api.client.get(f"/api/boards/{row['id']}").json()
        assert (board["constraints"], board["givens"]) == (row["constraints"], row["givens"])
    everything = api.client.get("/api/puzzles").json()["puzzles"]
    assert [row["constraints"] for row in everything] == [row["constraints"] for row in listed]
    table = list(csv.DictReader(io.StringIO(api.client.get("/puzzles.csv").text)))
    assert [row["constraints"] for row in table] == [row["constraints"] for row in listed]


def test_plain_puzzles_have_none(client):
    assert client.get("/api/boards/1").json()["constraints"] is None
    assert {row["constraints"] for row in client.get("/api/puzzles?limit=5").json()["puzzles"]} == {None}


def test_a_puzzle_may_bring_its_rules_in_its_text(api, puzzle):
    given, solution = puzzle
    variant = variant_of(given)
    for text in (constraint_text.write(variant), f_puzzles.write(variant), sudokupad.write(variant)):
        found = api("solve", puzzle=text)
        assert found["solutions"] == [solution] and found["puzzle"] == given["puzzle"]
        assert engine.read_variant(found["constraints"]).rules.size == 6


@pytest.mark.daily("killer")
def test_solutions_are_as_many_as_asked_for(api):
    found = api("solve", puzzle="." * 16, constraints=".Shape~4x4.Diagonal~1", most=100)["solutions"]
    plain = api("solve", puzzle="." * 16, most=100)["solutions"]
    assert len(set(found)) == len(found) > 2 and found == sorted(found)
    assert set(found) >= {board for board in plain if len({board[cell] for cell in (3, 6, 9, 12)}) == 4}
    assert api("solve", puzzle="1" * 2 + "." * 14, constraints=".Shape~4x4.Diagonal~1")["solutions"] == []


@pytest.mark.daily("jigsaw")
def test_hints_lead_to_the_solution(api, puzzle, rules):
    given, solution = puzzle
    values, titles = given["puzzle"], set()
    while "." in values:
        found = api("hint", **given, values=values)
        assert found["step"] == found["steps"][0] and found["where"].startswith("Look at ")
        titles.add(found["title"])
        cell, digit = found["steps"][-1]["placement"]
        assert solution[cell] == str(digit)
        values = f"{values[:cell]}{digit}{values[cell + 1 :]}"
    assert api("hint", **given, values=values) == {"none": "the board is full"}
    assert any("Cage" in title if rules == "killer" else "single" in title for title in titles), titles
    place = {"diagonal": "worth", "jigsaw": "worth", "killer": "meaning"}[rules]
    told = api("hint", **given, depth="technique")
    assert told[place] and "step" not in told
    assert set(api("hint", **given, depth="where")) == {"where", "units", "cells"}


def test_marks_are_taken_for_candidates(client_of, homes):
    client = client_of(homes / "killer")
    row = client.get("/api/boards/0").json()
    given = {"puzzle": row["givens"], "constraints": row["constraints"]}
    (cell, _) = client.post("/api/hint", json=given).json()["steps"][-1]["placement"]
    other = next(place for place in reversed(range(36)) if row["givens"][place] == "." and place != cell)
    marks = [0] * 36
    marks[other] = 1 << int(row["solution"][other]) - 1
    steps = client.post("/api/hint", json=given | {"candidates": marks}).json()["steps"]
    assert [(step["technique"], step["placement"]) for step in steps] == [
        ("naked-single", [other, int(row["solution"][other])])
    ]


def test_a_path_is_solved_and_rated_where_rules_are_houses(api, puzzle, rules):
    given, solution = puzzle
    found = api("path", **given)
    assert found["is_solved"]
    values = list(given["puzzle"])
    for step in found["steps"]:
        assert all(solution[cell] != str(digit) for cell, digit in step["eliminations"])
        if step["placement"]:
            values[step["placement"][0]] = str(step["placement"][1])
    assert "".join(values) == solution
    assert found["score"] > 0 and found["level"]
    rated = api("rate", **given)
    assert (rated["score"], rated["level"]) == (found["score"], found["level"])
    if rules == "killer":
        assert rated["rating"] is None  # only rules that are houses have one
    else:
        assert api("path", **given, style="rating")["rating"] == rated["rating"] > 0


@pytest.mark.daily("killer")
def test_all_steps_are_possible(api, puzzle):
    given, solution = puzzle
    found = api("steps", **given, drawn=True)["steps"]
    assert found and all(step["drawing"].startswith("<svg") and step["title"] for step in found)
    for step in found:
        assert all(solution[cell] != str(digit) for cell, digit in step["eliminations"])
        assert not step["placement"] or solution[step["placement"][0]] == str(step["placement"][1])


@pytest.mark.daily("jigsaw")
def test_mistakes_and_broken_rules_are_named(api, puzzle):
    given, solution = puzzle
    cell = given["puzzle"].index(".")
    wrong = "1" if solution[cell] != "1" else "2"
    values = f"{given['puzzle'][:cell]}{wrong}{given['puzzle'][cell + 1 :]}"
    assert [each["cell"] for each in api("mistakes", **given, values=values)["mistakes"]] == [cell]
    for name in ("hint", "path", "steps"):
        assert api(name, **given, values=values)["mistakes"]
    assert api("mistakes", **given) == {"mistakes": [], "conflicts": []}


def test_conflicts_have_their_rule(client_of, homes):
    given = {"puzzle": "." * 16, "constraints": ".Shape~4x4.Thermo~R1C1~R1C2~R1C3.Diagonal~1"}
    solution = as_lines(solve_ruled(variant_of(given))[0])[0]
    given["puzzle"] = f".{solution[1:]}"
    answer = client_of(homes / "diagonal").post("/api/mistakes", json=given | {"values": "4" + given["puzzle"][1:]})
    check(answer.json(), DESCRIBED["post-mistakes"].answer)
    assert {"thermometer"} <= {each["rule"] for each in answer.json()["conflicts"]}
    assert "Thermometer of r1c1 is broken." in [each["sentence"] for each in answer.json()["conflicts"]]


@pytest.mark.parametrize("rules", ["jigsaw", "thermo,kropki"])
def test_puzzles_are_made_under_rules(client, rules):
    body = {"rules": rules, "size": 6, "count": 2, "seed": 3}
    answer = client.post("/api/generate", json=body)
    assert answer.status_code == 200, answer.text
    check(answer.json(), DESCRIBED["post-generate"].answer)
    for each in answer.json()["puzzles"]:
        given = {"puzzle": each["givens"], "constraints": each["constraints"]}
        assert client.post("/api/solve", json=given).json()["solutions"] == [each["solution"]]
    assert client.post("/api/generate", json=body).json() == answer.json()


@pytest.mark.daily("jigsaw")
def test_a_puzzle_is_added_under_the_rules_of_a_catalogue(client_of, homes, rules, tmp_path):
    made = client_of(homes / rules).post("/api/generate", json={"rules": rules, "size": 6, "seed": 8}).json()
    (puzzle,) = made["puzzles"]
    home = tmp_path / "home"
    with catalogue.open(home) as found:
        found.fill(1, rules=rules, size=6, seed=2, threads=1)
    given = {"puzzle": puzzle["givens"], "constraints": puzzle["constraints"]}
    answer = client_of(home).post("/api/puzzles", json=given)
    assert (answer.status_code, answer.json()) == (201, {"number": "1", "is_new": True})
    assert client_of(home).post("/api/puzzles", json=given).json() == {"number": "1", "is_new": False}
    assert client_of(home).get("/api/boards/1").json()["constraints"] == puzzle["constraints"]


def test_other_rules_are_not_added(writing_client, client_of, tmp_path):
    jigsaw = engine.Rulebook.read("jigsaw").carve(
        engine.Rulebook.read("jigsaw").boards(1, seed=1)[0], seed=1, positions=[0]
    )[1]
    given = {"puzzle": "." * 81, "constraints": jigsaw[0]}
    for client in (writing_client, client_of(tmp_path / "new")):
        answer = client.post("/api/puzzles", json=given)
        assert answer.status_code == 409
        assert answer.json()["error"] == "the puzzle has other regions than the boards of this catalogue, 9x9"
    assert not (tmp_path / "new").exists()


def test_a_puzzle_with_rules_joins_plain_ones(writing_client):
    book = engine.Rulebook.read("windoku")
    clues = engine.Grid(book.carve(book.boards(1, seed=1)[0], seed=1, positions=[0])[0][0]).line()
    answer = writing_client.post("/api/puzzles", json={"puzzle": clues, "constraints": ".Windoku"})
    assert answer.status_code == 201 and answer.json()["is_new"]
    puzzle = writing_client.get(f"/api/boards/{answer.json()['number']}").json()
    assert (puzzle["rules"], puzzle["constraints"]) == ("windoku", ".Windoku") and puzzle["rating_status"]
    assert [row["rules"] for row in writing_client.get("/api/puzzles?rules=any").json()["puzzles"]] == ["windoku"]
    assert writing_client.get("/puzzles?rules=windoku").status_code == 200


PLAIN = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."

BAD = {
    "a rule that is not known": ({"constraints": ".Fog~R1C1"}, "rule 'Fog' is not known"),
    "no constraint text": ({"constraints": "mine"}, "'mine' is no constraint text"),
    "a number": ({"constraints": 3}, "constraints has to be a text"),
    "another size": ({"constraints": ".Shape~6x6"}, ""),
    "a sum that is impossible": ({"constraints": ".Cage~46~R1C1~R1C2"}, "sum 46 is impossible"),
    "a cell outside": ({"constraints": ".Cage~3~R1C1~R10C2"}, ""),
    "a line of one cell": ({"constraints": ".Thermo~R1C1"}, ""),
    "blocks beside": ({"constraints": ".Windoku", "blocks": "3x3"}, "leave out blocks"),
    "givens twice": ({"constraints": ".Windoku.~R1C1_5"}, "put them into the puzzle"),
    "rules twice": ({"constraints": ".Windoku", "puzzle": ".Windoku.~R1C1_1"}, "leave out constraints"),
    "a link that is cut": ({"puzzle": "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOAN"}, ""),
    "too long": ({"constraints": ".Cage~3~R1C1~R1C2" * 5000}, "longer than 65,536 bytes"),
    "no text": ({"puzzle": 3, "constraints": ".Windoku"}, "puzzle has to be a text"),
    "cells of another size": ({"puzzle": "." * 80, "constraints": ".Windoku"}, ""),
}


ADDRESSES = ("solve", "rate", "hint", "path", "steps", "mistakes")


@pytest.mark.parametrize(("what", "address"), list(zip(BAD, cycle(ADDRESSES))))
def test_bad_input_is_one_clear_line(client, address, what):
    body, message = BAD[what]
    answer = client.post(f"/api/{address}", json={"puzzle": PLAIN} | body)
    assert answer.status_code == 400, answer.text
    assert message in answer.json()["error"] and "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"rules": "fog"}, "rule 'fog' cannot be made; these can: "),
        ({"rules": 3}, "rules has to be a text"),
        ({"rules": "killer", "grade": "easy"}, "`rules` goes with `count`"),
        ({"rules": "windoku", "size": 25}, ""),
        ({"rules": "jigsaw", "blocks": "3x3"}, "leave out blocks"),
    ],
)
def test_rules_that_cannot_be_made_are_named(client, body, message):
    answer = client.post("/api/generate", json=body)
    assert answer.status_code == 400 and message in answer.json()["error"]


def test_a_puzzle_with_several_solutions_is_refused(client):
    given = {"puzzle": "." * 81, "constraints": ".Windoku"}
    answer = client.post("/api/hint", json=given)
    assert answer.status_code == 400 and "exactly one solution" in answer.json()["error"]
    assert client.post("/api/rate", json=given).json()["status"] == "several_solutions"
