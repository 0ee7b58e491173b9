"""The pages in four languages: no text lacks a translation, places stay, and nothing leaves a phone."""

import re
import string
import tomllib
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from markupsafe import escape

from board_catalogue import engine
from board_catalogue.catalogue import pages
from board_catalogue.catalogue.pages.contents import card_of
from board_catalogue.catalogue.pages.rendering import STATIC, said_by, texts_of, translated
from board_catalogue.catalogue.puzzles.columns import MEANINGS, NUMBER_COLUMNS, PUZZLE_METRICS
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.paths import example_of
from board_catalogue.engine.paths.lessons import GROUPS
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.words import ENGLISH, LANGUAGES, words_in

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
FOLDER = Path(pages.__file__).parent
WEB = FOLDER.parent / "web"
IN_DATA = {
    *GROUPS,
    *(MEANINGS[name] for name in NUMBER_COLUMNS),
    *(name.replace("_", " ") for name in NUMBER_COLUMNS if name != "id"),
    *(each.name.replace("_", " ") for name, each in PUZZLE_METRICS.items() if name != "clues"),
    *(each.meaning for name, each in PUZZLE_METRICS.items() if name != "clues"),
    *("Clues", "Grade", "Level", "Rating", "Steps that the path takes"),
    *(
        "Pattern",
        "Trial depth",
        "trial depth",
        "Technique",
        "Without technique",
        "Only technique",
        "Tag",
        "Without tag",
        "Rules",
        "Without rules",
    ),
    *("level", "shape", "clues", "pattern"),
    *(
        "the board is full",
        "no technique applies",
        "This puzzle has no solution.",
        "This puzzle has several solutions.",
    ),
    "Its solutions cannot be counted in {seconds} seconds: there may be none, or several.",
    *("candidates {digits}", "corner marks {digits}", "centre marks {digits}", "no level"),
    *(
        "Theme: as the system",
        "Theme: light",
        "Theme: dark",
        "Theme: light, high contrast",
        "Theme: dark, high contrast",
    ),
}
"""Texts that stand in tables, so that no call names them."""
LONGER = 2.2
"""A text has room for so many times the English one, and 8 characters."""


@cache
def texts():
    """Every English text of the pages, from templates, scripts and Python."""
    return frozenset(_texts())


def _texts():
    for path in FOLDER.joinpath("templates").glob("*.html"):
        source = path.read_text()
        yield from texts_of(source)
        yield from re.findall(r'\b_\("([^"]+)"', source)
        yield from in_many(source)
    for path in STATIC.glob("*.js"):
        source = path.read_text()
        yield from re.findall(r'\bphrase\(\s*"([^"]+)"', source)
        yield from in_many(source)
    for path in (*FOLDER.glob("*.py"), *WEB.glob("*.py")):
        yield from in_many(path.read_text())
        yield from re.findall(r'\b(?:translate|translator\([^"]*?\))\(\s*"([^"]+)"', path.read_text())
    yield from IN_DATA


def in_many(source):
    return [text for both in re.findall(r'\bmany\([^"]*?,\s*"([^"]+)",\s*"([^"]+)"', source) for text in both]


def own_texts(language):
    return tomllib.loads((FOLDER / "languages" / f"{language}.toml").read_text())["texts"]


def places(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_pages_has_a_translation_with_its_places_that_fits(language):
    found, wanted = own_texts(language), texts()
    assert sorted(wanted - set(found)) == []
    assert sorted(set(found) - wanted) == []
    for english, text in found.items():
        assert places(text) == places(english), english
        assert text.count("<code>") == english.count("<code>"), english
        assert len(text) <= LONGER * len(english) + 8, english


def test_a_template_is_translated_where_people_read_it():
    source = (
        '<p class="Play" title="Play {{ name }}">Play</p>{% if x %}<b>Step {{ step.number }} of <code>Play</code></b>'
        '{% endif %}<script>Play</script><input placeholder="Play" value="Play">{# Play #}'
    )
    german = {"Play": "Spielen", "Play {name}": "{name} spielen", "Step {number} of <code>Play</code>": "x {number}"}
    assert translated(source, german) == (
        '<p class="Play" title="{{ name }} spielen">Spielen</p>{% if x %}<b>x {{ step.number }}</b>'
        '{% endif %}<script>Play</script><input placeholder="Spielen" value="Play">{# Play #}'
    )
    assert translated(source, {}) == source


def test_scripts_get_their_texts_with_the_page():
    assert said_by("en", ("play.js",)) == {}
    assert said_by("de", ("play.js", "theme.js"))["Solved in {time}."] == "Gelöst in {time}."
    assert said_by("fr", ("theme.js",))["Theme: light"] == "Thème\u00a0: clair"


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr;q=0,de;q=0.1", "de"),
        ("it;q=x, *", "en"),
        ("", "en"),
    ],
)
def test_the_page_follows_the_wish_of_the_browser(client, wish, language):
    answer = client.get("/play", headers={"accept-language": wish})
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["content-language"] == language and "Accept-Language" in answer.headers["vary"]


