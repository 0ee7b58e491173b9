"""The pages of techniques and of classes."""

import json
import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.engine.paths import LESSONS, example_of

LONG = ("nested-dynamic-chains", "nested-multiple-chains", "kraken-fish-1")


def test_every_technique_has_its_page_with_what_it_is_worth(client):
    table = client.get("/techniques").text
    for place, lesson in enumerate(LESSONS):
        assert table.count(f'<th scope="row"><a href="/techniques/{lesson.name}">{lesson.title}<') == 1
        if place % 9 or lesson.name in LONG:  # a test of the engine looks at all examples
            continue
        page = client.get(f"/techniques/{lesson.name}")
        assert page.status_code == 200 and lesson.title in page.text
        assert (example_of(lesson.name) is not None) == ('id="example"' in page.text)
    assert client.get("/techniques/magic").status_code == 404
    assert client.get("/techniques/naked-quad").text == client.get("/techniques/naked-quadruple").text


@pytest.mark.daily("skyscraper")
@pytest.mark.parametrize("technique", ["locked-pair", "skyscraper"])
def test_practice_leads_to_puzzles_that_need_the_technique(client, rated, technique):
    location = client.get(f"/play?technique={technique}").headers["location"]
    number = re.fullmatch(rf"/play\?board=([0-9.]+)&technique={technique}", location)[1]
    with catalogue.open(rated) as found:
        assert engine.score(found[int(number)].grid)[technique] > 0


@pytest.mark.slow
def test_an_example_is_drawn_and_can_be_played_from_there(page, server):
    page.goto(f"{server}/techniques/w-wing")
    step = example_of("w-wing").step
    expect(page.locator("#step")).to_contain_text(step.sentence)
    expect(page.locator("#board .overlay svg title")).to_have_text(step.sentence)
    page.get_by_role("link", name="The example, from here").click()
    page.get_by_role("button", name="All of it").click()
    page.get_by_role("button", name="All steps").click()
    expect(page.locator("#hints .explained")).to_contain_text("W-wing")


@pytest.mark.slow
def test_classes_have_their_board_and_the_puzzles_of_the_catalogue(client, client_of, tmp_path):
    page = client.get("/class/0").text
    assert "123456789456789123789123456" in page and "5,472,730,538" in page
    assert client.get("/class/5472730538").status_code == client.get("/class/x").status_code == 404
    assert client.get("/class?number=1,000").headers["location"] == "/class/1000"
    location = client.get("/boards/3/class").headers["location"]
    number = int(location.removeprefix("/class/"))
    assert engine.Grid(engine.unrank(number)).line() in client.get(location).text
    assert '<a href="/boards/3">Puzzle 3</a>' in client.get(location).text
    with catalogue.open(tmp_path / "full") as full:
        full.fill(5, seed=1, symmetry="full", files=False)
    other = client_of(tmp_path / "full")
    text = other.get(other.get("/boards/3/class").headers["location"]).text
    assert '<a href="/boards/3">Puzzle 3</a>' in text
    assert "No puzzle has this solution" in other.get("/class/0").text


def test_every_drawing_is_well_formed(client):
    for name in ("als-xz", "finned-swordfish", "aic", "hidden-single-line", "naked-single"):
        drawing = client.get(f"/techniques/{name}").text
        example = re.search('id="example">(.*?)</script>', drawing, re.DOTALL)[1]
        ElementTree.fromstring(json.loads(example)["step"]["drawing"])
