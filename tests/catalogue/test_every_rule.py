"""Every rule that can be filled is known to every command that takes puzzles, and to every format that keeps rules."""

import json
from functools import cache
from pathlib import Path

import pytest

from board_catalogue.catalogue import open as open_catalogue
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.engine.names import JIGSAW, KILLER, MARKS
from board_catalogue.engine.rules.rulebook import whole_board_rules

RULES = [*whole_board_rules(), JIGSAW, KILLER, *MARKS]
NINE = ("argyle", "dutch flatmates")  # which have no other size
KEEPS_COLUMNS = [name for name, form in FORMATS.items() if form.keeps_columns and name != "table"]
KEEPS_RULES = [name for name, form in FORMATS.items() if form.keeps_rules]
SERVICES = ("sudokupad", "f-puzzles")


def size_of(rule):
    return 9 if rule in NINE else 6


def in_turn(things, each=3):
    """Each thing with a few of the rules, and each rule with some of the things."""
    things = list(things)
    count = max(each * len(things), len(RULES))
    return [(things[place % len(things)], RULES[place % len(RULES)]) for place in range(count)]


@pytest.fixture(scope="module")
def ruled(tmp_path_factory):
    """The folder of a catalogue of two puzzles under a rule."""

    @cache
    def made(rule):
        home = tmp_path_factory.mktemp("ruled") / "home"
        open_catalogue(home).fill(2, size=size_of(rule), rules=rule, seed=3)
        return home

    return made


COMMANDS = {
    "show": "show 1 --solution",
    "hint": "hint 1",
    "hint as data": "hint 1 --format json",
    "hint as picture": "hint 1 --format svg",
    "path": "path 1",
    "path as data": "path 1 --format json",
    "solve": "solve 1",
    "query": "query --columns id,clues,constraints,key",
    "stats": "stats",
    "report": "report --clues 30 --puzzles 1",
    "verify": "verify",
    "book": "book --output book.pdf",
    "backup": "backup whole.backup",
}


@pytest.mark.daily(every=5)
@pytest.mark.parametrize(("name", "rule"), in_turn(COMMANDS))
def test_every_command_knows_it(ruled, name, rule, call):
    words = COMMANDS[name]
    done = call(*words.split(), "--home", ruled(rule))
    assert done.status == 0, done
    assert done.out.strip() or "--output" in words


@pytest.mark.daily(every=4)
@pytest.mark.parametrize(("format", "rule"), in_turn([*KEEPS_RULES, *KEEPS_COLUMNS]))
def test_every_format_that_keeps_rules_exports_it(ruled, format, rule, call, tmp_path):
    file = tmp_path / f"out.{format}"
    done = call("export", "1", "--format", format, "--output", file, "--home", ruled(rule))
    assert done.status == 0, done
    assert file.stat().st_size


@pytest.mark.daily("disjoint groups-f-puzzles", "non-consecutive-sudokupad", "jigsaw-sudokupad", "arrow-f-puzzles")
@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("rule", RULES)
def test_a_link_brings_it_into_another_catalogue(ruled, service, rule, call, tmp_path):
    """The rule is recognized, also where a format spells it out; `verify` compares it with what was exported."""
    links = tmp_path / "links.txt"
    done = call("export", "all", "--format", "link", "--service", service, "--output", links, "--home", ruled(rule))
    assert done.status == 0, done
    copy = tmp_path / "copy"
    done = call("import", links, "--rules", rule, "--home", copy, "--format", "json")
    assert done.status == 0, done
    assert json.loads(done.out)[0]["new"] == 2


@pytest.mark.daily(every=4)
@pytest.mark.parametrize(("format", "rule"), in_turn([*(f for f in KEEPS_RULES if f != "link"), *SERVICES[1:]]))
def test_every_format_of_create_knows_it(rule, format, call, home):
    done = call("create", "one", "--rules", rule, "--size", size_of(rule), "--seed", 3, "--format", format)
    assert done.status == 0, done
    assert Path("one").stat().st_size


@pytest.mark.daily("diagonal", "non-consecutive", "jigsaw", "arrow")
@pytest.mark.parametrize("rule", RULES)
def test_what_create_writes_is_read_again(rule, call, home):
    assert call("create", "one.txt", "--rules", rule, "--size", size_of(rule), "--seed", 3).status == 0
    for command in ("solve", "hint", "path"):
        done = call(command, "one.txt")
        assert done.status == 0, done