def test_a_language_of_an_address_is_kept_through_links(rated, client_of):
    client = client_of(rated)
    german = {"accept-language": "de"}
    assert '<html lang="fr">' in client.get("/techniques?lang=fr", headers=german).text
    assert '<html lang="fr">' in client.get("/play", headers=german).text
    german_page = client.get("/play?lang=de")
    assert '<html lang="de">' in german_page.text
    assert '<html lang="es">' in client.get("/play?lang=es").text
    known = client.get("/play?lang=de", headers={"if-none-match": german_page.headers["etag"]})
    assert known.status_code in (200, 304) and '<html lang="de">' in client.get("/play").text
    assert '<html lang="de">' in client.get("/techniques/skyscraper?lang=xx").text


@pytest.mark.parametrize("address", ["/?lang=es", "/play?day=&lang=es", "/puzzles?min_clues=&lang=es"])
def test_a_page_that_leads_on_keeps_the_language_of_its_address(rated, client_of, address):
    client = client_of(rated)
    assert '<html lang="es">' in client.get(address, follow_redirects=True).text


def test_a_page_offers_itself_in_every_language(client):
    text = client.get("/puzzles?level=easy").text
    for language in LANGUAGES:
        assert f'href="?level=easy&amp;lang={language}" lang="{language}"' in text
        assert words_in(language).name in text


OWN = Settings(
    size=4, symmetry="d4", seed=1, metrics_version=1, method="rules", rating_version=1, rules="kropki,anti-king"
)


@pytest.mark.parametrize(
    ("language", "clues", "said"),
    [
        ("en", 1, "anti-king, kropki (2), 1 clue"),
        ("de", 1, "Anti-König, Kropki (2), 1 Vorgabe"),
        ("es", 2, "Antirrey, Kropki (2), 2 pistas"),
        ("fr", 0, "Anti-roi, Kropki (2)"),
    ],
)
def test_a_card_says_each_rule_and_number_once_in_the_language(language, clues, said):
    variant = Variant.of(4, Use("anti-king"), Use("white dot", (0, 1)), Use("black dot", (2, 3)))
    givens = "1" * clues + "." * (16 - clues)
    puzzle = {"clues": clues, "pattern": None, "givens": givens, "constraints": constraint_text.write(variant)}
    assert card_of(puzzle, OWN, (), language)["what"] == said


PAGES = ["", "puzzles", "puzzles?level=easy&sort=clues", "boards/3", "play", "play?board=3", "techniques"]
MORE = [
    "set",
    "practise/pointing",
    "techniques/skyscraper",
    "make",
    "watch",
    "experiment",
    "api",
    "puzzles?min_clues=24&max_clues=",
]


@pytest.mark.daily(every=8)
@pytest.mark.parametrize("address", PAGES + MORE)
def test_the_links_of_a_page_to_its_languages_are_pages(client, address):
    page = client.get(f"/{address}", follow_redirects=True)
    links = re.findall(r'href="([^"]+)" lang="(\w+)" hreflang', page.text)
    assert page.status_code == 200 and [language for _, language in links] == list(LANGUAGES)
    for link, language in links:
        answer = client.get(str(page.url.path) + unescape(link), follow_redirects=True)
        assert answer.status_code == 200 and f'<html lang="{language}"' in answer.text
    client.cookies.clear()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_hints_and_paths_are_said_in_the_language(client, language):
    puzzle = client.get("/boards/3/line").text.strip()
    step = engine.paths.scored.solving_steps(engine.Grid.parse(puzzle))[0]
    hint = client.post("/api/hint", json={"puzzle": puzzle, "language": language}).json()
    assert hint["step"]["sentence"] == step.say(language)
    path = client.post("/api/path", json={"puzzle": puzzle, "language": language, "drawn": True}).json()
    assert path["steps"][0]["sentence"] == step.say(language)
    assert client.post("/api/hint", json={"puzzle": puzzle, "language": "xx"}).status_code == 400
    lesson = client.get("/techniques/naked-pair", headers={"accept-language": language}).text
    assert str(escape(example_of("naked-pair").step.say(language))) in lesson


@pytest.mark.slow
@pytest.mark.parametrize("language", [ENGLISH, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)])
def test_a_player_uses_every_page_on_a_phone(browser, server, language):
    """Nothing leaves the screen, no button is cut, and no script fails, at 390 pixels."""
    with browser.new_context(viewport={"width": 390, "height": 844}, locale=language) as context:
        page, faults = context.new_page(), []
        page.on("pageerror", lambda error: faults.append(str(error)))
        solved = {
            "id": "0" * 16,
            "name": "x",
            "level": "unfair",
            "words": "Kropki",
            "size": 6,
            "elapsed": 754_321,
            "hints": 1,
        }
        page.goto(server + "/play")
        page.evaluate("games => localStorage.setItem('board-catalogue/solved', JSON.stringify(games))", [solved] * 2)
        for address in ("/play", "/play?board=3", "/puzzles", "/techniques", "/techniques/x-wing", "/boards/3"):
            page.goto(server + address)
            assert page.evaluate("document.documentElement.lang") == language
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, address
            heads = "[...document.querySelectorAll('th')].filter(each => each.offsetParent)"
            assert page.evaluate(f"{heads}.filter(each => each.scrollWidth > each.clientWidth).length") == 0, address
            cut = "element => element.offsetParent && element.scrollWidth > element.clientWidth + 1"
            buttons = "[...document.querySelectorAll('main button, main a.button')]"
            assert page.evaluate(f"{buttons}.filter({cut}).map(each => each.textContent)") == [], address
        assert faults == []
