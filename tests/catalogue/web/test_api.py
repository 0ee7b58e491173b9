"""The API: its description is true, and its answers are those of the library and the engine."""

import re

import pytest
from schema_check import check

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.verbs import VERBS
from board_catalogue.catalogue.web.api import EXAMPLE
from board_catalogue.catalogue.web.serving import OPERATIONS


def asked(client, operation, **changes):
    given = {**operation.example, **changes}
    path = operation.path
    for name in re.findall(r"{(\w+)}", path):
        path = path.replace(f"{{{name}}}", str(given.pop(name)))
    if operation.body is not None:
        return client.request(operation.method, path, json=given)
    return client.request(operation.method, path, params=given)


NEEDS_WEIGHTS = "/api/catalogue/estimate"
PLAIN = [each for each in OPERATIONS if not each.is_stream and each.path != NEEDS_WEIGHTS]


WRITING = [each for each in PLAIN if each.writes]


def test_examples_work_and_answers_are_as_described(client):
    for operation in PLAIN:
        if not operation.writes:
            check_example(client, operation)


@pytest.mark.slow_cases(
    "post-work-rate", "post-work-measure", "post-catalogue-tag", "post-work-hunt", "post-work-verify"
)
@pytest.mark.parametrize("operation", WRITING, ids=lambda each: each.name)
def test_examples_that_write_work_too(writing_client, operation):
    check_example(writing_client, operation)


def check_example(client, operation):
    answer = asked(client, operation)
    assert answer.status_code == operation.status, (operation.name, answer.text)
    if operation.file:
        assert answer.content and "attachment" in answer.headers["content-disposition"], operation.name
    else:
        check(answer.json(), operation.answer, operation.name)
    if operation.body is not None:
        check(operation.example, operation.body, f"example of {operation.name}")


def test_the_document_names_every_address_of_the_api(client):
    from board_catalogue.catalogue.web.serving import ROUTES

    document = client.get("/api/openapi.json").json()
    described = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    there = {
        (route.path, method)
        for route in ROUTES
        if route.path.startswith("/api/") and route.path != "/api/openapi.json"
        for method in route.methods - {"HEAD"}
    }
    assert described == there
    ids = [each["operationId"] for methods in document["paths"].values() for each in methods.values()]
    assert len(set(ids)) == len(ids)
    assert document["openapi"].startswith("3.1")


def test_the_page_of_the_api_has_every_address(client):
    page = client.get("/api", headers={"accept": "text/html"}).text
    for operation in OPERATIONS:
        assert f'id="{operation.name}"' in page and operation.path in page


def test_every_operation_that_is_not_read_alone_is_known(client):
    computing = {each.path for each in OPERATIONS if each.method == "POST" and not each.writes}
    reading = {each.address for each in VERBS.values() if each.is_for_all and not each.is_long and each.name != "tag"}
    others = {"/api/mistakes", "/api/steps", "/api/generate", "/api/practice"}
    assert computing == reading - {VERBS["show"].address, VERBS["demo"].address} | others


def test_puzzles_page_after_page(client, rated):
    address, numbers = "/api/puzzles?sort=clues&desc=1&limit=70&min_clues=23", []
    while address:
        answer = client.get(address).json()
        numbers += [each["id"] for each in answer["puzzles"]]
        address = answer["next"]
    with catalogue.open(rated) as found:
        whole = found.puzzles(min_clues=23).order_by("clues", descending=True)
        assert numbers == [puzzle.number for puzzle in whole]


def test_a_page_back_is_the_page_before(client):
    first = client.get("/api/puzzles?limit=7").json()
    second = client.get(first["next"]).json()
    assert first["previous"] is None
    assert client.get(second["previous"]).json()["puzzles"] == first["puzzles"]


