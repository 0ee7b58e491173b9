"""The languages of sentences: none lacks a text or a place, and every step can be said in each."""

import re
import string

import pytest

from board_catalogue import engine
from board_catalogue.engine.grades import Grade, Level
from board_catalogue.engine.paths.drawing import LINKS, SIGNS
from board_catalogue.engine.paths.lessons import LESSONS, PEOPLE_LESSONS, example_of, puzzles_of_examples
from board_catalogue.engine.paths.people import RULES_OF
from board_catalogue.engine.paths.record import Mark
from board_catalogue.engine.paths.rule_sentences import LONGEST
from board_catalogue.engine.paths.sentences import (
    branch_lines,
    meaning_in_words,
    meaning_of,
    technique_in_words,
    title_of,
    weight_of,
    where_to_look,
)
from board_catalogue.engine.rules.houses import broken_rules, place_of
from board_catalogue.engine.shape import Meeting, Place, Unit
from board_catalogue.engine.words import ENGLISH, LANGUAGES, words_in

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
OF_TEMPLATES = set(words_in().tables)
PLACE_OF_A_NAME, PLACE_OF_A_MEANING = 48, 260
"""Characters: a line of a lesson's heading at 390 px, and the meaning of a rule with what it adds."""


def places(text):
    return {name.casefold() for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_four_languages():
    assert LANGUAGES == ("en", "de", "es", "fr")
    with pytest.raises(ValueError, match="no language 'xx': choose from en, de, es, fr"):
        words_in("xx")


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_texts_with_the_same_places(language):
    tables, english = words_in(language).tables, words_in().tables
    further = {"things", "techniques", "meanings", "kinds", "rules"}
    assert set(tables) == OF_TEMPLATES | further
    for name in OF_TEMPLATES - further:
        wanted = {key: places(text) for key, text in english[name].items()}
        assert {key: places(text) for key, text in tables[name].items()} == wanted
    for name in further - {"meanings"}:
        assert not any(map(places, tables[name].values()))
    assert set(tables["marks"]) == {*(mark.name.lower() for mark in Mark), *LINKS, *SIGNS}
    assert set(tables["levels"]) == {each.value for each in (*Grade, *Level)}
    assert set(tables["things"]) == {of.thing for of in RULES_OF.values()} | {"rule"}
    assert list(tables["rules"]) == list(engine.RULES)
    assert set(tables["kinds"]) == {rule.kind for rule in engine.RULES.values() if rule.kind} | {"jigsaw", "latin"}


@pytest.mark.parametrize("language", OTHERS)
def test_texts_of_a_language_are_whole_sentences(language):
    tables = words_in(language).tables
    for table in ("meanings", "rules"):
        assert all(re.fullmatch(r"(\{rule\} )?[A-ZÀ-Ý0-9].*\.", text) for text in tables[table].values())
    assert all(text[0].isupper() or text[0].isdecimal() for text in tables["techniques"].values())
    assert not any("  " in text for name in ("techniques", "meanings", "rules") for text in tables[name].values())


@pytest.mark.parametrize("language", OTHERS)
def test_every_technique_has_a_name_and_a_meaning_that_fit(language):
    every = [*LESSONS, *PEOPLE_LESSONS]
    said = [lesson.said_in(language) for lesson in every]
    assert all(own.title and own.meaning for own in said)
    assert max(len(own.title) for own in said) <= PLACE_OF_A_NAME
    assert max(len(own.meaning) for own in said) <= PLACE_OF_A_MEANING
    plain = [own.title for lesson, own in zip(every, said, strict=True) if lesson in LESSONS]
    assert len(set(plain)) == len(plain)
    known = words_in(language).tables["techniques"]
    assert set(known) <= {lesson.name for lesson in every}
    for name in (each.name for each in (*engine.TECHNIQUES, *engine.SOLVING_TECHNIQUES)):
        assert technique_in_words(name, language) and meaning_in_words(name, language)


@pytest.fixture(scope="module")
def plain_steps():
    """A step of most techniques of both scales."""
    slow = ("kraken-fish-1", "brute-force", "nested-chains", "dynamic-chains-plus")
    slow += ("nested-multiple-chains", "nested-dynamic-chains", "twice-nested-chains")
    found = [example_of(lesson.name) for lesson in LESSONS if lesson.name not in slow]
    return [each.step for each in found if each]


@pytest.mark.slow_cases("en")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_said_in_a_language(plain_steps, language):
    english = re.compile(r"\b(row|column|block|the|and|is|in block)\b")
    for step in plain_steps:
        lines = [step.say(language), *branch_lines(step, language)]
        lines += [title_of(step, language), weight_of(step, language), meaning_of(step, language)]
        lines.append(where_to_look(step, language))
        assert not any("{" in line for line in lines)
        assert step.say(language).endswith(".")
        if language == ENGLISH:
            assert step.say(language) == step.sentence == str(step)
        else:
            assert not [line for line in lines if english.search(line)]
        named = set(re.findall(r"r\d+c\d+", step.sentence))
        assert set(re.findall(r"r\d+c\d+", step.say(language))) == named


@pytest.mark.slow_cases("en")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_by_rules_is_said_in_a_language(language):
    english = re.compile(r"\b(row|column|loses?|of|the|and|whispers|dot|needs)\b")
    slow = ("contradiction-net", "digit-of-x", "all-rules", "ways-to-fill-rules") if language != ENGLISH else ()
    for name in puzzles_of_examples()["rules"].keys() - {*slow}:
        step = example_of(name).step
        said = step.say(language)
        assert said and "{" not in said
        assert len(said) <= LONGEST or step.chains
        if language != ENGLISH:
            assert not english.search(said + where_to_look(step, language)), said


SAID = {
    "en": "In block 3, 1 and 7 can only be in r2c9 and r3c7, so 4 is removed from r2c9 and r3c7, and 6 from r3c7.",
    "de": "In Block 3 ist für 1 und 7 nur in r2c9 und r3c7 Platz, also streicht man 4 in r2c9 und r3c7, und 6 in r3c7.",
    "fr": "Dans le bloc 3, il n'y a de place pour 1 et 7 qu'en r2c9 et r3c7, "
    "donc on retire 4 de r2c9 et r3c7, et 6 de r3c7.",
    "es": "En el bloque 3 solo hay sitio para 1 y 7 en r2c9 y r3c7, así que se quita 4 de r2c9 y r3c7, y 6 de r3c7.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_each_language(language):
    assert example_of("hidden-pair").step.say(language) == SAID[language]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "cage 15 of r1c1 and white dot of r1c2"),
        ("de", "Käfig 15 bei r1c1 und weißer Punkt bei r1c2"),
        ("fr", "la cage 15 en r1c1 et le point blanc en r1c2"),
        ("es", "la jaula 15 en r1c1 y el punto blanco en r1c2"),
    ],
)
def test_names_of_places_are_said(language, said):
    where = Meeting(Place("cage", " 15", ("r1c1",)), Place("white dot", "", ("r1c2",)))
    assert words_in(language).unit(where) == said


