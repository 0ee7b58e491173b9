"""The page of a variant: drawn with its marks, played, with what is broken and what follows."""

import html
import io
import re
from zipfile import ZipFile

import pymupdf
import pytest
from page_in_browser import COUNTS_ANSWERS
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
    assert client.get("/play?board=0").headers["location"] == "/boards/0"


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


def asked_of(client, address, path="/boards/0", **more):
    """What the page at a path gets from the API."""
    text = client.get(path).text
    names = ("puzzle", "constraints")
    given = {name: html.unescape(re.search(rf'data-{name}="([^"]*)"', text)[1]) for name in names}
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


def test_a_hint_names_what_removes_what_and_draws_it(page, serving, tmp_path):
    with catalogue.open(tmp_path / "home") as found:
        found.fill(1, rules="killer", size=6, seed=1, threads=1)
    with serving(tmp_path / "home") as address:
        page.goto(f"{address}/boards/0")
        page.get_by_role("button", name="Hint").click()
        steps = page.locator("#told li")
        expect(steps.first).to_contain_text("Cage")
        expect(page.locator(".variant .marks .removed").first).to_be_visible()
        assert page.locator(".variant .grounds rect").count() > 0
        last = steps.last.get_by_role("button")
        last.click()
        expect(last).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".variant .marks .placed")).to_be_visible()
        expect(page.locator(".variant .marks .removed")).to_have_count(0)
        placed = page.locator("#cells .here")
        page.keyboard.press("Tab")
        placed.press("1")
        expect(page.locator(".variant .layer")).to_have_count(0)
        page.set_viewport_size({"width": 360, "height": 740})
        page.get_by_role("button", name="Start again").click()
        page.get_by_role("button", name="Hint").click()
        expect(steps.first).to_be_in_viewport()
        assert page.locator("#told").bounding_box()["y"] < page.locator(".pad").bounding_box()["y"]


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


def test_a_killer_is_played(page, serving, killers):
    with catalogue.open(killers) as found:
        answer = found[0].answer
    with serving(killers) as address:
        page.goto(f"{address}/boards/0")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#told")).to_contain_text("only")
        page.locator("#cells [role=gridcell]").first.click()
        wrong = answer[0]
        page.keyboard.press(wrong)
        page.keyboard.press("ArrowRight")
        page.keyboard.press(wrong)
        page.get_by_role("button", name="Check").click()
        expect(page.locator("#told")).to_contain_text("Row 1 is broken.")
        page.get_by_role("button", name="Start again").click()
        cell = page.locator("#cells [role=gridcell]").nth(2)
        cell.click()
        page.keyboard.press("Shift+Digit1")
        page.keyboard.press("Control+2")
        page.get_by_role("button", name="Corner marks").click()
        page.keyboard.press("3")
        page.get_by_role("button", name="Corner marks").click()
        expect(cell.locator(".corner")).to_have_text("13")
        expect(cell).to_have_attribute("aria-label", "row 1 column 3, empty, corner marks 13, centre marks 2")
        page.reload()
        expect(cell.locator(".centre")).to_have_text("2")
        assert ".Cage~" in page.evaluate("Object.keys(localStorage).join()")  # kept for this puzzle, not for a number
        cell.click()
        page.keyboard.press("Backspace")
        expect(cell.locator(".corner")).to_have_text("")
        for cell, digit in enumerate(answer):
            page.locator("#cells [role=gridcell]").nth(cell).click()
            page.keyboard.press(digit)
        expect(page.locator("#told")).to_have_text("Solved.")


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


@pytest.mark.parametrize("write", [constraint_text.write, f_puzzles.write, sudokupad.write])
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
    assert page.status_code == 200 and 'class="variant"' not in page.text


def test_a_puzzle_with_several_solutions_or_none_is_played_without_hints(client_of, tmp_path):
    client = client_of(tmp_path)
    for text, warning in (
        (".Windoku.~R1C1_4", "several solutions"),
        (".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R2C1~R2C2", "no solution"),
    ):
        page = client.get("/play", params={"puzzle": text}).text
        assert f"This puzzle has {warning}." in page and '<button id="hint" hidden>' in page


