"""A catalogue of puzzles with different rules: imported from a folder, filtered, and handled like any other."""

import json
import re

import plain_view
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.rulebook import whole_board_rules
from board_catalogue.engine.rules.solving import solve_ruled

MARKS = {"Cage": "killer", "Thermo": "thermo", "WhiteDot": "kropki", "BlackDot": "kropki"}
"""Words of constraint text that the oracle knows."""

WHOLE = {"Diagonal": "diagonal", "Renban": "renban", "Windoku": "windoku"}


def rules_in(text):
    """The names of the rules of a puzzle, read from its text word by word."""
    words = set(re.findall(r"\.([A-Za-z]+)", text))
    return ",".join(sorted({(MARKS | WHOLE)[word] for word in words - {"Shape"}})) or None


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files of several setters: constraint text, a link, and plain lines; one has another one's puzzle turned."""
    path = tmp_path_factory.mktemp("setters") / "folder"
    path.mkdir()
    for place, rules in enumerate(("killer", "diagonal", "diagonal,renban", "kropki,thermo")):
        book = engine.Rulebook.read(rules, 6)
        boards, _ = book.boards(3, seed=place)
        clues, own = book.carve(boards, seed=place, positions=range(3))
        variants = [book.variant(*each) for each in zip(own or [None] * 3, clues, strict=True)]
        lines = [constraint_text.write(variant) for variant in variants]
        (path / f"{place}.txt").write_text("\n".join(lines) + "\n")
    plain = engine.carve(engine.generate(4, size=6, seed=9), seed=9)
    (path / "plain.txt").write_text("\n".join(engine.Grid(each).line() for each in plain) + "\n")
    turned = engine.Grid(plain[0][::-1].copy()).line()
    (path / "turned.txt").write_text(f"{turned}\n")
    (path / ".hidden").write_text("no puzzle")
    return path


@pytest.fixture(scope="module")
def mixed(folder, places, tmp_path_factory):
    """A catalogue of 16 puzzles."""
    home = places.new(tmp_path_factory.mktemp("mixed"))
    with catalogue.open(home) as found:
        found.import_file(folder)
    return home


@pytest.mark.slow
def test_a_folder_is_imported_and_proven(mixed, folder, call):
    rows = plain_view.table(mixed, "puzzles", "id")
    assert len(rows) == 16
    for row in rows:
        variant = catalogue_variant(row)
        solution, counts, _ = solve_ruled(variant)
        assert counts.tolist() == [1]
        board = plain_view.table(mixed, "boards", "id")[row["board_id"]]["solution"]
        assert from_lines([row["solution"] or board]).tolist() == solution.tolist()
        assert row["rules"] == (rules_in(row["constraints"]) if row["constraints"] else None)
    assert [row["rules"] for row in rows].count(None) == 4
    assert call("verify", "--full", "--home", mixed).status == 0
    again = json.loads(call("import", folder, "--home", mixed, "--format", "json").out)
    assert [report["new"] for report in again] == [0] * 6
    assert [report["duplicates"] for report in again] == [3, 3, 3, 3, 4, 1]


def catalogue_variant(row):
    text = row["constraints"]
    board = engine.read_variant(text) if text else engine.Variant.of(6)
    return board.with_givens(from_lines([row["givens"]])[0].tolist())


@pytest.mark.daily("words1-<lambda>", "words4-<lambda>")
@pytest.mark.parametrize(
    ("words", "keeps"),
    [
        ({"rules": "killer"}, lambda names: "killer" in names),
        ({"rules": "diagonal", "without_rules": "renban"}, lambda names: names == ["diagonal"]),
        ({"rules": ["diagonal", "renban"]}, lambda names: len(names) == 2 and "diagonal" in names),
        ({"rules": "thermometer"}, lambda names: "thermo" in names),
        ({"without_rules": "any"}, lambda names: not names),
        ({"rules": "any", "without_rules": "Killer"}, lambda names: names and "killer" not in names),
    ],
)
def test_filters_by_rules_are_the_same_at_every_face(mixed, call, words, keeps):
    from starlette.testclient import TestClient

    from board_catalogue.catalogue.web.serving import create_app
    from board_catalogue.catalogue.web.site import Config

    rows = plain_view.table(mixed, "puzzles", "board_id, place")
    wanted = [number_of(row) for row in rows if keeps((row["rules"] or "").split(",") if row["rules"] else [])]
    assert wanted
    with catalogue.open(mixed) as found:
        assert [str(puzzle.number) for puzzle in found.puzzles(**words)] == wanted
    options = [part for name, value in words.items() for part in given(name, value)]
    done = call("query", *options, "--columns", "id,rules", "--format", "json", "--home", mixed)
    assert [str(row["id"]) for row in json.loads(done.out)] == wanted
    with TestClient(create_app(Config(home=mixed)), base_url="http://localhost:8000") as client:
        query = [
            (name, each) for name, value in words.items() for each in ([value] if isinstance(value, str) else value)
        ]
        answer = client.get("/api/puzzles", params=query)
    assert [str(row["id"]) for row in answer.json()["puzzles"]] == wanted


