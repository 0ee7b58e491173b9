"""What scripts of the page compute, under node: undo, marks, history, sharing."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import rule_uses
from rule_uses import use_of

from board_catalogue.catalogue.pages.contents import game_key
from board_catalogue.catalogue.pages.desk import draft_of, tools, variant_of
from board_catalogue.engine import Grid, Use, Variant
from board_catalogue.engine.rules.formats import f_puzzles
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.symmetry import say_the_same
from board_catalogue.engine.rules.variant import RULES

NODE = shutil.which("node")


@pytest.mark.skipif(not NODE, reason="node is not installed (Debian: apt install nodejs)")
def test_scripts_under_node():
    own = {"KEY": game_key(Grid.parse("3..1......4..2.."))}
    tests = Path(__file__).with_name("scripts.test.mjs")
    done = subprocess.run([NODE, "--test", tests], env=os.environ | own, capture_output=True, text=True, timeout=100)
    assert not done.returncode, done.stdout


ABOUT = {"title": "Größe ☃", "author": "A & B"}


def in_a_tab(drafts, links):
    """The links of drafts and the drafts of links, as the script of the page has them."""
    script = Path(__file__).with_name("f_puzzles.mjs")
    asked = json.dumps({"tools": tools(), "drafts": drafts, "links": links})
    done = subprocess.run([NODE, script], input=asked, capture_output=True, text=True, timeout=100)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


WITHOUT_NODE = pytest.mark.skipif(not NODE, reason="node is not installed (Debian: apt install nodejs)")


def check_links(variants):
    """What a tab writes Python reads, and what Python writes a tab reads; rules without a field are refused."""
    drafts = [json.loads(json.dumps(draft_of(variant))) | ABOUT for variant in variants]
    has_fields = [all(RULES[use.rule].f_puzzles for use in variant.uses) for variant in variants]
    links = [f_puzzles.write(each, ABOUT) if has else "x" for each, has in zip(variants, has_fields, strict=True)]
    found = in_a_tab(drafts, links)
    for variant, link, own, read in zip(variants, links, found["links"], found["drafts"], strict=True):
        if link == "x":
            assert "f-puzzles does not have: " in own["fault"] and read is None
            continue
        reading = reading_of(own["f-puzzles"])
        assert (reading.title, reading.author, reading.left) == (*ABOUT.values(), ()), variant.uses
        assert reading.variant.clues.tolist() == variant.clues.tolist()
        assert reading.variant.regions == variant.regions
        assert say_the_same(reading.variant.rules, reading_of(link).variant.rules), variant.uses
        assert reading_of(own["SudokuPad"]) == reading
        assert read["left"] == [] and read["draft"] | ABOUT == read["draft"]
        assert say_the_same(variant_of(read["draft"]).rules, reading.variant.rules), variant.uses


@WITHOUT_NODE
def test_a_link_of_f_puzzles_is_written_and_read():
    marks = Use("thermometer", (0, 7, 14)), Use("skyscraper", tuple(range(5, -1, -1)), 3), Use("anti-knight")
    check_links(
        [
            Variant.of(6, *marks, blocks="none").with_givens("1" + "." * 35),
            Variant.of(4, Use("same digits", groups=((0,), (6,)))),
        ]
    )


@WITHOUT_NODE
@pytest.mark.slow
def test_links_of_f_puzzles_have_every_rule():
    variants = [rule_uses.variant_of(use_of(tool["name"])) for tool in tools() if tool["tool"] != "none"]
    ratios = Variant.of(9, Use("all ratios"), Use("non-consecutive"))
    check_links([*variants, ratios, Variant.of(9, Use("all white dots"), Use("white dot", (0, 1)))])
