"""Experiments with random clues: their figures are those of the engine, in this process and in a browser."""

import json
import re
from dataclasses import asdict
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from board_catalogue.catalogue.web import watching
from board_catalogue.engine.teaching.experiments import Experiment

QUERY = "clues=0,20,36&runs=7&seed=3&rule=row-major&rule=fewest&max_steps=200&max_seconds=5"
EXPERIMENT = Experiment(
    clues=(0, 20, 36), runs=7, seed=3, rules=("row-major", "fewest"), max_steps=200, max_seconds=5.0
)


def without_times(outcomes):
    return [
        {name: value for name, value in each.items() if not name.endswith(("ms", "_low", "_high"))} for each in outcomes
    ]


def events_of(text):
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


@pytest.fixture(scope="module")
def expected():
    return without_times(map(asdict, EXPERIMENT.outcomes()))


@pytest.mark.slow
def test_the_outcomes_are_those_of_the_engine(client, expected):
    found = client.get(f"/api/experiment?{QUERY}").json()["outcomes"]
    assert without_times(found) == expected


@pytest.mark.slow
def test_outcomes_come_one_by_one_and_then_a_plot_of_them(client, monkeypatch, expected):
    events = events_of(client.get(f"/api/experiment/events?{QUERY}").text)
    assert [name for name, _ in events] == ["begin", *["outcome"] * 6, "end"]
    begin, end = events[0][1], events[-1][1]
    assert (begin["rows"], begin["seed"], end["error"]) == (6, 3, None)
    assert without_times(data for name, data in events if name == "outcome") == expected
    monkeypatch.setattr(Experiment, "outcomes", None)  # the plot needs no second run
    plot = client.get(begin["plot"])
    assert plot.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(plot.text).tag.endswith("svg")
    assert 'value="0,20,36"' in client.get(begin["page"]).text


def test_other_shapes_have_rows_of_their_own(client):
    events = events_of(client.get("/api/experiment/events?clues=0,20&sizes=4,5&blocks=none&runs=2&seed=1").text)
    assert [data["size"] for name, data in events if name == "outcome"] == [4, 4, 5, 5]
    assert "blocks=none" in events[0][1]["plot"]


def test_an_experiment_that_takes_too_long_keeps_its_rows(client, monkeypatch):
    monkeypatch.setattr(watching, "SECONDS_TO_RUN", 0.0)
    events = events_of(client.get(f"/api/experiment/events?{QUERY}").text)
    assert [name for name, _ in events] == ["begin", "end"]
    assert events[-1][1]["error"].startswith("stopped after 0 seconds")


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("clues=82", "clues '82' is not a whole number in 0 .. 81"),
        ("clues=" + ",".join(map(str, range(21))), "at most 20 numbers"),
        ("rule=best", "'best' is not one of"),
        ("max_steps=0", "1 .. 1000000"),
        ("max_seconds=60", "not a number in 0.1 .. 5"),
    ],
)
def test_what_is_no_experiment_is_said(client, query, why):
    for address in ("/api/experiment", "/api/experiment/events", "/experiment", "/experiment.svg"):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code == 400
        assert why in answer.json()["error"]


@pytest.mark.slow
def test_clues_that_are_never_found_are_said_after_the_rows_before(client):
    events = events_of(client.get("/api/experiment/events?clues=0,80&runs=1&seed=1").text)
    assert [name for name, _ in events] == ["begin", "outcome", "end"]
    assert "ask for fewer" in events[-1][1]["error"]


@pytest.mark.slow
def test_an_experiment_in_a_browser(page, server):
    page.goto(f"{server}/experiment?clues=0,8,16&sizes=4&runs=5&seed=2")
    page.get_by_label("fewest").check()
    page.get_by_role("button", name="Run").click()
    page.get_by_role("status").get_by_text("Done, seed 2").wait_for()
    rows = page.locator("#outcomes tr")
    expect(rows).to_have_count(3 * 2)  # numbers of clues, rules
    assert rows.first.inner_text().split()[:4] == ["4", "0", "row-major", "5"]
    plot = page.get_by_role("img")
    plot.wait_for()
    assert plot.evaluate("image => image.naturalWidth") > 300
    assert "rule=row-major&rule=fewest" in page.url


@pytest.mark.slow
def test_an_experiment_is_stopped_in_a_browser(page, server):
    page.goto(f"{server}/experiment?clues=0,20,30&runs=100&max_steps=2000&seed=2")
    page.get_by_role("button", name="Run").click()
    page.locator("#outcomes tr").first.wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("status").get_by_text("Stopped").wait_for()
    page.get_by_role("img").wait_for()
    assert 1 <= page.locator("#outcomes tr").count() < 3


@pytest.mark.slow
def test_a_plot_that_comes_late_is_not_taken_for_the_next_one(page, server):
    held = []
    page.route("**/experiment.svg?*", lambda route: held.append(route))
    page.goto(f"{server}/experiment?clues=0&sizes=4&runs=2&seed=2")
    with page.expect_request("**/experiment.svg?*"):
        page.get_by_role("button", name="Run").click()
    page.locator("#plot").evaluate("plot => plot.addEventListener('load', () => { window.hasCome = true; })")
    page.route("**/api/experiment/events?*", lambda route: None)  # an experiment that takes long
    page.get_by_role("button", name="Run").click()
    page.get_by_role("status").get_by_text("Running").wait_for()
    held[0].continue_()
    page.wait_for_function("() => window.hasCome")
    assert page.locator("#plot").evaluate("plot => plot.hidden")  # also once the first rows come


@pytest.mark.slow
def test_what_is_wrong_stands_beside_its_field_and_input_is_kept(browser, server):
    with browser.new_page() as page:  # whose console names the answer that failed
        page.goto(f"{server}/experiment?runs=2&seed=1")
        page.get_by_label("Clues").fill("0, 90")
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_label("Clues")).to_have_accessible_description(re.compile("90.* is not a whole number"))
        page.get_by_label("Clues").fill("0, 6")
        page.get_by_label("Sizes").fill("7")
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_label("Sizes")).to_have_accessible_description(re.compile("no usual blocks: choose"))
        expect(page.get_by_label("Sizes")).to_be_focused()
        assert page.get_by_label("Clues").input_value() == "0, 6"
        page.get_by_label("Blocks").fill("none")
        page.get_by_role("button", name="Run").click()
        page.get_by_role("status").get_by_text("Done").wait_for()
        expect(page.locator("[aria-invalid]")).to_have_count(0)
