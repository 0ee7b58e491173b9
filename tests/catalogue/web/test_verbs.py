"""One verb, one request: what one face can do, all can, but for fields that are this machine's own, and `restore`."""

import json

import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.cli.group import load
from board_catalogue.catalogue.puzzles.columns import NUMBER_COLUMNS
from board_catalogue.catalogue.requests.request import LongRequest, Request, options_of
from board_catalogue.catalogue.requests.selection import Selection
from board_catalogue.catalogue.verbs import VERBS
from board_catalogue.catalogue.web.api import schema_of
from board_catalogue.catalogue.web.serving import OPERATIONS

LISTED_BY_STATS = {"estimate", "tags"}
"""Verbs that `catalogue stats` does besides its own."""

METHODS = {"import": "import_file", "rate_puzzles": "rate"}
COMMANDS = {"rate_puzzles": "rate"}
FUNCTIONS = {verb.name for verb in VERBS.values() if verb.takes in ("nothing", "puzzles")} - {"show"}
"""What concerns no catalogue."""


def test_a_verb_is_a_frozen_request_a_function_and_a_report():
    for verb in VERBS.values():
        assert issubclass(verb.request, Request) and verb.request.__dataclass_params__.frozen
        assert verb.function.__doc__ and not verb.function.__doc__.startswith("What")
        assert verb.is_long <= issubclass(verb.request, LongRequest)
        for name, option in options_of(verb.request).items():
            assert option.help.endswith("."), name


def test_the_command_line_has_its_fields():
    for verb in VERBS.values():
        if verb.name in LISTED_BY_STATS:
            continue
        options = {each.name for each in load(COMMANDS.get(verb.name, verb.name)).params}
        assert set(options_of(verb.request)) <= options


def test_the_library_has_its_fields():
    for verb in VERBS.values():
        name = METHODS.get(verb.name, verb.name)
        found = getattr(catalogue if verb.name in FUNCTIONS else catalogue.Catalogue, name)
        with pytest.raises(TypeError):
            (found if verb.name in FUNCTIONS else found.__get__(catalogue.open("nowhere")))(no_such_field=1)
        for field, option in options_of(verb.request).items():
            if verb.name != "import" or field not in ("files", "input_format"):  # one file, and its `format`
                assert f"- `{option.name or field}`: {option.help}" in found.__doc__


def test_the_api_has_its_fields_but_for_those_of_this_machine():
    for verb in VERBS.values():
        paths = {each.path: each for each in OPERATIONS if each.path != "/api/boards/{number}" or each.method == "GET"}
        assert (verb.address is None) == (verb.name == "restore")
        operation = paths[verb.address] if verb.address else None
        if operation and not verb.own_address:
            own = {"content", "contents", "puzzle"} | ({"name"} if verb.name in ("import", "dedupe") else set())
            assert set(operation.body["properties"]) - own == set(schema_of(verb.request)) - own
            local = {name for name, option in options_of(verb.request).items() if option.is_local}
            assert not local & set(operation.body["properties"]) - {"puzzle"}  # which is a text there


def test_only_files_places_and_processors_are_local():
    local = {name for verb in VERBS.values() for name, option in options_of(verb.request).items() if option.is_local}
    assert local <= {
        *(
            "output",
            "force",
            "file",
            "files",
            "folder",
            "class_folder",
            "puzzle",
            "at",
            "seen",
            "puzzles",
            "answers",
            "dataset",
            "font",
            "plot",
            "trust",
            "refused",
            "split",
            "index",
            "known",
            "exclude",
            "exclude_known",
            "results",
            "name",
        ),
        *("threads", "workers", "wait"),
    }


def test_every_number_of_a_puzzle_has_its_two_bounds():
    bounds = [name for name in options_of(Selection) if name.startswith(("min_", "max_"))]
    assert bounds == [f"{side}_{label}" for label in NUMBER_COLUMNS for side in ("min", "max")]


# --- The three faces give the same ---


@pytest.fixture
def three(rated, client, call):
    """Does a verb through each face: the words of a command, the fields of the library and of the API."""

    def do(verb, words, fields, **sent):
        printed = call(verb, *words, "--home", rated) if verb not in FUNCTIONS else call(verb, *words)
        assert printed.status == 0, printed.err
        with catalogue.open(rated) as opened:
            found = getattr(catalogue if verb in FUNCTIONS else opened, verb)(**fields)
            data = json.loads(json.dumps(found.data())) if hasattr(found, "data") else found
        body = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()} | sent
        return printed.out, data, client.post(f"/api/catalogue/{verb}", json=body)

    return do


def test_a_query(three):
    fields = {"min_clues": 24, "grade": ("easy", "medium"), "sort": "rating", "desc": True, "limit": 4}
    words = ["--min-clues", 24, "--grade", "easy", "--grade", "medium", "--sort", "rating", "--desc", "--limit", 4]
    out, data, answer = three("query", [*words, "--format", "json"], fields)
    assert json.loads(out) == data["puzzles"] == answer.json()["report"]["puzzles"]
    assert 0 < len(data["puzzles"]) <= 4 and data["total"] == answer.json()["report"]["total"]


@pytest.mark.parametrize(
    ("words", "fields"),
    [(["--after", 5], {"after": "5"}), (["--before", 5], {"before": "5"}), (["--last"], {"last": True})],
)
def test_a_page_of_a_query(three, words, fields):
    words = [*words, "--limit", 3, "--columns", "id,clues", "--format", "json"]
    out, data, answer = three("query", words, fields | {"limit": 3, "columns": ("id", "clues")})
    assert json.loads(out) == data["puzzles"] == answer.json()["report"]["puzzles"]
    assert len(data["puzzles"]) == 3