def test_histograms_count_the_puzzles(client, rated):
    for query in ("?grade=hard&grade=easy", "?min_clues=99"):
        found = client.get(f"/api/puzzles/histograms{query}").json()
        rows = []
        address = f"/api/puzzles{query}"
        while address:
            answer = client.get(address).json()
            rows += answer["puzzles"]
            address = answer["next"]
        assert found["puzzles"] == len(rows) == sum(found["clues"].values())
        for clues, count in found["clues"].items():
            assert count == sum(row["clues"] == int(clues) for row in rows)
        for rating, count in found["ratings"].items():
            assert count == sum(row["rating"] == float(rating) for row in rows)
        for grade, count in found["grades"].items():
            assert count == sum(row["grade"] == grade for row in rows)


@pytest.mark.parametrize("query", ["", "?grade=fiendish"])
def test_techniques_are_those_that_the_filter_finds(client, query):
    counted = client.get(f"/api/puzzles/techniques{query}").json()["techniques"]
    assert counted
    for technique, count in list(counted.items())[:5]:
        also = f"{query}&technique={technique}" if query else f"?technique={technique}"
        assert client.get(f"/api/puzzles/histograms{also}").json()["puzzles"] == count


def test_a_count_is_made_anew_after_a_change(writing_client):
    def tagged():
        return writing_client.get("/api/puzzles/histograms?tag=seen").json()["puzzles"]

    assert tagged() == 0
    for numbers in (["3"], ["3", "5"]):
        assert writing_client.post("/api/tags", json={"name": "seen", "numbers": numbers}).json() == {"changed": 1}
        assert tagged() == len(numbers)
    gone = {"name": "seen", "query": "tag=seen", "remove": True}
    assert writing_client.post("/api/tags", json=gone).json() == {"changed": 2}
    assert tagged() == 0 and writing_client.get("/api/tags").json() == {"tags": {}}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": " x", "numbers": ["1"]},
        {"name": "x"},
        {"name": "x", "numbers": ["one"], "query": ""},
        {"name": "x", "numbers": []},
        {"name": "x", "query": "colour=red"},
    ],
)
def test_tags_that_cannot_be_given_are_refused(client, body):
    assert client.post("/api/tags", json=body).status_code == 400


def test_a_number_that_no_puzzle_has_is_not_found(client):
    for number in ("300", "1.1", "x", "-1", "1" * 30):
        assert client.get(f"/api/boards/{number}").status_code == 404
    assert client.post("/api/tags", json={"name": "x", "numbers": ["300"]}).status_code == 404


def test_a_catalogue_that_is_missing_is_said(client_of, tmp_path):
    answer = client_of(tmp_path).get("/api/puzzles")
    assert answer.status_code == 409 and "catalogue fill" in answer.json()["error"]


def test_a_catalogue_that_is_made_later_is_found(client_of, filled_by, tmp_path):
    client = client_of(tmp_path / "home")
    assert client.get("/api/puzzles").status_code == 409
    filled_by(tmp_path / "home", boards=3)
    assert len(client.get("/api/puzzles").json()["puzzles"]) == 3
    (tmp_path / "home" / "catalogue.db").rename(tmp_path / "gone.db")
    assert client.get("/api/puzzles").status_code == 409


@pytest.mark.parametrize(
    "query",
    ["colour=red", "min_clues=1e3", "grade=silly", "sort=random", "limit=1001", "after=1&before=2", "after=x",
     "min_clues=1&min_clues=2", "min_clues=30&max_clues=20", "&".join(f"tag={n}" for n in range(51))],
)  # fmt: skip
def test_filters_that_mean_nothing_are_refused(client, query):
    answer = client.get(f"/api/puzzles?{query}")
    assert answer.status_code == 400 and answer.json()["error"].count("\n") == 0


def test_solutions_are_those_of_the_engine(client):
    def solve(**body):
        return client.post("/api/solve", json=body).json()

    found = solve(puzzle=EXAMPLE)
    solution = engine.Grid(engine.solve(engine.Grid.parse(EXAMPLE))).line()
    told = {"puzzle": EXAMPLE, "size": 9, "blocks": "3x3", "solutions": [solution], "count": 1, "is_exact": True}
    assert found == told
    assert solve(puzzle="1 2 3\n. . .\n. . .", blocks="none", most=100)["size"] == 3
    assert len(solve(puzzle="." * 16, most=100)["solutions"]) == 100
    assert len(solve(puzzle="." * 16)["solutions"]) == 2
    assert solve(puzzle="12345678." + "........9" + "." * 63)["solutions"] == []


