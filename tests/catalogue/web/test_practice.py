"""Exercises from the catalogue, whose answers are proven; and games that begin where a technique applies."""

import json
import re

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.engine.paths import example_of
from board_catalogue.engine.paths.record import Position


def exercise_of(client, technique, query=""):
    page = client.get(f"/practise/{technique}{query}")
    assert page.status_code == 200
    exercise = json.loads(re.search(r'id="exercise">(.*?)</script>', page.text, re.DOTALL)[1])
    blocks, clues = re.search(r'data-blocks="([^"]*)" data-clues="([^"]*)"', page.text).groups()
    position = {name: exercise[name] for name in ("values", "candidates", "technique")}
    return page.text, {"puzzle": clues, "blocks": blocks} | position


def first_of(puzzle, technique):
    """The first step of a technique on the path of a puzzle, and the position before it."""
    position = Position.of(puzzle)
    for step in engine.paths.scored.solving_steps(puzzle):
        if step.technique == technique:
            return step, position
        position.take(step)
    return None


@pytest.mark.daily("skyscraper")
@pytest.mark.parametrize("technique", ["hidden-single", "skyscraper"])
def test_an_exercise_is_at_the_first_step_of_its_technique_and_proves_answers(client, technique):
    _, position = exercise_of(client, technique)
    grid = engine.Grid.parse(position["puzzle"])
    step, before = first_of(grid, technique)
    assert position["candidates"] == before.masks
    shown = client.post("/api/practice", json=position | {"show": True}).json()
    assert shown["is_right"] is None and shown["step"]["technique"] == technique
    right = {"placement": step.placement} if step.placement else {"eliminations": step.eliminations}
    answer = client.post("/api/practice", json=position | right).json()
    assert (answer["is_right"], answer["said"]) == (True, "Right.")
    assert answer["step"]["technique"] == technique and "<svg" in answer["step"]["drawing"]
    solution = engine.solve(grid)
    cell = before.values.index(0)
    digit = int(solution[cell])
    wrong = {"eliminations": [[cell, digit]]}
    if step.placement:
        wrong = {"placement": [cell, next(each for each in before.candidates(cell) if each != digit)]}
    answer = client.post("/api/practice", json=position | wrong).json()
    assert answer["is_right"] is False and answer["said"].startswith("Not right: r") and answer["step"] is None


def test_what_is_true_but_follows_otherwise_is_no_answer(client, rated):
    _, position = exercise_of(client, "skyscraper")
    step, before = first_of(engine.Grid.parse(position["puzzle"]), "skyscraper")
    solution = engine.solve(engine.Grid.parse(position["puzzle"]))
    others = [
        (cell, digit)
        for cell, value in enumerate(before.values)
        for digit in ([] if value else before.candidates(cell))
        if digit != solution[cell] and digit not in step.digits
    ]
    answer = client.post("/api/practice", json=position | {"eliminations": [others[0]]}).json()
    assert answer["said"] == "That is true, but it does not follow from Skyscraper here."


def test_wrong_requests_are_refused(client):
    _, position = exercise_of(client, "pointing")
    for more in ({}, {"eliminations": [[99, 1]]}, {"placement": [1]}, {"eliminations": 3}, {"technique": 4}):
        assert client.post("/api/practice", json=position | more).status_code == 400
    assert client.get("/practise/mutant-jellyfish").status_code == client.get("/practise/silly").status_code == 404
    assert client.get("/practise/pointing?board=x").status_code == 404


@pytest.mark.slow
def test_the_next_exercise_is_another_puzzle(client):
    page, _ = exercise_of(client, "pointing")
    following = re.search(r'id="next" href="/practise/pointing(\?not=(\d+))"', page)
    for _ in range(5):
        other, _ = exercise_of(client, "pointing", following[1])
        assert f"Puzzle {following[2]} at" not in other


@pytest.mark.slow
def test_an_exercise_in_the_browser(page, server, rated):
    page.goto(f"{server}/practise/pointing")
    grid = engine.Grid.parse(page.locator("#board").get_attribute("data-clues"))
    step, before = first_of(grid, "pointing")
    cells = page.locator("#board [role=gridcell]")
    (cell, digit), solution = step.eliminations[0], engine.solve(grid)
    expect(page.get_by_role("button", name="Check")).to_be_disabled()
    other = before.values.index(0)
    cells.nth(other).click()
    page.keyboard.press(str(solution[other]))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#said")).to_contain_text("Not right: ")
    page.get_by_role("button", name="Take all back").click()
    cells.nth(cell).click()
    page.keyboard.press(str(digit))
    expect(page.locator("#answer")).to_contain_text(f"You remove {digit} in r{cell // 9 + 1}c{cell % 9 + 1}.")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Right")
    expect(page.locator("#board .overlay")).to_be_visible()
    expect(page.locator("#count")).to_have_text("Found at the first try: 0 of 1.")


@pytest.mark.slow
def test_play_begins_at_the_technique_and_undo_leads_to_the_puzzle(page, server, rated):
    page.goto(f"{server}/play?technique=pointing")
    number = re.search(r"board=(\d+)", page.url)[1]
    with catalogue.open(rated) as found:
        grid = found[int(number)].grid
    _, before = first_of(grid, "pointing")
    cells = page.locator("#board [role=gridcell]")
    cell = next(cell for cell, value in enumerate(before.values) if value and grid.line()[cell] == ".")
    expect(cells.nth(cell)).to_have_text(str(before.values[cell]))
    empty = before.values.index(0)
    shown = cells.nth(empty).inner_text().split()
    assert "".join(shown) == "".join(map(str, before.candidates(empty)))
    page.get_by_role("button", name="Technique").click()
    expect(page.locator("#hints .explained")).to_contain_text("Pointing")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#board .filled")).to_have_count(0)
    page.reload()
    expect(page.locator("#board .filled")).to_have_count(0)


@pytest.mark.slow
def test_the_example_of_a_lesson_keeps_its_candidates_and_its_name(page, server):
    page.goto(f"{server}/techniques/w-wing")
    page.get_by_role("link", name="The example, from here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("W-wing: the example")
    before = example_of("w-wing").position
    cell = before.values.index(0)
    marks = page.locator("#board [role=gridcell]").nth(cell).locator(".candidates")
    assert "".join(marks.inner_text().split()) == "".join(map(str, before.candidates(cell)))


@pytest.mark.slow
def test_exercises_of_variants_are_proven_too(client_of, tmp_path):
    with catalogue.open(tmp_path / "home") as made:
        made.fill(4, size=6, rules="killer", seed=1, files=False)
        made.rate("score")
    client = client_of(tmp_path / "home")
    offered = re.findall(r'<option value="([^"]+)">[^<]*\(\d+\)', client.get("/play").text)
    assert offered
    for technique in offered:
        text, position = exercise_of(client, technique)
        rules = {"constraints": json.loads(re.search(r'"constraints": ("[^"]*")', text)[1])}
        del position["blocks"]
        step = client.post("/api/practice", json=position | rules | {"show": True}).json()["step"]
        right = {"placement": step["placement"]} if step["placement"] else {"eliminations": step["eliminations"]}
        assert client.post("/api/practice", json=position | rules | right).json()["is_right"] is True, technique
