import json

import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.storage import writing as tags


@pytest.fixture(autouse=True)
def filled_home(home, filled_by):
    filled_by(home, boards=30)


def numbers(call, *options):
    return call("query", "--format", "csv", "--columns", "id", *options).out.split()[1:]


def test_what_is_tagged_is_found_and_left_out(call):
    done = call("tag", "0-9", "book-2025")
    assert done.out == "10 puzzles tagged\n"
    assert numbers(call, "--tag", "book-2025") == [str(n) for n in range(10)]
    assert numbers(call, "--without-tag", "book-2025") == [str(n) for n in range(10, 30)]
    assert call("tag", "5-14", "book-2025").out == "5 puzzles tagged; 5 had the tag already\n"


def test_puzzles_that_were_not_used_are_chosen_and_tagged(call):
    call("tag", "--sort", "random", "--seed", "1", "--limit", "12", "one")
    call("tag", "--without-tag", "one", "--limit", "12", "two")
    one, two = (set(numbers(call, "--tag", name)) for name in ("one", "two"))
    assert len(one) == len(two) == 12 and not one & two
    assert numbers(call, "--tag", "one", "--tag", "two") == []


def test_tags_are_listed_and_printed(call):
    call("tag", "3", "a b")
    call("tag", "3,4", "c")
    figures = json.loads(call("stats", "--format", "json").out)
    assert figures["tags"] == {"a b": 1, "c": 2}
    assert "tag" in call("stats").out
    listed = call("query", "--max-id", "4", "--columns", "id,tags", "--format", "json").out
    assert [row["tags"] for row in json.loads(listed)] == [[], [], [], ["a b", "c"], ["c"]]
    listed = call("query", "--max-id", "4", "--columns", "id,tags", "--format", "csv").out
    assert listed.splitlines()[-2:] == ['3,"a b, c"', "4,c"]


def test_a_tag_is_removed_where_it_is(call):
    call("tag", "0-9", "x")
    assert call("tag", "5-14", "x", "--remove").out == "5 puzzles untagged; 5 did not have the tag\n"
    assert numbers(call, "--tag", "x") == [str(n) for n in range(5)]


def test_wrong_tags_and_numbers_are_refused(call):
    for words, message in [
        (["only"], "name puzzles, all, or options that choose puzzles, before the tag"),
        (["0", ""], "a tag has 1 to 100 printable characters"),
        (["0", "two\nlines"], "a tag has 1 to 100 printable characters"),
        (["99", "x"], "no board 99"),
    ]:
        done = call("tag", *words)
        assert done.status and message in " ".join(done.err.split()) and done.out == ""


def test_the_library_tags_a_choice(home):
    with catalogue.open(home) as c:
        few = c.puzzles().order_by("clues").limit(7)
        assert c.tag("few", few) == 7 and c.tag("few", few) == 0
        assert len(c.puzzles(tag="few")) == 7 and len(c.puzzles(without_tag=["few"])) == 23
        assert c.untag("few", c.puzzles(numbers=range(30))) == 7
        assert c.statistics().tags == {}


def test_the_longest_tag_is_taken():
    assert tags.check_tag("x" * tags.LONGEST)
    with pytest.raises(ValueError, match="1 to 100"):
        tags.check_tag("x" * (tags.LONGEST + 1))
