"""Puzzles for the page to play that are pasted, named in an address, chosen by kind, or added to the catalogue."""

import re
from collections import Counter
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.formats.applications import SERVICES
from board_catalogue.engine import Grid

PUZZLE = "3..1......4..2.."
HARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.slow
def test_a_pasted_puzzle_is_played(page, server):
    page.goto(f"{server}/play")
    page.get_by_label("Type or paste").fill(str(Grid.parse(HARD)))
    page.locator("form[method=post]").get_by_role("button").click()
    assert page.locator("#board").get_attribute("data-clues") == HARD
    expect(page.get_by_role("heading", level=1)).to_have_text("Your puzzle")


def pasted(client, text, blocks=""):
    return client.post("/play", data={"puzzle": text, "blocks": blocks})


@pytest.mark.daily("triples")
@pytest.mark.slow_cases("grid")
@pytest.mark.parametrize("form", ["grid", "triples", "opensudoku"])
def test_every_format_of_text_is_pasted(client, form):
    text = client.get(f"/boards/3/{form}").text
    answer = pasted(client, text)
    assert answer.status_code == 303
    assert parse_qs(urlsplit(answer.headers["location"]).query) == {"puzzle": [givens_of(client)]}


def givens_of(client):
    return re.search('data-clues="([^"]*)"', client.get("/boards/3").text)[1]


def test_other_shapes_keep_their_blocks(client):
    latin = Grid(
        engine.carve(engine.generate(1, blocks="none", size=7, seed=1), blocks="none", seed=1)[0], blocks="none"
    )
    location = pasted(client, latin.line(), "none").headers["location"]
    assert parse_qs(urlsplit(location).query) == {"puzzle": [latin.line()], "blocks": ["none"]}
    assert 'data-size="7" data-blocks="none"' in client.get(location).text
    drawn = Grid(engine.carve(engine.generate(1, blocks="3x2", seed=1), blocks="3x2", seed=1)[0], blocks="3x2")
    assert parse_qs(urlsplit(pasted(client, str(drawn)).headers["location"]).query)["blocks"] == ["3x2"]


@pytest.mark.parametrize(
    ("text", "blocks", "message"),
    [
        ("hello", "", "line 1: &#39;h&#39; is not a digit of a board"),
        ("." * 49, "", "size 7 has no usual blocks: choose the blocks, none for a Latin square"),
        ("." * 81, "4x4", "a board of size 9, not 16"),
        ("<script>alert(1)</script>", "", "&lt;script&gt;"),
        ("1" * 70_000, "", "longer than 65,536 bytes: paste one puzzle"),
        ("", "", "empty: no board in it"),
    ],
    ids=["words", "no blocks", "other size", "script", "long", "empty"],
)
def test_a_bad_puzzle_has_one_clear_message_and_stays_to_be_corrected(client, text, blocks, message):
    answer = pasted(client, text, blocks)
    assert answer.status_code == 400
    assert re.search('role="alert">This cannot be played: ([^\n]*)</p>', answer.text)
    assert message in answer.text and "<script>" not in answer.text


@pytest.mark.parametrize(
    ("puzzle", "warning"),
    [("." * 16, "This puzzle has several solutions."), ("123...4.........", "This puzzle has no solution.")],
)
def test_puzzles_without_one_solution_are_named(client, puzzle, warning):
    no_hints = "Hints are for puzzles with exactly one solution."
    text = client.get(f"/play?puzzle={puzzle}").text
    assert warning in text and no_hints in text
    assert no_hints not in client.get(f"/play?puzzle={PUZZLE}").text


def test_rules_that_count_beside_the_grid_are_played_without_hints(client_of, tmp_path):
    text = ".Shape~4x4.FullRank~R1~1~.~R1C2_2~R1C3_3~R2C1_3~R3C1_4~R2C3_2~R4C4_3\n"
    (tmp_path / "rank.constraints").write_text(text)
    with catalogue.open(tmp_path / "home") as opened:
        assert opened.import_file(tmp_path / "rank.constraints", rate="score").new == 1
    client = client_of(tmp_path / "home")
    page = client.get("/play?board=0").text
    assert "Hints are not for rules that count beside the grid." in page and '<button id="check" disabled>' in page
    assert "extreme" in client.get("/boards/0").text


def test_a_board_is_played_as_it_was_turned(client, rated):
    with catalogue.open(rated) as found:
        grid = found[5].grid
    assert f'data-clues="{grid.rotate().line()}"' in client.get("/play?board=5&turns=1").text
    assert client.get("/play?board=5000").status_code == 404


