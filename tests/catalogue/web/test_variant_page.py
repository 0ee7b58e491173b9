"""The page of a variant: drawn with its marks, played, with what is broken and what follows."""

import html
import io
import json
import re
from urllib.parse import urlencode
from zipfile import ZipFile

import pymupdf
import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, sudokupad
from board_catalogue.engine.rules.solving import solve_ruled


@pytest.fixture(scope="module")
def killers(tmp_path_factory):
    home = tmp_path_factory.mktemp("ruled") / "killers"
    with catalogue.open(home) as found:
        found.fill(3, rules="killer", size=6, seed=1)
    return home


@pytest.mark.slow
def test_a_killer_is_drawn_with_its_cages(client_of, killers):
    client = client_of(killers)
    for address in ("/boards/0", "/puzzles"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "stroke-dasharray" in answer.text
        assert answer.text.count('text-anchor="start"') > 5  # sums
    assert "Cells of a cage hold different digits" in client.get("/boards/0").text
    line = client.get("/boards/0/constraints").text
    assert solve_ruled(engine.read_variant(line))[1].tolist() == [1]
    assert client.get("/boards/0/svg").text.startswith("<svg")
    assert client.get("/boards/0/line").status_code == 404
    assert client.get("/boards/0/class").status_code == 404
    played = client.get("/play?board=0").text
    assert "stroke-dasharray" in played and "Cells of a cage hold different digits" in played


@pytest.mark.slow
def test_a_list_is_taken_away_with_its_rules(client_of, killers, tmp_path):
    client = client_of(killers)
    lines = client.get("/puzzles/export", params={"format": "constraints"}).text.splitlines()
    assert len(lines) == 3 and all(".Cage~" in line for line in lines)
    with catalogue.open(killers) as found:
        assert found.export(tmp_path / "some.constraints") == 3
    assert (tmp_path / "some.constraints").read_text().splitlines() == lines
    assert ".Cage~" in client.get("/puzzles/export", params={"format": "csv"}).text
    for form, begin in (("svg", b"<svg"), ("png", b"\x89PNG")):
        answer = client.get("/puzzles/export", params={"format": form})
        assert answer.headers["content-type"] == "application/zip"
        with ZipFile(io.BytesIO(answer.content)) as archive:
            assert archive.namelist() == [f"puzzle-{number}.{form}" for number in range(3)]
            assert archive.read(f"puzzle-0.{form}") == client.get(f"/boards/0/{form}").content
            assert archive.read(f"puzzle-2.{form}").startswith(begin)
    assert "no room for the rules killer" in client.get("/puzzles/export", params={"format": "sdk"}).text
    page = pymupdf.open(stream=client.get("/puzzles/book").content)[3]
    assert "Cage: Cells of a cage" in page.get_text()


def asked_of(client, address, path="/play?board=0", **more):
    """What the page at a path gets from the API."""
    text = client.get(path).text
    rules = json.loads(re.search(r'<script type="application/json" class="rules">(.*?)</script>', text)[1])
    given = {"puzzle": re.search(r'data-clues="([^"]*)"', text)[1], "constraints": rules["constraints"]}
    return client.post(f"/api/{address}", json=given | more)


def test_advice_names_conflicts_or_steps(client_of, killers):
    client = client_of(killers)
    answer = asked_of(client, "hint").json()
    assert not answer.get("mistakes") and answer["steps"][-1]["placement"]
    assert all(each["drawing"].startswith("<svg") for each in answer["steps"])
    assert answer["steps"][0]["title"].startswith("Cage ") and answer["steps"][0]["technique"] == "cage-combinations"
    answer = asked_of(client, "mistakes", values="11" + "." * 34).json()
    assert "Row 1 is broken." in [each["sentence"] for each in answer["conflicts"]]
    assert asked_of(client, "hint", values="7").status_code == 400


def cell_of(page, row, column):
    return page.locator("#board [role=gridcell]").nth((row - 1) * 6 + column - 1)


@pytest.mark.slow
def test_a_hint_has_three_stages_and_is_drawn_and_taken(page, serving, killers):
    with serving(killers) as address:
        page.goto(f"{address}/play?board=0")
        said = page.locator("#hints .explained")
        page.get_by_role("button", name="Where").click()
        expect(said).to_have_text(re.compile("^Look at "))
        assert page.locator("#board .look").count() > 0
        page.get_by_role("button", name="Technique").click()
        expect(said.get_by_role("heading")).to_have_text(re.compile("^Cage .*score"))
        page.get_by_role("button", name="All of it").click()
        expect(said).to_contain_text("Cage ")
        expect(page.locator(".overlay .removed").first).to_be_visible()
        assert page.locator(".grounds rect").count() > 0
        page.get_by_role("button", name="Take this step").click()
        expect(page.locator(".overlay")).to_have_count(0)
        assert page.locator("#board .centre").count() > 0


@pytest.mark.slow
def test_a_path_of_a_killer_is_followed_on_its_board(page, serving, killers):
    with serving(killers) as address:
        page.goto(f"{address}/boards/0")
        for _ in range(3):
            page.get_by_role("button", name="Step forward").click()
        expect(page.locator("#place")).to_have_text(re.compile(r"^step 3 of \d+$"))
        expect(page.locator("#board .overlay")).to_be_visible()
        page.get_by_role("button", name="To the solution").click()
        expect(page.locator("#step")).to_have_text("The puzzle is solved.")
        page.get_by_role("button", name="Solution", exact=True).click()
        expect(page.locator("#board .filled")).to_have_count(36)


@pytest.mark.slow
def test_a_hint_names_the_technique_where_rules_are_houses(client_of, tmp_path):
    with catalogue.open(tmp_path / "home") as found:
        found.fill(1, rules="windoku", seed=1, threads=1)
        puzzle, solution = found[0].givens, found[0].answer
    client, values, titles = client_of(tmp_path / "home"), puzzle, set()
    while "." in values:
        steps = asked_of(client, "hint", values=values).json()["steps"]
        titles |= {step["title"] for step in steps}
        assert all(step["worth"].startswith("score ") for step in steps)
        cell, _ = steps[-1]["placement"]
        values = values[:cell] + solution[cell] + values[cell + 1 :]
    assert "Hidden single" in titles and not any("block" in title for title in titles)


def test_a_wrong_digit_that_breaks_no_rule_is_named(client_of, killers):
    with catalogue.open(killers) as found:
        answer = found[0].answer
    wrong = "1" if answer[0] != "1" else "2"
    client = client_of(killers)
    answer = asked_of(client, "hint", values=wrong + "." * 35).json()
    assert [each["sentence"] for each in answer["mistakes"]] == [f"r1c1 is not {wrong}"] and "steps" not in answer


@pytest.mark.slow
def test_a_killer_is_played_as_a_plain_puzzle(page, serving, killers):
    with catalogue.open(killers) as found:
        answer = found[0].answer
    with serving(killers) as address:
        page.goto(f"{address}/play?board=0")
        wrong = answer[0]
        page.keyboard.press(wrong)
        page.keyboard.press("ArrowRight")
        page.keyboard.press(wrong)
        expect(page.get_by_role("status")).to_contain_text(f"r1c2: {wrong} is again in row 1")
        expect(cell_of(page, 1, 2)).to_have_accessible_name(re.compile(f"column 2, {wrong}, again in row 1"))
        page.keyboard.press("Control+z")
        expect(page.get_by_role("status")).to_have_text("")
        page.get_by_role("button", name="Undo").click()
        expect(cell_of(page, 1, 1)).to_have_text("")
        page.get_by_role("button", name="Redo").click()
        expect(cell_of(page, 1, 1)).to_have_text(wrong)
        page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("Control+2")
        expect(page.locator("#board .centre")).to_have_count(2)
        page.reload()
        expect(page.locator("#board .centre")).to_have_count(2)
        assert ".Cage~" in page.evaluate("Object.keys(localStorage).join()")  # kept for this puzzle, not for a number
        page.goto(f"{address}/play")
        page.locator("#kept").get_by_role("link", name="Puzzle 0").click()
        expect(cell_of(page, 1, 1)).to_have_text(wrong)
        page.get_by_role("button", name="Start again").click()
        page.keyboard.press("Control+Home")
        for cell, digit in enumerate(answer):
            cell_of(page, cell // 6 + 1, cell % 6 + 1).click()
            page.keyboard.press(digit)
        expect(page.get_by_role("status")).to_have_text(re.compile("^Solved in "))


def test_a_broken_cage_is_named_as_it_is_typed(page, serving, tmp_path):
    killer = Variant.of(4, Use("cage", (0, 1), 5), Use("thermometer", (8, 9, 10)))
    with serving(tmp_path) as address:
        page.goto(f"{address}/play?{urlencode({'puzzle': constraint_text.write(killer)})}")
        page.keyboard.press("1")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("3")
        status = page.get_by_role("status")
        expect(status).to_have_text("Cage 5 of r1c1 is broken.")
        expect(page.locator("#board .conflict")).to_have_count(2)
        page.keyboard.press("4")
        expect(status).to_have_text("")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("1")
        expect(status).to_have_text("Thermometer of r3c1 is broken.")
        expect(page.locator("#board [role=gridcell]").nth(9)).to_have_accessible_name(re.compile("breaks thermo"))


# --- Puzzles that are not in the catalogue --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def diagonal():
    """A minimal diagonal puzzle of size 6."""
    board = engine.Rulebook.read("diagonal", 6)
    boards, _ = board.boards(1, seed=5)
    return board.variant(givens=board.carve(boards, seed=5, positions=[0])[0][0].tolist())


SLOW = f_puzzles.write(Variant.of(4, Use("slow thermometer", (0, 1, 2))), link=False)
"""A puzzle with a rule that constraint text lacks, so that no address can hold it."""


def pasted(client, **fields):
    return client.post("/play", data=fields, headers={"accept": "text/html"})


@pytest.mark.parametrize("write", [constraint_text.write, sudokupad.write])
def test_a_puzzle_with_more_rules_is_pasted_and_played(client_of, tmp_path, diagonal, write):
    client = client_of(tmp_path)
    location = pasted(client, puzzle=write(diagonal)).headers["location"]
    page = client.get(location).text
    assert "Each marked diagonal holds different digits." in page and "Your puzzle" in page
    assert html.escape(constraint_text.write(diagonal)) in page and 'role="alert"' not in page
    assert asked_of(client, "hint", location).json()["steps"][-1]["placement"]


def test_rules_are_named_beside_plain_text(client_of, tmp_path, diagonal):
    client = client_of(tmp_path)
    (line,) = as_lines(diagonal.clues[None])
    assert asked_of(client, "mistakes", pasted(client, puzzle=line, rules="diagonal").headers["location"]).json() == {
        "conflicts": [],
        "mistakes": [],
    }
    for fields, fault in (
        ({"rules": "fog"}, "fog"),
        ({"rules": "killer"}, "write the puzzle as constraint text"),
        ({"puzzle": ".Windoku", "rules": "diagonal"}, "names its rules itself"),
        ({"puzzle": ".Fog~R1C1"}, "is not known"),
        ({"puzzle": f_puzzles.write(diagonal)[:60]}, "link"),
    ):
        answer = pasted(client, **{"puzzle": line, **fields})
        assert answer.status_code == 400 and re.search(rf'role="alert">[^<]*{fault}', answer.text)


def test_an_address_names_a_puzzle_and_its_rules(client_of, tmp_path, diagonal):
    client = client_of(tmp_path)
    (line,) = as_lines(diagonal.clues[None])
    assert "Each marked diagonal" in client.get("/play", params={"puzzle": line, "rules": "diagonal"}).text
    assert "stay the same" in client.get("/play", params={"puzzle": SLOW, "rules": ""}).text
    answer = client.get("/play", params={"puzzle": line, "rules": "fog"}, headers={"accept": "text/html"})
    assert answer.status_code == 400 and re.search(r'role="alert">[^<]*fog', answer.text)


def test_rules_and_blocks_are_named_together(client_of, tmp_path):
    client = client_of(tmp_path)
    location = pasted(client, puzzle="12" + "." * 34, rules="diagonal", blocks="3x2").headers["location"]
    solution = asked_of(client, "solve", location).json()
    assert solution["blocks"] == "3x2" and ".Diagonal~1" in solution["constraints"]


def test_a_jigsaw_of_the_usual_blocks_is_a_plain_puzzle(client_of, tmp_path):
    rules = "jigsaw=" + "".join(3 * (3 * a + 3 * b + 3 * c) for a, b, c in ("ABC", "DEF", "GHI"))
    client = client_of(tmp_path)
    page = client.get(client.get("/play", params={"rules": rules}).headers["location"])
    assert page.status_code == 200 and 'class="rules"' not in page.text


def test_a_puzzle_with_several_solutions_or_none_is_played_without_hints(client_of, tmp_path):
    client = client_of(tmp_path)
    for text, warning in (
        (".Windoku.~R1C1_4", "several solutions"),
        (".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R2C1~R2C2", "no solution"),
    ):
        page = client.get("/play", params={"puzzle": text}).text
        assert f"This puzzle has {warning}." in page and 'data-depth="where" disabled>' in page


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["jigsaw", "thermo,kropki"])
def test_a_new_puzzle_under_rules_is_made(client_of, tmp_path, rules):
    client = client_of(tmp_path)
    page = client.get(client.get("/play", params={"rules": rules}).headers["location"]).text
    assert 'class="rules"' in page and 'role="alert"' not in page
    assert "cannot be made" in client.get("/play", params={"rules": "fog"}, headers={"accept": "text/html"}).text


@pytest.mark.slow
def test_hints_heed_the_marks_of_a_player(page, serving, tmp_path, diagonal):
    (answer,) = solve_ruled(diagonal)[0].tolist()
    empty = diagonal.clues.tolist().index(0)
    with serving(tmp_path) as address:
        page.goto(f"{address}/play")
        page.get_by_label("Type or paste it").fill(constraint_text.write(diagonal))
        page.locator("form[method=post]").get_by_role("button", name="Play it").click()
        page.wait_for_load_state()
        cell = page.locator("#board [role=gridcell]").nth(empty)
        cell.click()
        page.keyboard.press(f"Control+{answer[empty]}")
        expect(cell.locator(".centre")).to_have_text(str(answer[empty]))
        with page.expect_request("**/api/hint") as sent:
            page.get_by_role("button", name="Where").click()
        marks = [0] * 36
        marks[empty] = 1 << answer[empty] - 1
        assert sent.value.post_data_json["candidates"] == marks
        cell.click()
        page.keyboard.press(f"Control+{answer[empty]}")
        page.keyboard.press(f"Control+{answer[empty] % 6 + 1}")
        page.get_by_role("button", name="Where").click()
        expect(page.locator("#hints .explained")).to_contain_text(f"r{empty // 6 + 1}c{empty % 6 + 1} ")
        expect(page.locator("#board .wrong")).to_have_count(1)
