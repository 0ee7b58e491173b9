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