def test_without_a_catalogue_a_puzzle_can_be_pasted(client_of, tmp_path):
    client = client_of(tmp_path / "none")
    answer = client.get("/play")
    assert answer.status_code == 200 and "A puzzle of your own" in answer.text
    assert "drawn at random" not in answer.text


def hardest_steps(grid):
    """The techniques of the steps that are worth most on the path of HoDoKu, by its definition: level, then points."""
    found = engine.score(grid)
    used = [each for each in engine.SOLVING_TECHNIQUES if found[each.name]]
    most = max((engine.LEVELS.index(each.level), each.score) for each in used)
    return {each.name for each in used if (engine.LEVELS.index(each.level), each.score) == most}


@pytest.mark.slow
def test_what_is_offered_can_be_played_and_nothing_else_is(client, rated):
    with catalogue.open(rated) as found:
        hardest = [hardest_steps(each.grid) for each in found]
    page = client.get("/play").text
    offered = {name: int(count) for name, count in re.findall(r'<option value="([^"]+)">[^<]*\((\d+)\)', page)}
    assert offered == Counter(name for names in hardest for name in names)
    for technique in offered:
        location = client.get(f"/play?technique={technique}").headers["location"]
        number = parse_qs(urlsplit(location).query)["board"][0]
        assert technique in hardest[int(number)]
    answer = client.get("/play?technique=mutant-jellyfish")
    assert answer.status_code == 400 and "the catalogue has no puzzle with mutant-jellyfish" in answer.text


def test_draws_through_the_api_are_of_the_kind(client, rated):
    with catalogue.open(rated) as found:
        easy = {each.name: each.givens for each in found.puzzles(level="easy")}
    drawn = client.get("/api/draw?level=easy&count=12").json()["puzzles"]
    assert len({each["id"] for each in drawn}) == 12
    assert all(each["level"] == "easy" and each["givens"] == easy[each["id"]] for each in drawn)
    for wrong in ("level=silly", "technique=silly", "count=0", "count=x", "colour=red"):
        assert client.get(f"/api/draw?{wrong}").status_code == 400


def test_a_list_is_played_in_its_order_and_a_selection_too(client, rated):
    with catalogue.open(rated) as found:
        by_score = [each.name for each in found.puzzles(level="hard").order_by("score", descending=True)]
    for query, order in (("in=level%3Dhard%26sort%3Dscore%26desc%3D1", by_score), ("these=7,3,12", ["7", "3", "12"])):
        address, seen = client.get(f"/play?{query}").headers["location"], []
        while address and len(seen) < 4:
            page = client.get(address).text
            seen += parse_qs(urlsplit(address).query)["board"]
            assert f"{len(seen)} of {len(order)} in the list" in page
            following = re.search(r'href="([^"]*)">Next of the list', page)
            address = following and following[1].replace("&amp;", "&")
        assert seen == order[:4]
        assert "Back to the list" in page
    assert client.get("/play?these=x").status_code == client.get("/play?in=colour%3Dred").status_code == 400
    assert "the list has no puzzle" in client.get("/play?in=min_clues%3D80").text


@pytest.mark.slow
def test_a_puzzle_is_chosen_by_level_grade_and_hardest_step(client, rated):
    with catalogue.open(rated) as found:
        by = {name: {str(each.name) for each in found.puzzles(**{name: "easy"})} for name in ("level", "grade")}
        pointing = {str(each.name) for each in found if "pointing" in hardest_steps(each.grid)}
    for kind, numbers in (("level=easy", by["level"]), ("grade=easy", by["grade"]), ("technique=pointing", pointing)):
        drawn = set()
        for _ in range(12):
            location = client.get(f"/play?{kind}").headers["location"]
            assert location.endswith(kind)
            drawn |= set(parse_qs(urlsplit(location).query)["board"])
        assert drawn <= numbers and len(drawn) > 1
        one = drawn.pop()
        page = client.get(f"/play?board={one}&{kind}").text
        following = re.search(r'href="([^"]*)">Next one like this', page)[1].replace("&amp;", "&")
        for _ in range(5):
            assert f"board={one}&" not in client.get(following).headers["location"]