@pytest.mark.parametrize("rules", ["diagonal", "jigsaw", "killer", "thermo,kropki"])
def test_a_new_puzzle_under_rules_is_made(client_of, tmp_path, rules):
    client = client_of(tmp_path)
    page = client.get(client.get("/play", params={"rules": rules}).headers["location"]).text
    assert 'class="variant"' in page and 'role="alert"' not in page
    assert "cannot be made" in client.get("/play", params={"rules": "fog"}, headers={"accept": "text/html"}).text


def test_hints_heed_the_marks_of_a_player(page, serving, tmp_path, diagonal):
    (answer,) = solve_ruled(diagonal)[0].tolist()
    empty = diagonal.clues.tolist().index(0)
    with serving(tmp_path) as address:
        page.goto(f"{address}/play")
        page.get_by_label("Type or paste it").fill(constraint_text.write(diagonal))
        page.locator("form[method=post]").get_by_role("button", name="Play it").click()
        cell = page.locator("#cells [role=gridcell]").nth(empty)
        cell.click()
        page.keyboard.press(f"Control+{answer[empty]}")
        expect(cell.locator(".centre")).to_have_text(str(answer[empty]))
        with page.expect_request("**/api/hint") as sent:
            page.get_by_role("button", name="Hint").click()
        marks = [0] * 36
        marks[empty] = 1 << answer[empty] - 1
        assert sent.value.post_data_json["candidates"] == marks
        page.keyboard.press("Tab")
        cell.click()
        page.keyboard.press(f"Control+{answer[empty]}")
        page.keyboard.press(f"Control+{answer[empty] % 6 + 1}")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#told")).to_contain_text(f"r{empty // 6 + 1}c{empty % 6 + 1} ")
        expect(page.locator("#cells .wrong")).to_have_count(1)


def cell_of(page, row, column):
    return page.locator("#cells [role=gridcell]").nth((row - 1) * 6 + column - 1)


def test_an_answer_that_comes_late_changes_nothing(page, serving, killers):
    with serving(killers) as address:
        page.add_init_script(COUNTS_ANSWERS)
        page.goto(f"{address}/boards/0")
        held = []
        page.route("**/api/*", lambda route: held.append(route))
        for number, button in enumerate(("Hint", "Check"), 1):
            with page.expect_request("**/api/*"):
                page.get_by_role("button", name=button, exact=True).click()
            cell_of(page, 1, 1).click()
            page.keyboard.press("1")
            page.keyboard.press("2")
            held.pop().continue_()
            page.wait_for_function(f"() => answers === {number}")
            expect(cell_of(page, 1, 1)).to_be_focused()
            expect(page.locator("#told")).to_have_text("")
        page.unroute("**/api/*")
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator("#told")).not_to_have_text("")


def test_to_start_again_hides_the_solution(page, serving, killers):
    with serving(killers) as address:
        page.goto(f"{address}/boards/0")
        solution = page.get_by_role("button", name="Solution", exact=True)
        solution.click()
        expect(cell_of(page, 1, 1)).not_to_have_text("")
        page.get_by_role("button", name="Start again").click()
        expect(solution).to_have_attribute("aria-pressed", "false")
        cell_of(page, 1, 1).click()
        page.keyboard.press("5")
        expect(cell_of(page, 1, 1)).to_have_text("5")


@pytest.mark.parametrize("frozen", [False, True])
def test_two_tabs_play_one_variant(page, serving, killers, frozen):
    with serving(killers) as address:
        other = page.context.new_page()
        if frozen:
            other.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
        other.goto(f"{address}/boards/0")
        page.goto(f"{address}/boards/0")
        cell_of(page, 1, 1).click()
        page.keyboard.press("3")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Control+4")
        if not frozen:
            expect(cell_of(other, 1, 1)).to_have_text("3")
        kept = """() => Object.values(localStorage).some((text) => text.includes('"centre":[0,16'))"""
        other.wait_for_function(kept)  # the browser passes on what the first tab keeps a moment later
        other.bring_to_front()
        cell_of(other, 2, 1).click()
        other.keyboard.press("6")
        page.reload()
        expect(cell_of(page, 1, 1)).to_have_text("3")
        expect(cell_of(page, 1, 2)).to_have_accessible_name("row 1 column 2, empty, centre marks 4")
        expect(cell_of(page, 2, 1)).to_have_text("6")