def test_a_rating_is_that_of_the_engine(client):
    for puzzle in engine.carve(engine.generate(3, seed=5), seed=5):
        found = client.post("/api/rate", json={"puzzle": engine.Grid(puzzle).line()}).json()
        rating = engine.rate(puzzle)
        tenths = [round(found[name] * 10) for name in ("rating", "pearl", "diamond")]
        assert tenths == [int(rating[name]) for name in ("rating", "pearl", "diamond")]
        assert sum(found["techniques"].values()) == engine.native.technique_counts(rating).sum()
        (row,) = catalogue.rate(engine.Grid(puzzle)).data()
        assert found == row | {"techniques": found["techniques"]}
    assert client.post("/api/rate", json={"puzzle": "." * 81}).json()["status"] == "several_solutions"


def test_generated_puzzles_are_those_of_the_engine(client):
    def generate(**body):
        return client.post("/api/generate", json=body).json()

    boards = engine.generate(4, seed=9, size=6)
    expected = [engine.Grid(puzzle).line() for puzzle in engine.carve(boards, seed=9, clues=14)]
    found = generate(count=4, seed=9, size=6, clues=14)
    assert [each["givens"] for each in found["puzzles"]] == expected
    assert [each["solution"] for each in found["puzzles"]] == [engine.Grid(board).line() for board in boards]
    again = generate(seed=generate()["seed"])
    assert again == generate(seed=again["seed"])


@pytest.mark.parametrize(
    "body",
    [
        {"count": 101},
        {"clues": 82},
        {"size": 7},
        {"blocks": "9x9"},
        {"grade": "easy", "clues": 30},
        {"grade": "easy", "count": 2},
    ],
)
def test_puzzles_that_cannot_be_made_are_refused(client, body):
    assert client.post("/api/generate", json=body).status_code == 400


def test_every_error_has_its_status_and_one_schema_in_the_document(client):
    document = client.get("/api/openapi.json").json()
    components = document["components"]
    assert {"Error", "Step", "Puzzle"} <= set(components["schemas"])
    for response in components["responses"].values():
        assert response["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}
    for methods in document["paths"].values():
        for each in methods.values():
            wrong = {status: answer for status, answer in each["responses"].items() if status >= "400"}
            assert {"400", "403", "409", "503"} <= set(wrong) and "default" not in each["responses"]
            assert all(answer["$ref"].rsplit("/", 1)[1] in components["responses"] for answer in wrong.values())


def test_a_list_has_its_total_and_columns_on_request(client):
    plain = client.get("/api/puzzles?max_clues=23&limit=2").json()
    assert plain["total"] is None
    asked = client.get("/api/puzzles?max_clues=23&limit=2&total=1&columns=clues,grade").json()
    assert asked["total"] == client.get("/api/puzzles/histograms?max_clues=23").json()["puzzles"]
    assert all(list(each) == ["id", "clues", "grade"] for each in asked["puzzles"])
    following = client.get(asked["next"]).json()
    assert list(following["puzzles"][0]) == ["id", "clues", "grade"] and following["total"] == asked["total"]
    for wrong in ("columns=colour", "total=many"):
        assert client.get(f"/api/puzzles?{wrong}").status_code == 400


def test_an_answer_that_is_known_already_is_not_sent_again(writing_client):
    first = writing_client.get("/api/puzzles?tag=seen")
    again = {"if-none-match": first.headers["etag"]}
    same = writing_client.get("/api/puzzles?tag=seen", headers=again)
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", first.headers["etag"])
    writing_client.post("/api/tags", json={"name": "seen", "numbers": ["3"]})
    assert writing_client.get("/api/puzzles?tag=seen", headers=again).status_code == 200


def test_a_browser_that_opens_json_finds_its_icon(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