def test_kinds_that_no_puzzle_has_are_said(client, client_of, tmp_path):
    for query in ("grade=easy", "day="):
        assert "has no boards yet" in client_of(tmp_path).get(f"/play?{query}").text
    for wrong in ("grade=silly", "technique=none", "day=yesterday"):
        answer = client.get(f"/play?{wrong}")
        assert answer.status_code == 400 and 'role="alert"' in answer.text


def test_a_choice_that_fails_says_why_beside_its_field(client):
    for query, field, status in (("board=5000", "board", 404), ("board=x", "board", 404), ("day=x", None, 400)):
        answer = client.get(f"/play?{query}", headers={"accept": "text/html"})
        assert answer.status_code == status
        section = re.search('aria-labelledby="random-title">(.*?)</section>', answer.text, re.DOTALL)[1]
        assert 'role="alert">This cannot be played: ' in section
        assert (field is None) or re.search(f'name="{field}"[^>]* value="{query[6:]}" aria-invalid="true"', section)


def test_the_puzzle_of_a_day_is_the_same_for_everyone(client, client_of, rated):
    today = client.get("/play?day=").headers["location"]
    assert re.fullmatch(r"/play\?day=\d{4}-\d\d-\d\d", today)

    def clues(who, day):
        return re.search('data-clues="([^"]*)"', who.get(f"/play?day=2026-11-{day}").text)[1]

    assert clues(client, 22) == clues(client_of(rated), 22)
    assert len({clues(client, day) for day in range(10, 20)}) > 5


LINKS = ("sudokupad", "f-puzzles", "sudokuwiki", "opensudoku")


def test_links_and_rows_of_tables_are_pasted(client, rated):
    with catalogue.open(rated) as found:
        puzzle = found[3]
    row = f"12,24,{puzzle.rating},{puzzle.givens},{puzzle.answer}"
    own = f"http://127.0.0.1:8000/play?puzzle={puzzle.givens}#values={puzzle.answer}"
    for text in (row, own, *(SERVICES[name](puzzle.givens) for name in LINKS)):
        location = pasted(client, text).headers["location"]
        assert parse_qs(urlsplit(location).query) == {"puzzle": [puzzle.givens]}
    assert "no puzzle in it" in pasted(client, "https://example.org/").text
    assert "the link is cut" in pasted(client, SERVICES["f-puzzles"](puzzle.givens)[:90]).text


def test_a_pasted_puzzle_is_added_to_the_catalogue_once(writing_client, rated):
    before = writing_client.get("/api/puzzles?total=1&limit=1").json()["total"]
    assert ">Add to the catalogue<" in writing_client.get(f"/play?puzzle={HARD}").text
    for is_new in (True, False):
        answer = writing_client.post("/api/puzzles", json={"puzzle": HARD})
        assert (answer.status_code, answer.json()["is_new"]) == (201, is_new)
    board = writing_client.get(f"/api/boards/{answer.json()['number']}").json()
    assert board["givens"] == HARD and board["rating"] is not None
    assert writing_client.get("/api/puzzles?total=1&limit=1").json()["total"] == before + 1
    wrong = writing_client.post("/api/puzzles", json={"puzzle": "." * 81})
    assert wrong.status_code == 400 and "solution" in wrong.json()["error"]


def test_a_puzzle_of_another_size_than_the_catalogue_is_refused(writing_client):
    answer = writing_client.post("/api/puzzles", json={"puzzle": PUZZLE})
    assert answer.status_code == 409
    assert answer.json()["error"] == "the puzzle has size 4, and boards of this catalogue have size 9"


@pytest.mark.slow
def test_a_puzzle_with_other_blocks_than_the_catalogue_is_refused(client_of, tmp_path):
    board = engine.generate(1, blocks="3x2", seed=1)
    puzzle = {"puzzle": Grid(engine.carve(board, blocks="3x2", seed=1)[0], blocks="3x2").line()}
    with catalogue.open(tmp_path / "usual") as usual, catalogue.open(tmp_path / "high") as high:
        usual.fill(2, size=6, seed=1, files=False)
        high.fill(2, size=6, blocks="3x2", seed=1, files=False)
    for home in ("usual", "new"):
        answer = client_of(tmp_path / home).post("/api/puzzles", json=puzzle | {"blocks": "3x2"})
        assert answer.status_code == 400
        assert answer.json()["error"] == "blocks are 3x2, and those of the catalogue are 2x3"
    client = client_of(tmp_path / "high")
    assert client.post("/api/puzzles", json=puzzle).status_code == 400
    assert client.post("/api/puzzles", json=puzzle | {"blocks": "3x2"}).status_code == 201