def number_of(row):
    return f"{row['board_id']}.{row['place']}" if row["place"] else str(row["board_id"])


def given(name, value):
    return [
        part
        for each in ([value] if isinstance(value, str) else value)
        for part in (f"--{name.replace('_', '-')}", each)
    ]


def test_unknown_rules_are_named(mixed, call, error_of):
    done = call("query", "--rules", "windoky", "--home", mixed)
    assert "no rule is called 'windoky'; similar names are windoku" in error_of(done, status=2)


@pytest.mark.slow
def test_they_are_exported_merged_and_backed_up_whole(mixed, call, tmp_path, error_of):
    file, copy = tmp_path / "all.constraints", tmp_path / "copy"
    assert call("export", "all", "--output", file, "--home", mixed).status == 0
    columns = ("givens", "constraints", "rules")
    wanted = sorted(str([row[name] for name in columns]) for row in plain_view.table(mixed, "puzzles", "id"))
    for source in (file, tmp_path / "all.csv"):
        if source.suffix == ".csv":
            assert call("export", "all", "--output", source, "--home", mixed).status == 0
        home = tmp_path / source.suffix[1:]
        assert call("import", source, "--home", home, "--quiet").status == 0
        rows = plain_view.table(home, "puzzles", "id")
        assert sorted(str([row[name] for name in columns]) for row in rows) == wanted
    assert call("backup", tmp_path / "b.backup", "--home", mixed).status == 0
    assert call("restore", tmp_path / "b.backup", "--home", copy).status == 0
    merged = tmp_path / "merged"
    assert call("import", copy / "catalogue.db", "--home", merged, "--quiet").status == 0
    for home in (copy, merged):
        rows = plain_view.table(home, "puzzles", "id")
        assert sorted(str([row[name] for name in columns]) for row in rows) == wanted
        assert call("verify", "--full", "--home", home).status == 0
    assert "sdm has no room for the rules of some puzzles" in error_of(
        call("export", "all", "--format", "sdm", "--home", mixed)
    )
    plain = call("export", "--without-rules", "any", "--format", "sdm", "--home", mixed)
    assert len(plain.out.splitlines()) == 4


@pytest.mark.slow
def test_they_are_tagged_rated_printed_and_filled(mixed, places, tmp_path, call):
    home = places.new(tmp_path)
    places.copy(mixed, home)
    assert call("tag", "--rules", "killer", "cages", "--home", home).out.startswith("3 puzzles")
    assert call("rate", "--home", home).status == 0
    rated = {row["rules"] for row in plain_view.table(home, "puzzles") if row["rating_status"] is not None}
    assert rated == {None, "diagonal"}  # those whose rules are houses
    assert call("measure", "--home", home).status == 0
    measured = {row["rules"] for row in plain_view.table(home, "puzzles") if row["textbook_depth"] is not None}
    assert measured == {None}
    before = plain_view.tables(home)
    assert call("rate", "--home", home).status == 0
    assert plain_view.tables(home) == before
    assert call("book", "--output", tmp_path / "book.pdf", "--home", home).status == 0
    assert call("fill", "--count", 2, "--home", home, "--quiet").status == 0
    figures = json.loads(call("stats", "--format", "json", "--home", home).out)
    assert figures["rules"] == {"diagonal": 6, "killer": 3, "kropki": 3, "renban": 3, "thermo": 3}
    whole = call("verify", "--full", "--home", home)
    assert (whole.status, "18 boards: everything is proven" in whole.out or "boards: everything is" in whole.out) == (
        0,
        True,
    )


@pytest.mark.slow
def test_ratings_are_asked_for_as_far_as_rules_have_them(folder, home, call):
    report = json.loads(call("import", folder, "--rate", "fast", "--format", "json").out)
    assert [each["ruled"] for each in report] == [3, 3, 3, 3, 0, 0]
    assert [each["unrated"] for each in report] == [3, 0, 3, 3, 0, 0]
    assert call("verify", "--full").status == 0


