"""The course of techniques: its exercises are true, and a browser keeps what was found in them."""

import json

import pytest
from playwright.sync_api import expect

from board_catalogue import engine
from board_catalogue.engine.paths import LESSONS, course, exercises
from board_catalogue.engine.paths.scores import LEVELS


def test_every_exercise_is_another_puzzle_that_needs_its_technique():
    puzzles = [puzzle for some in exercises().values() for puzzle in some]
    assert len(set(puzzles)) == len(puzzles) == 3 * len(course()) > 100
    levels = [LEVELS.index(lesson.level) for lesson in course()]
    assert levels == sorted(levels) and {lesson.name for lesson in course()} <= {lesson.name for lesson in LESSONS}
    for name, some in exercises().items():
        assert all(engine.score(puzzle)[name] > 0 for puzzle in some)


def answer(page, is_right=True):
    """Choose what the step of the exercise at hand says, or one digit that is wrong, and check it."""
    exercise = json.loads(page.locator("#exercise").text_content())
    grid = engine.Grid.parse(page.locator("#board").get_attribute("data-clues"))
    solution = engine.solve(grid)
    cells = page.locator("#board [role=gridcell]")
    cell = exercise["values"].index(".")
    if is_right:
        asked = {"puzzle": grid.line(), "values": exercise["values"], "candidates": exercise["candidates"]}
        more = {"technique": exercise["technique"], "show": True}
        found = page.request.post(page.url.partition("/practise")[0] + "/api/practice", data=asked | more)
        cell, digit = found.json()["step"]["eliminations"][0]
    else:
        digit = solution[cell]
    cells.nth(cell).click()
    page.keyboard.press(str(digit))
    page.keyboard.press("Enter")


@pytest.mark.slow
def test_three_exercises_that_are_found_master_a_technique(page, server):
    page.goto(f"{server}/techniques/x-wing")
    page.get_by_role("link", name="Exercise 1").click()
    answer(page, is_right=False)
    expect(page.locator("#said")).to_contain_text("Not right")
    for number in (1, 2, 3):
        page.goto(f"{server}/practise/x-wing?exercise={number}")
        answer(page)
        expect(page.locator("#said")).to_contain_text("Right")
    following = course()[[lesson.name for lesson in course()].index("x-wing") + 1]
    page.get_by_role("link", name=f"Next technique: {following.title}").click()
    page.goto(f"{server}/techniques")
    expect(page.locator("#progress")).to_have_text(f"1 of {len(course())} mastered")
    expect(page.locator(".done[data-lesson=x-wing]")).to_have_accessible_name("mastered")
    expect(page.locator("#next-lesson a:visible")).to_have_text(course()[0].title)


@pytest.mark.slow
def test_what_is_next_stands_on_the_first_pages(page, server):
    page.goto(f"{server}/play")
    expect(page.locator("#next-lesson a:visible")).to_have_text(course()[0].title)
    page.goto(f"{server}/puzzles")
    expect(page.locator("#next-lesson")).to_be_hidden()  # until the course is begun
    begun = {lesson.name: [1, 2, 3] for lesson in course()[:2]}
    page.evaluate("begun => localStorage.setItem('board-catalogue/course', JSON.stringify(begun))", begun)
    for path in ("/play", "/puzzles", "/techniques"):
        page.goto(server + path)
        expect(page.locator("#next-lesson a:visible")).to_have_text(course()[2].title)
    every = {lesson.name: [1, 2, 3] for lesson in course()}
    page.evaluate("every => localStorage.setItem('board-catalogue/course', JSON.stringify(every))", every)
    page.reload()
    expect(page.locator("#progress")).to_have_text("All of it is mastered.")


def test_there_are_no_other_exercises(client):
    for name, number in (("x-wing", 4), ("x-wing", "one"), ("kraken-fish-1", 1), ("silly", 1)):
        assert client.get(f"/practise/{name}?exercise={number}").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("reduced", [False, True])
def test_a_chain_is_shown_arrow_by_arrow(page, server, reduced):
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    page.goto(f"{server}/techniques/aic")
    arrows = page.locator(".overlay .link")
    page.get_by_role("button", name="Arrow by arrow").click()
    said = page.locator(".chain").get_by_role("status")
    if not reduced:
        expect(said).to_contain_text("Arrow 3 of")
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".overlay .link:not(.faint)")).to_have_count(1)
    for _ in range(arrows.count() - 1):
        page.get_by_role("button", name="Arrow forward").click()
    expect(page.get_by_role("button", name="Arrow forward")).to_be_disabled()
    expect(page.locator(".overlay .faint")).to_have_count(0)
    page.goto(f"{server}/techniques/forcing-chain-verity")
    page.get_by_role("button", name="Arrow by arrow").click()
    page.get_by_role("button", name="Arrow forward").click()
    words = page.locator(".chain").get_by_role("status").text_content().partition(". ")[2]
    assert (
        words in page.locator(".branches li").nth(1).text_content() or words in page.locator(".branches").text_content()
    )
