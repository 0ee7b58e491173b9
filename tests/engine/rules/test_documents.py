"""What is behind links and strings of f-puzzles and SudokuPad: packed by LZ-string, shortened, or refused in a line."""

import json
import random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lzstring import LZString

from board_catalogue.engine.rules.formats import lz_string
from board_catalogue.engine.rules.formats.documents import document_of
from board_catalogue.engine.rules.reading import is_variant, reading_of
from board_catalogue.engine.rules.solving import solve_ruled

PUZZLE = {"id": "x", "cellSize": 50, "cells": [[{}, {"value": 3}], [{}, {}]], "metadata": {"title": "A 'b' \"c\"\n?"}}
SHORT = "{id:'x',cs:50,ce:[[,{v:3}],[,]],metadata:{t:'A \\'b\\' \\\"c\\\"\\n?'}}"


@pytest.mark.slow
@given(st.text(st.characters(codec="utf-16"), max_size=300))
def test_lz_string_is_that_of_the_library(text):
    units = text.encode("utf-16-le")
    text_in_units = "".join(chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2))
    packed = lz_string.compressed(text)
    assert packed == LZString().compressToBase64(text_in_units)
    assert lz_string.decompressed(packed) == text


@pytest.mark.slow
def test_a_long_text_comes_back():
    draw = random.Random(1)
    text = "".join(draw.choice(["cell", "[0,1],", "{}", chr(draw.randrange(1, 0xD000))]) for _ in range(30_000))
    assert lz_string.decompressed(lz_string.compressed(text)) == text


@pytest.mark.slow
def test_the_longest_text_comes_back():
    text = "a" * lz_string.LONGEST
    assert lz_string.decompressed(lz_string.compressed(text)) == text


@pytest.mark.slow
def test_a_short_link_to_a_very_long_text_is_refused():
    packed = lz_string.compressed("a" * (lz_string.LONGEST + 10))
    assert len(packed) < 6000
    with pytest.raises(ValueError, match="more than 1,048,576 characters"):
        lz_string.decompressed(packed)


@pytest.mark.parametrize("packed", ["", "N4Ig", "~", "AAAA", "/////////", "N4IgzglgXgpiBc"])
def test_what_is_no_lz_string_is_refused(packed):
    with pytest.raises(ValueError, match=r"cut|digit of base64|names no phrase"):
        lz_string.decompressed(packed)


@given(st.text(lz_string._DIGITS, max_size=200))
def test_any_digits_are_read_or_refused(packed):
    try:
        lz_string.decompressed(packed)
    except ValueError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("text", [json.dumps(PUZZLE), SHORT])
@pytest.mark.parametrize(
    "form",
    [
        "scl{}",
        "ctc{}",
        "https://sudokupad.app/scl{}",
        "sudokupad.app/sudoku/scl{}",
        "https://beta.sudokupad.app/?puzzleid=scl{}",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{}&setting-nogrid=1",
        "https://sudokupad.app/scl{}?setting-nogrid=1",
    ],
)
def test_a_sudokupad_string_in_any_dress(text, form):
    packed = lz_string.compressed(text)
    for one in (form.format(packed), form.format(quote(packed, safe=""))):
        assert is_variant(one)
        found = document_of(one)
        assert found.program == "SudokuPad"
        assert found.fields | {"metadata": None} == PUZZLE | {"metadata": None}
    assert document_of(text).fields["metadata"]["title"].startswith("A 'b'")


@pytest.mark.parametrize(
    "form",
    [
        "https://www.f-puzzles.com/?load={}",
        "https://f-puzzles.com/?load={}",
        "fpuz{}",
        "fpuzzles{}",
        "https://sudokupad.app/fpuzzles{}",
        "https://sudokupad.app/fpuz{}",
    ],
)
def test_an_f_puzzles_string_in_any_dress(form):
    board = {"size": 4, "grid": [[{}] * 4] * 4, "title": "Rows, columns & more?"}
    packed = lz_string.compressed(json.dumps(board))
    for one in (form.format(packed), form.format(quote(packed, safe=""))):
        assert is_variant(one)
        assert document_of(one) == ("f-puzzles", board)


def test_short_forms_of_values():
    text = "{ce:[[{},{v:1}],[]],l:[{wp:[[.5,1e1],[-2,3]],c:cfcfcf,th:20,on:t,off:f,none:null,k:#0,w:#F}],re:[]}"
    fields = document_of(text.replace(".5", "0.5")).fields
    assert fields["cells"] == [[{}, {"value": 1}], []]
    line = {"wayPoints": [[0.5, 10.0], [-2, 3]], "color": "#cfcfcf", "thickness": 20, "on": True, "off": False}
    assert fields["lines"] == [line | {"none": None, "k": "#000000", "width": "#FFFFFF"}]