def test_altered_rules_are_found_and_repaired(mixed, places, tmp_path, call):
    home = places.new(tmp_path)
    places.copy(mixed, home)
    before = plain_view.table(home, "puzzles", "id")
    names = "UPDATE puzzles SET rules = 'windoku' WHERE id IN (SELECT min(id) FROM puzzles WHERE rules IS {})"
    plain_view.change(home, names.format("NOT NULL"), names.format("NULL"))
    found = call("verify", "--home", home)
    assert found.status == 1 and "rules is 'windoku', not 'killer'" in found.out and "not NULL" in found.out
    assert call("verify", "--repair", "--home", home).status == 0
    assert plain_view.table(home, "puzzles", "id") == before
    plain_view.change(home, "UPDATE puzzles SET constraints = '.Cage~x' WHERE id = 0")
    assert call("verify", "--home", home).status == 1


@pytest.mark.slow
def test_a_full_symmetry_tells_rules_apart_too(folder, home, call):
    done = call("import", folder, "--symmetry", "full", "--format", "json")
    assert sum(report["new"] for report in json.loads(done.out)) == 16
    again = json.loads(call("import", folder, "--format", "json").out)
    assert sum(report["duplicates"] for report in again) == 17
    assert call("verify").status == 0


def test_a_puzzle_with_other_regions_is_refused_or_skipped(home, tmp_path, call, error_of):
    jigsaw = engine.Rulebook.read("jigsaw", 6)
    boards, _ = jigsaw.boards(1, seed=1)
    clues, own = jigsaw.carve(boards, seed=1, positions=[0])
    lines = [constraint_text.write(jigsaw.variant(own[0], clues[0])), ".Shape~6x6.Diagonal~1.Diagonal~-1"]
    plain = engine.Grid(engine.carve(engine.generate(1, size=6, seed=9), seed=9)[0])
    lines.append(
        constraint_text.write(engine.Variant.of(6).with_givens([int(d) for d in plain.line().replace(".", "0")]))
    )
    (tmp_path / "some.constraints").write_text("\n".join(lines) + "\n")
    refused = call("import", tmp_path / "some.constraints", "--strict")
    assert "line 1: the puzzle has other regions than the boards of this catalogue" in error_of(refused)
    done = json.loads(call("import", tmp_path / "some.constraints", "--skip-bad", "--format", "json").out)[0]
    assert (done["new"], done["unreadable"], done["unsound"]) == (1, 1, 1)


BAD_LINES = {
    ".Cage~10~R1C1~Q1C2": "cell 'Q1C2' is not on the board",
    ".Cage~99~R1C1~R1C2": "is impossible",
    ".Thermo~R1C1~R1C2.Unheard~R1C1": "Unheard",
    ".Shape~6x8.~R1C1_1": "only square boards",
    "https://sudokupad.app/a-short-name": "names a puzzle on its server",
    "https://www.f-puzzles.com/?id=abc": "names a puzzle on its server",
    "sclN4Igdg9gJgpgziAXAbVABwnA": "",
    "hello": "is no constraint text",
}
"""Lines that are no puzzles, with a part of what is said of each."""


@pytest.mark.daily("4")
@pytest.mark.parametrize("place", [0, 4, 8])
def test_each_bad_line_among_variants_is_skipped_and_named(place, tmp_path, call, error_of):
    book = engine.Rulebook.read("thermo", 6)
    boards, _ = book.boards(1, seed=1)
    clues, own = book.carve(boards, seed=1, positions=[0])
    lines = list(BAD_LINES)
    lines.insert(place, constraint_text.write(book.variant(own[0], clues[0])))
    (tmp_path / "some.txt").write_text("\n".join(lines) + "\n")
    home = tmp_path / "home"
    first_bad = 2 if place == 0 else 1
    given = ("import", tmp_path / "some.txt", "--input-format", "constraints", "--home", home)
    assert f"line {first_bad}: {BAD_LINES[lines[first_bad - 1]]}" in error_of(call(*given, "--strict"))
    done = call(*given)
    assert done.status == 1, done
    for number, line in enumerate(lines, 1):
        if line in BAD_LINES:
            said = next(said for said in done.err.splitlines() if f"some.txt: line {number}: " in said)
            assert BAD_LINES[line] in said
    again = json.loads(call(*given, "--skip-bad", "--format", "json").out)[0]
    assert (again["duplicates"], again["unreadable"]) == (1, len(BAD_LINES))


def test_every_rule_of_the_whole_board_has_a_name_to_filter_by():
    from board_catalogue.engine.rules.rulebook import checked_name, rule_names

    for name in whole_board_rules():
        book = engine.Rulebook.read(name, 9)
        assert rule_names(book.board) == (name,) and checked_name(name.upper()) == name
