"""Errors and meanings of fields in four languages: none that a page can show lacks a translation, and values stay."""

import ast
import re
import string
import tomllib
from pathlib import Path

import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.web.api import in_words
from board_catalogue.catalogue.web.messages import said_in
from board_catalogue.catalogue.web.serving import OPERATIONS
from board_catalogue.engine.words import ENGLISH, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
CATALOGUE, ENGINE = (Path(each.__file__).parent for each in (catalogue, engine))
SHOWN = (
    *sorted((CATALOGUE / "web").glob("*.py")),
    *(CATALOGUE / name for name in ("requests/request.py", "requests/selection.py", "verbs/fill.py")),
    *(ENGINE / name for name in ("shape.py", "reading/reader.py")),
)
"""Modules whose errors people meet on the pages."""
OF_THE_COMMAND = re.compile("choose another --port|is not an origin|not UTF-8|name another --home|^X:? X$")
"""What names folders and options of a command, and what only joins others."""


def said_by(module):
    """The messages that a module raises, with X in each place."""
    for node in ast.walk(ast.parse(module.read_text())):
        if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
            continue
        for given in node.exc.args:
            parts = given.values if isinstance(given, ast.JoinedStr) else [given]
            if all(isinstance(part, ast.FormattedValue | ast.Constant) for part in parts):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in parts)


@pytest.mark.daily("de")
@pytest.mark.parametrize("language", OTHERS)
def test_every_error_of_a_page_is_translated(language):
    messages = [text for module in SHOWN for text in said_by(module) if " " in text]
    assert len(messages) > 90
    lacking = [text for text in messages if said_in(language, text) == text and not OF_THE_COMMAND.search(text)]
    assert lacking == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_meaning_of_the_api_is_translated(language):
    meanings = {text for each in OPERATIONS for text in in_words(each) if text}
    for each in OPERATIONS:
        for fields in (each.parameters, (each.body or {}).get("properties", {}), each.answer.get("properties", {})):
            meanings |= {schema["description"] for schema in fields.values() if schema.get("description")}
    assert sorted(text for text in meanings if said_in(language, text) == text) == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_places_of_the_english(language):
    for table in tomllib.loads((CATALOGUE / f"web/languages/{language}.toml").read_text()).values():
        for english, said in table.items():
            wanted, found = places(english), places(said)
            assert found <= wanted and wanted - found <= {"article", "verb", "work"}, english


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(
    ("language", "message", "said"),
    [
        ("en", "size '99' is not a whole number in 1 .. 25", "size '99' is not a whole number in 1 .. 25"),
        ("de", "size '99' is not a whole number in 1 .. 25", "size '99' ist keine ganze Zahl in 1 .. 25"),
        ("es", "`rules`: rule thermo is named twice", "`rules`: la regla thermo aparece dos veces"),
        ("fr", "line 3: 'x' is not a digit of a board", "ligne 3\u00a0: 'x' n'est pas un chiffre d'une grille"),
        ("fr", "nobody has translated this", "nobody has translated this"),
        ("de", "Puzzles on a page. Default: 50.", "Rätsel auf einer Seite. Sonst: 50."),
    ],
)
def test_a_message_keeps_its_values(language, message, said):
    assert said_in(language, message) == said


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/boards/999999", "kein Gitter 999999: der Katalog hat die Gitter 0 bis"),
        ("/puzzles?min_rating=x", "ist keine Zahl wie 24"),
        ("/play?puzzle=12", "Das lässt sich nicht spielen: "),
        ("/watch?size=99", "ist keine ganze Zahl in"),
        ("/api", "Eine Seite der Rätsel, die alle Filter erfüllen"),
    ],
)
def test_pages_say_what_is_wrong_in_their_language(client, address, said):
    page = client.get(address, headers={"accept-language": "de", "accept": "text/html"})
    assert said in page.text


def test_programs_without_a_language_get_english(client):
    assert client.get("/api/boards/999999").json()["error"].startswith("no board 999999: the catalogue has boards")
    german = client.get("/api/boards/999999", headers={"accept-language": "de"}).json()["error"]
    assert german.startswith("kein Gitter 999999")
