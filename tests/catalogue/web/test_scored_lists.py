"""Lists of scored puzzles: by level, by the techniques of the score, in the API and in the browser's list."""

import re

import pymupdf
import pytest

from board_catalogue.catalogue.puzzles.kinds import Depth

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def scored(tmp_path_factory, filled_by, client_of):
    home = tmp_path_factory.mktemp("scored") / "home"
    filled_by(home, boards=60, rate=Depth.score)
    return client_of(home)


def rows(client, query):
    found = client.get(f"/api/puzzles?limit=500&{query}")
    assert found.status_code == 200, found.text
    return found.json()["puzzles"]


def cards_of(page):
    return re.search(r'<ul class="cards">(.*?)</ul>', page, re.DOTALL)[1]


def test_levels_filter_and_are_counted(scored):
    every = rows(scored, "")
    counted = scored.get("/api/puzzles/histograms").json()["levels"]
    assert sum(counted.values()) == 60
    for level, count in counted.items():
        of_level = [row for row in every if row["level"] == level]
        assert rows(scored, f"level={level}") == of_level
        assert count == len(of_level)
    some = scored.get("/api/puzzles/histograms?level=easy&level=hard&min_clues=20").json()
    assert some["puzzles"] == counted["easy"] + counted["hard"] == some["levels"]["easy"] + some["levels"]["hard"]


def test_techniques_of_the_score_filter(scored):
    counts = scored.get("/api/puzzles/techniques").json()["techniques"]
    for name in ("hidden-single", "score:naked-pair"):
        assert len(rows(scored, f"technique={name}")) == counts[name] > 0
    alone = rows(scored, "only_technique=pointing")
    assert all(row["level"] in ("medium", "hard") for row in alone)
    assert len(alone) <= counts["score:pointing"]
    wrong = scored.get("/api/puzzles?only_technique=pointing&only_technique=claiming")
    assert (wrong.status_code, "only_technique is given 2 times" in wrong.text) == (400, True)


def test_the_list_shows_scores_and_bars_of_levels(scored):
    page = scored.get("/puzzles", headers=HTML).text
    (first, *_) = rows(scored, "")
    assert f'<span class="level {first["level"]}">{first["level"]}</span>' in page and "score" not in cards_of(page)
    by_score = cards_of(scored.get("/puzzles?sort=score&desc=1", headers=HTML).text)
    assert f"<p>score {max(row['score'] for row in rows(scored, '')):,}</p>" in by_score
    counted = scored.get("/api/puzzles/histograms").json()["levels"]
    bars = dict(re.findall(r'<a href="/puzzles\?level=(\w+)"[^>]*>.*?"number">([\d,]+)', page, re.DOTALL))
    assert bars == {level: str(count) for level, count in counted.items() if count}
    assert "level easy" in scored.get("/puzzles?level=easy", headers=HTML).text


def test_a_book_of_scored_puzzles_has_stars_by_level(scored):
    answer = scored.get("/puzzles/book?level=easy&title=Ours")
    text = "".join(page.get_text() for page in pymupdf.open(stream=answer.content))
    assert "Levels follow the scores of all steps" in text