REFUSED = {
    "https://sudokupad.app/abc123": "names a puzzle on its server: give the text that https://sudokupad.app/api/puzzle/abc123",
    "https://sudokupad.app/sudoku/abc123": "api/puzzle/abc123 shows",
    "sudokupad.app/?puzzleid=author/name": "api/puzzle/author",
    "https://app.crackingthecryptic.com/sudoku/Tq8h": "api/puzzle/Tq8h shows",
    "https://www.f-puzzles.com/?id=yxyzyxyz": "choose Export",
    "https://example.com/scl": "is no constraint text, link, string or JSON",
    "sclN4IglgJiBcIM4A84": "the link is cut",
    "{ce:[[,{v:3}": "the link is cut",
    "{ce:" + "[" * 100: "too many lists within each other",
    "{ce:[1]}}": "goes on after its end",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_is_one_line(text):
    with pytest.raises(ValueError, match=REFUSED[text]) as error:
        document_of(text)
    assert "\n" not in str(error.value)


@given(st.text(alphabet="{}[],:'\"\\ abtf#0v1.-", max_size=60))
def test_any_shortened_json_is_read_or_refused(text):
    try:
        document_of("{ce:[" + text)
    except ValueError as error:
        assert "\n" not in str(error)


CLASSIC = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SHORT = "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79"
"""The puzzle as SudokuPad's own tool writes it."""


@pytest.mark.parametrize("form", ["{}", "https://sudokupad.app/{}", "https://sudokupad.app/?puzzleid={}"])
def test_short_strings_of_plain_puzzles(form):
    reading = reading_of(form.format(SHORT))
    assert reading.understood and is_variant(form.format(SHORT))
    assert "".join(map(str, reading.variant.givens)) == CLASSIC and not reading.variant.uses
    ruled = reading_of(form.format(f"{SHORT}*xwtA**b*aMe"))
    assert ruled.understood, ruled.left
    assert {use.rule for use in ruled.variant.uses} == {"diagonal", "windoku"}
    assert (ruled.title, ruled.author) == ("A*b", "Me")
    assert [use.rule for use in reading_of(form.format(f"{SHORT}x")).variant.uses] == ["diagonal"]


@pytest.mark.parametrize("text", [SHORT[:-2], f"{SHORT}*q", f"{SHORT}*x9", f"{SHORT[:-1]}z"])
def test_short_strings_that_are_cut(text):
    with pytest.raises(ValueError, match="the scf string has"):
        reading_of(text)


def test_indexers_of_f_puzzles_are_those_of_its_authors():
    """A column indexer says in which column of its row the number of its own column stands.

    So the author of the puzzle "Dab" says, whose published solution agrees: "The cells in column 1 tell you what column
    1 is in in each row. So if r6c1 is a 7, that tells you that r6c7 is a 1."
    """
    for field, name, other in (("columnindexer", "indexing column", 51), ("rowindexer", "indexing row", None)):
        board = {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], field: [{"cells": ["R6C1"]}]}
        variant = reading_of(json.dumps(board)).variant
        assert [use.rule for use in variant.uses] == [name]
        if other:
            solutions, *_ = solve_ruled(variant.with_givens([7 if cell == 45 else 0 for cell in range(81)]), limit=1)
            assert solutions.reshape(-1)[other] == 1


EMPTY = {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)]}


def test_a_field_and_the_sentence_that_says_it_again_are_one_rule():
    """As in "Tangled Arrows" by Madison Silver: the field is one diagonal, and the text speaks of it."""
    text = "Normal sudoku rules apply. Digits may not repeat along the indicated diagonal."
    reading = reading_of(json.dumps(EMPTY | {"diagonal+": True, "ruleset": text}))
    assert reading.understood, reading.left
    assert [(use.rule, use.value) for use in reading.variant.uses] == [("diagonal", "/")]


def test_f_puzzles_has_rows_columns_and_regions_whatever_its_text_says():
    """As "Cloneways Game of Life" and "Peak Sudoku", whose texts do not speak of them."""
    clone = {"cells": ["R1C1", "R1C2"], "cloneCells": ["R5C1", "R5C2"]}
    rim = [{"cells": ["R1C1", "R1C2"], "outlineC": "#000000", "fontC": "#000000"}]
    reading = reading_of(json.dumps(EMPTY | {"clone": [clone], "cage": rim, "ruleset": "Normal clone rules apply."}))
    assert reading.understood and len(reading.variant.regions) == 9, reading.left


def test_a_cell_without_a_region_is_in_that_of_its_row_where_no_block_fits():
    """`DefaultRegions` in dclamage/SudokuSolver; so "Irregular 7x7 Kropki" by tsc has its seven regions."""
    grid = [[{} for _ in range(7)] for _ in range(7)]
    grid[0][6], grid[1][6] = {"region": 1}, {"region": 0}
    regions = reading_of(json.dumps({"size": 7, "grid": grid})).variant.regions
    assert regions[0] == (0, 1, 2, 3, 4, 5, 13) and regions[1] == (6, *range(7, 13)) and len(regions) == 7


def test_a_number_in_a_dot_is_what_its_sentence_says():
    dot = {
        "cells": ["R1C1", "R1C2"],
        "baseC": "#FFFFFF",
        "outlineC": "#000000",
        "value": "10",
        "width": 0.4,
        "height": 0.4,
    }
    for text, rule, value in (
        ("White dots give the sum of the digits.", "x", None),
        ("White dots are fun.", None, None),
    ):
        reading = reading_of(json.dumps(EMPTY | {"circle": [dot], "ruleset": text}))
        assert reading.understood == bool(rule)
        assert [(use.rule, use.value) for use in reading.variant.uses] == ([(rule, value)] if rule else [])