def test_a_rule_whose_name_has_and_is_said_whole():
    where = place_of(engine.Use("look and say", (0, 1, 2), 31), "look and say", 9)
    assert where.name == "look and say 31 of r1c1"
    assert words_in("de").unit(where) == "Look-and-say 31 bei r1c1"


def test_lists_join_as_people_do():
    assert words_in("es").digits([7, 8], "or") == "7 u 8"
    assert words_in("es").digits([8, 7], "or") == "8 o 7"
    assert words_in("de").units([Unit("row", number) for number in (1, 4, 9)]) == "den Zeilen 1, 4 und 9"
    assert words_in("fr").number(12345) == "12\u202f345"
    assert words_in("de").decimal("4.5") == "4,5"


def test_mistakes_and_broken_rules_are_said():
    puzzle = engine.carve(engine.generate(1, seed=1), seed=1)[0]
    solution = engine.solve(puzzle)
    values = puzzle.copy()
    cell = int((puzzle == 0).argmax())
    values[cell] = solution[cell] % 9 + 1
    (mistake,) = engine.mistakes(puzzle, values, language="de")
    assert mistake.sentence.endswith(f"ist nicht {values[cell]}")
    board = engine.Variant.of(4, engine.Use("renban", (0, 1, 2)))
    (broken,) = broken_rules(board, [1, 2, 1, *[0] * 13], "es")[:1]
    assert broken.sentence == "La fila 1: regla incumplida."
