"""Fills that are started from the page: by requests, behind a server, and in a browser."""

import json
import threading
import time
from types import SimpleNamespace

import httpx2
import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs import VERBS
from board_catalogue.catalogue.verbs.fill import FillRequest
from board_catalogue.catalogue.web.verbs import Job

MANY = 10**9  # boards, more than a test waits for
PATIENCE = 20  # seconds after which a fill is held to hang


@pytest.fixture
def making(home, client_of):
    """A client of the page of a catalogue that does not exist yet; at the end its server ends."""
    with client_of(home) as client:
        yield client


def ended(client):
    """The state of the fill once it has ended."""
    end = time.monotonic() + PATIENCE
    while (state := client.get("/api/fill").json())["state"] in ("running", "stopping"):
        assert time.monotonic() < end, "the fill did not end"
        time.sleep(0.01)
    return state


def events_of(text):
    """The events of a stream, each its name and its data."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


# --- By requests --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fill_makes_the_boards_that_the_command_makes(making, home, call, tmp_path):
    assert making.get("/api/fill").json()["state"] == "idle"
    asked = {"count": 30, "size": 6, "seed": 5, "rate": "full", "pattern": ["rotate180"]}
    started = making.post("/api/fill", json=asked)
    assert (started.status_code, started.json()["options"]) == (202, asked)
    report = ended(making)["report"]
    assert (report["boards"], report["total"], report["seed"]) == (30, 30, 5)
    asked = ("--count", 30, "--size", 6, "--seed", 5, "--rate", "full", "--pattern", "rotate180")
    call("fill", *asked, "--home", tmp_path / "other")
    with catalogue.open(home) as made, catalogue.open(tmp_path / "other") as other:
        assert list(made.puzzles()) == list(other.puzzles())


@pytest.mark.slow
def test_only_grades_that_are_asked_for_are_kept(making, home):
    making.post("/api/fill", json={"count": {"easy": 2, "hard": 1}, "max_tries": 10_000})
    assert ended(making)["report"]["boards"] == 3
    with catalogue.open(home) as made:
        assert sorted(puzzle.grade for puzzle in made.puzzles()) == ["easy", "easy", "hard"]


@pytest.mark.slow
def test_only_levels_and_techniques_that_are_asked_for_are_kept(making, home):
    making.post("/api/fill", json={"count": 3, "level": ["medium"], "only_technique": "pointing", "max_tries": 10_000})
    assert ended(making)["report"]["boards"] == 3
    with catalogue.open(home) as made:
        assert len(list(made.puzzles(level="medium", only_technique="pointing"))) == 3


def test_a_fill_is_followed_to_its_end(making):
    making.post("/api/fill", json={"count": 2000, "size": 4, "symmetry": "full"})
    answer = making.get("/api/fill/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = events_of(answer.text)
    assert {name for name, _ in events} == {"state"}
    states = [data["state"] for _, data in events]
    assert states[-1] == "ended" and set(states[:-1]) <= {"running"}
    report = events[-1][1]["report"]
    assert (report["boards"], report["wanted"], report["exhausted"]) == (2, 2, True)


def test_a_fill_is_stopped_and_continues(making, home):
    making.post("/api/fill", json={"count": MANY, "seed": 3})
    assert making.post("/api/fill/stop", json={}).json()["state"] in ("stopping", "ended")
    report = ended(making)["report"]
    assert report["interrupted"] and report["boards"] < MANY
    making.post("/api/fill", json={"count": 5})
    assert ended(making)["report"]["total"] == report["total"] + 5
    with catalogue.open(home) as made:
        assert len(made) == report["total"] + 5


def test_one_fill_at_a_time(making):
    making.post("/api/fill", json={"count": MANY})
    refused = making.post("/api/fill", json={"count": 1})
    assert refused.status_code == 409
    assert "already filling the catalogue" in refused.json()["error"]
    assert making.get("/api/fill").json()["options"] == {"count": MANY}


def test_a_catalogue_that_another_process_fills_is_left_alone(making, home, filled_by):
    filled_by(home, boards=3)
    with Store.write(home):
        for path, body in (("/api/fill", {"count": 1}), ("/api/tags", {"name": "a", "numbers": ["0"]})):
            refused = making.post(path, json=body)
            assert refused.status_code == 409
            assert "is writing to" in refused.json()["error"] and "--wait" not in refused.json()["error"]
    assert making.get("/api/fill").json()["state"] == "idle"
    making.post("/api/fill", json={"count": 1})
    assert ended(making)["report"]["total"] == 4


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({}, "give one of `count`"),
        ({"count": "5"}, "count has to be a whole number from 0 on"),
        ({"count": {"hard": -1}}, "count of hard has to be a whole number"),
        ({"count": 1, "grade": "hard"}, "grade has to be a list of texts"),
        ({"count": 1, "grade": ["harder"]}, "harder"),
        ({"count": 1, "clues": 90}, "more than the 81 cells"),
        ({"count": 1, "size": 7}, "size 7 has no usual blocks"),
        ({"count": 1, "home": "/tmp"}, "nothing is called 'home' here"),
    ],
)
def test_what_cannot_be_filled_is_said(making, home, body, why):
    refused = making.post("/api/fill", json=body)
    assert refused.status_code == 400
    assert why in refused.json()["error"]
    assert not home.exists()


def test_a_server_that_only_reads_fills_nothing(rated, client_of):
    reading = client_of(rated, read_only=True)
    assert reading.post("/api/fill", json={"count": 1}).status_code == 403
    assert reading.get("/make", headers={"accept": "text/html"}).status_code == 403
    assert 'href="/make"' not in reading.get("/").text


def test_a_page_of_another_site_starts_nothing(making, home):
    refused = making.post("/api/fill", json={"count": 1}, headers={"Origin": "http://elsewhere.example"})
    assert refused.status_code == 403
    form = making.post("/api/fill", content='{"count": 1}', headers={"Content-Type": "text/plain"})
    assert form.status_code == 415
    assert not home.exists()


@pytest.mark.slow
def test_the_form_rates_only_what_has_ratings(home, client_of, call):
    for options, depth in ((("--size", 6), "all"), (("--size", 16), "score"), (("--rules", "killer"), "score")):
        own = home / depth / str(options[1])
        call("fill", "--count", 1, "--seed", 1, *options, "--home", own)
        assert f"<option selected>{depth}</option>" in client_of(own).get("/make").text


# --- The end of the server ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fill_and_those_who_follow_it_end_with_the_server(home, serving, until):
    texts = []
    with httpx2.Client(timeout=PATIENCE) as client:
        with serving(home) as address:
            client.post(f"{address}/api/fill", json={"count": MANY})
            events = f"{address}/api/fill/events"
            follower = threading.Thread(target=lambda: texts.append(client.get(events).text), daemon=True)
            follower.start()
            until(lambda: (client.get(f"{address}/api/fill").json()["progress"] or {}).get("written"))
        follower.join(PATIENCE)
    assert events_of(texts[0])[0][1]["state"] == "running"
    with Store.write(home):  # the lock is free
        pass
    with catalogue.open(home) as made:
        assert len(made) > 0


# --- In a browser -------------------------------------------------------------------------------------------------


def test_a_fill_is_started_watched_and_stopped_in_a_browser(page, home, serving):
    with serving(home) as address:
        page.goto(f"{address}/make")
        page.get_by_label("Boards to add").fill("5000000")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("heading", name="Running").wait_for()
        page.get_by_text("of 5,000,000 boards").wait_for()
        page.reload()  # another page follows the same fill
        page.get_by_text("of 5,000,000 boards").wait_for()
        assert page.get_by_role("button", name="Start").is_disabled()
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("heading", name="Stopped; the next fill continues from here").wait_for()
        with catalogue.open(home) as made:
            total = len(made)
        page.get_by_role("row", name=f"boards in the catalogue {total:,}").wait_for()
        page.get_by_label("Boards to add").fill("7")
        page.get_by_role("group", name="Grades to keep").get_by_label("hard").check()
        page.get_by_role("button", name="Start").click()
        page.get_by_role("heading", name="7 boards added.").wait_for()
        page.locator("#first-made .card").first.wait_for()
        page.get_by_role("group", name="Grades to keep").get_by_label("hard").uncheck()
        page.get_by_label("Boards to add").fill("5000000")
        page.get_by_role("button", name="Start").click()
        page.get_by_text("of 5,000,000 boards").wait_for()
        expect(page.locator("#made")).to_be_hidden()
        expect(page.locator("#first-made .card")).to_have_count(0)
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("heading", name="Stopped; the next fill continues from here").wait_for()
    with catalogue.open(home) as made:
        assert len(made) >= total + 7
        assert {puzzle.grade for puzzle in made.puzzles(min_id=total, max_id=total + 6)} == {"hard"}


@pytest.mark.slow
def test_what_is_wrong_is_said_in_the_browser(browser, home, serving, filled_by):
    filled_by(home, boards=1)
    with serving(home) as address, Store.write(home), browser.new_page() as page:
        page.goto(f"{address}/make")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("alert").get_by_text("is writing to").wait_for()
        assert page.get_by_role("button", name="Start").is_enabled()


@pytest.mark.slow
def test_the_end_of_the_server_is_said_in_the_browser(browser, home, serving):
    with browser.new_page() as page:
        with serving(home) as address:
            page.goto(f"{address}/make")
            page.get_by_label("Boards to add").fill("5000000")
            page.get_by_role("button", name="Start").click()
            page.get_by_text("of 5,000,000 boards").wait_for()
        page.get_by_role("heading", name="No connection to the server").wait_for()
        assert page.get_by_role("button", name="Stop").is_disabled()


def test_a_job_that_ends_while_it_is_looked_at_has_not_failed(home):
    job = Job(home, VERBS["fill"], FillRequest(count=1), {})

    def ends():
        job._report = SimpleNamespace(data=dict)
        return False

    job.stop.is_set = ends
    assert job.state()["state"] == "running"
    assert job.state()["state"] == "ended"


def test_without_boards_the_pages_say_how_to_get_some(making, home):
    for path in ("/", "/puzzles"):
        assert "No boards yet" in making.get(path).text
    making.post("/api/fill", json={"count": 0})
    ended(making)
    for path in ("/", "/puzzles"):
        assert "No boards yet" in making.get(path).text
    making.post("/api/fill", json={"count": 1})
    ended(making)
    assert making.get("/").headers["location"] == "/puzzles"
