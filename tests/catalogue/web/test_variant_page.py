"""The page of a puzzle with more rules: drawn with its marks, played, with what is broken and what follows."""

import pymupdf
import pytest
from playwright.sync_api import expect

import catalogue
import engine


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
    assert engine.solve_under(engine.read_variant(line))[1].tolist() == [1]
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
    assert "no room for the rules killer" in client.get("/puzzles/export", params={"format": "sdk"}).text
    page = pymupdf.open(stream=client.get("/puzzles/book").content)[3]
    assert "Cage: Cells of a cage" in page.get_text()


def test_advice_names_conflicts_or_steps(client_of, killers):
    client = client_of(killers)
    answer = client.get("/boards/0/advice", params={"values": "." * 36}).json()
    assert not answer["conflicts"] and not answer["mistakes"] and answer["steps"][-1]["placement"]
    assert all(each["drawing"].startswith("<svg") for each in answer["steps"])
    assert answer["steps"][0]["title"].startswith("Cage ") and answer["steps"][0]["technique"] == "cage"
    answer = client.get("/boards/0/advice", params={"values": "11" + "." * 34}).json()
    assert "Row 1 is broken." in [each["sentence"] for each in answer["conflicts"]] and not answer["steps"]
    assert client.get("/boards/0/advice", params={"values": "7"}).status_code == 400


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
        steps = client.get("/boards/0/advice", params={"values": values}).json()["steps"]
        titles |= {step["title"] for step in steps}
        assert all(step["worth"].startswith("rated ") for step in steps)
        cell, _ = steps[-1]["placement"]
        values = values[:cell] + solution[cell] + values[cell + 1 :]
    assert "Hidden single" in titles and not any("block" in title for title in titles)


def test_a_wrong_digit_that_breaks_no_rule_is_named(client_of, killers):
    with catalogue.open(killers) as found:
        answer = found[0].answer
    wrong = "1" if answer[0] != "1" else "2"
    client = client_of(killers)
    answer = client.get("/boards/0/advice", params={"values": wrong + "." * 35}).json()
    assert [each["sentence"] for each in answer["mistakes"]] == [f"r1c1 is not {wrong}"] and not answer["steps"]


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
        cell.click()
        page.keyboard.press("Backspace")
        expect(cell.locator(".corner")).to_have_text("")
        for cell, digit in enumerate(answer):
            page.locator("#cells [role=gridcell]").nth(cell).click()
            page.keyboard.press(digit)
        expect(page.locator("#told")).to_have_text("Solved.")