def test_an_export(rated, client, call, tmp_path):
    fields = {"numbers": ["5", "3", "10-12"], "format": "csv", "columns": ["id", "givens"]}
    printed = call("export", 5, 3, "10-12", "--format", "csv", "--columns", "id,givens", "--home", rated).out
    with catalogue.open(rated) as opened:
        assert opened.export(tmp_path / "x.csv", **fields) == 5
    assert (tmp_path / "x.csv").read_text() == printed == client.post("/api/catalogue/export", json=fields).text
    assert [line.partition(",")[0] for line in printed.splitlines()] == ["id", "5", "3", "10", "11", "12"]


def test_a_book(rated, client, call, tmp_path):
    call("book", "--limit", 5, "--title", "One", "--output", tmp_path / "a.pdf", "--home", rated)
    with catalogue.open(rated) as opened:
        report = opened.book(tmp_path / "b.pdf", limit=5, title="One")
    assert report.data() == {"puzzles": 5, "chapters": [{"name": "Puzzles", "puzzles": 5}]}
    answer = client.post("/api/catalogue/book", json={"limit": 5, "title": "One"})
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes() == answer.content


def test_techniques(three):
    out, data, answer = three("techniques", ["x-wing", "--format", "json"], {"technique": "x-wing"})
    assert json.loads(out) == data == answer.json()["report"] and data[0]["name"] == "x-wing"


def test_an_audit(rated, client, call, tmp_path):
    file = tmp_path / "some.csv"
    call("export", "0-20", "--output", file, "--home", rated)
    printed = json.loads(call("audit", file, "--rated", 5, "--format", "json").out)
    found = json.loads(json.dumps(catalogue.audit([file], rated=5).data()))
    sent = {"contents": {"some.csv": file.read_text()}, "rated": 5}
    answered = client.post("/api/catalogue/audit", json=sent).json()["report"]
    for name in ("rows", "not_minimal", "duplicates", "classes", "clues", "ratings"):
        assert printed[0][name] == found[0][name] == answered[0][name], name
    assert found[0]["rows"] == 21


def test_the_api_gets_the_files_of_an_audit_and_names_no_other(client):
    sent = {"contents": {"a.csv": "puzzle\n" + "1" * 81 + "\n"}, "rated": 0}
    assert client.post("/api/catalogue/audit", json=sent).json()["report"][0]["no_solution"] == 1
    for name in ("../a.csv", "/etc/passwd", "", ".."):
        refused = client.post("/api/catalogue/audit", json={"contents": {name: "x"}})
        assert refused.status_code == 400, name
    refused = client.post("/api/catalogue/audit", json={**sent, "files": ["/etc/passwd"]})
    assert refused.status_code == 400 and "nothing is called 'files'" in refused.json()["error"]


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("restore", {}),
        ("export", {"output": "/tmp/x"}),
        ("export", {"format": "files"}),
        ("book", {"words": "/etc/passwd"}),
        ("dataset", {"count": 1, "seed": 1, "folder": "/tmp/x"}),
        ("backup", {"file": "/tmp/x"}),
        ("query", {"workers": "tcp://host:1"}),
    ],
)
def test_the_api_refuses_what_is_for_this_machine_alone(client, verb, body):
    assert client.post(f"/api/catalogue/{verb}", json=body).status_code in (400, 404)


def test_jobs_of_the_api_are_done_in_the_background(writing_client):
    begun = writing_client.post("/api/work/import", json={"content": "." * 81 + "\n", "name": "mine.txt"})
    assert begun.status_code == 202 and begun.json()["verb"] == "import", begun.text
    while (state := writing_client.get("/api/work").json())["state"] == "running":
        pass
    assert state["state"] == "ended" and state["report"][0]["unsound"] == 1
    begun = writing_client.post("/api/work/verify", json={"quick": True})
    assert begun.json()["verb"] == "verify"
    refused = writing_client.post("/api/work/rate", json={"threads": 2})
    assert refused.status_code == 400 and "nothing is called 'threads'" in refused.json()["error"]


def test_puzzles_are_made_with_rules_or_without(three):
    for words, fields in (
        (["--clues", 30, "--seed", 2], {"clues": 30, "seed": 2}),
        (["--rules", "diagonal", "--size", 6, "--seed", 2], {"rules": "diagonal", "size": 6, "seed": 2}),
    ):
        out, data, answer = three(
            "create", [*words, "--format", "constraints" if "rules" in fields else "line"], fields
        )
        (puzzle,) = data.get("puzzles") or [data["givens"]]
        assert answer.json()["report"] == data and puzzle in out


def test_the_api_writes_puzzles_each_once(client, call, tmp_path):
    puzzle = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
    answer = client.post("/api/catalogue/dedupe", json={"content": f"{puzzle}\n{puzzle[::-1]}\n{'.' * 81}\n"})
    assert [row["line"] for row in answer.json()["report"]] == [1, 3]
    for sent in ({"content": "1234\n", "name": "a.txt"}, {"puzzle": "/etc/passwd"}, {"content": puzzle, "seen": "x"}):
        refused = client.post("/api/catalogue/dedupe", json=sent)
        assert refused.status_code in (400, 409) and "/tmp" not in refused.json()["error"], refused.text


def test_a_board_is_searched_in_the_background(writing_client):
    puzzle = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
    begun = writing_client.post("/api/work/fewest", json={"puzzle": puzzle, "clues": 7})
    assert begun.status_code == 202, begun.text
    while (state := writing_client.get("/api/work").json())["state"] == "running":
        pass
    assert state["report"] == {"puzzle": None, "is_fewest": False, "by_theorem": True}
    assert writing_client.post("/api/work/fewest", json={"puzzle": "/etc/passwd"}).status_code == 400
