"""create --rules: proven puzzles, the same for a seed, in lines, links and drawings."""

import json
from pathlib import Path

import numpy as np
import pytest
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.engine.rules.solving import solve_ruled


def variants(path):
    return [engine.read_variant(line) for line in Path(path).read_text().splitlines()]


def test_each_puzzle_has_one_solution(call, home):
    for format in ["constraints", "f-puzzles"]:
        for rules in ["Disjoint groups, anti-king", "diagonal,killer", "thermo,kropki"]:
            chosen = ("--rules", rules, "--count", 2, "--seed", 3, "--format", format, "--size", 6)
            done = call("create", "some.txt", *chosen, "--force")
            assert done.status == 0, done.err
            assert done.out == "2 puzzles in some.txt, seed 3\n"
            made = variants("some.txt")
            assert len(made) == len(set(made)) == 2
            solutions, counts, _ = solve_ruled(made)
            assert counts.tolist() == [1, 1]
            for variant, solution in zip(made, solutions.tolist(), strict=True):
                assert not broken(variant.ruled, solution)
                assert bool(sum(variant.givens)) == ("killer" not in rules) or "thermo" in rules


def test_the_seed_says_all(call, home):
    for name in ("one.txt", "two.txt"):
        call("create", name, "--rules", "diagonal", "--seed", 9, "--count", 3)
    assert Path("one.txt").read_text() == Path("two.txt").read_text()
    call("create", "first.txt", "--rules", "diagonal", "--seed", 9)
    assert Path("two.txt").read_text().startswith(Path("first.txt").read_text())


def test_a_puzzle_is_drawn(call, home):
    done = call("create", "one.svg", "--rules", "killer", "--format", "svg", "--seed", 1, "--size", 4)
    drawing = Path("one.svg").read_text()
    assert "stroke-dasharray" in drawing
    assert drawing.count('text-anchor="start"') >= 2  # sums
    assert "cage" in done.out
    assert "┏" in done.out


def test_the_ending_chooses_the_format(call, home):
    assert call("create", "one.svg", "--rules", "killer", "--seed", 1, "--size", 4).status == 0
    assert call("create", "one.constraints", "--rules", "killer", "--seed", 1, "--size", 4).status == 0
    assert call("create", "one.png", "--rules", "killer", "--seed", 1, "--size", 4).status == 0
    assert Path("one.svg").read_text().startswith("<svg")
    assert ".Cage~" in Path("one.constraints").read_text()
    assert Path("one.png").read_bytes().startswith(b"\x89PNG")


def test_bad_options_are_one_line(call, home, error_of):
    for words, message in [
        (["--rules", "fog"], "rule 'fog' cannot be made; these can: diagonal"),
        (["--rules", "thermo=0"], "a number from 1 to 144, not '0'"),
        (["--rules", "diagonal", "--size", "6", "--pattern", "rotate90"], "does not fit blocks of 2x3"),
        (["--rules", "diagonal", "--grade", "easy"], "alone"),
        (["--rules", "diagonal", "--format", "svg", "--count", "2"], "one puzzle"),
        (["--count", "2"], "needs --rules"),
    ]:
        assert message in error_of(call("create", "x.txt", *words), status=2)
        assert not Path("x.txt").exists()


def test_rules_that_no_board_obeys_leave_no_file(call, home, error_of):
    assert "a board of size 9" in error_of(call("create", "x.txt", "--rules", "argyle", "--size", 6), status=2)
    assert "no board obeys" in error_of(
        call("create", "x.txt", "--rules", "diagonal,anti-king,anti-knight", "--size", 4)
    )
    assert not Path("x.txt").exists()


@pytest.mark.slow
def test_puzzles_under_rules_are_made_to_order(call, home, error_of, tmp_path):
    easy = tmp_path / "easy.txt"
    assert call("create", easy, "--rules", "killer", "--level", "easy", "--count", 3, "--seed", 1).status == 0
    rows = [json.loads(line) for line in call("rate", easy, "--format", "jsonl").out.splitlines()]
    assert [(row["level"], row["logical"]) for row in rows] == [("easy", True)] * 3
    some = tmp_path / "some.txt"
    done = call("create", some, "--rules", "diagonal", "--technique", "naked-triple", "--seed", 1, "--count", 2)
    assert done.status == 0 and " made in " in done.out
    found = engine.score([engine.read_variant(line) for line in some.read_text().split()])
    assert (found["naked-triple"] > 0).all()
    # few minimal puzzles have them, and of killers with cages all over the board almost none
    for rules, technique in (("diagonal", "x-wing"), ("diagonal", "swordfish"), ("killer", "x-wing")):
        made = call("create", "--rules", rules, "--technique", technique, "--seed", 1).out
        assert engine.score(engine.read_variant(made.strip()))[technique] > 0
        assert engine.count_solutions([engine.read_variant(made.strip())])[0] == 1
    logical = call("create", "--rules", "kropki", "--size", 6, "--logical", "--clues", 12, "--seed", 2).out
    variant = engine.read_variant(logical.strip())
    assert engine.score(variant)["logical"] and np.count_nonzero(variant.clues) >= 12
    assert "no path under rules takes" in error_of(
        call("create", "--rules", "killer", "--technique", "als-xz"), status=2
    )
    asked = call("create", "--rules", "diagonal", "--technique", "skyscraper")
    assert "similar names are turbot-fish" in error_of(asked, status=2)
    assert "which needs the rule cage" in error_of(
        call("create", "--rules", "thermo", "--technique", "cage-combinations"), status=2
    )
    assert "needs --rules" in error_of(call("create", "--logical"), status=2)
    assert "no easy puzzle needs x-wing" in error_of(
        call("create", "--rules", "killer", "--level", "easy", "--technique", "x-wing"), status=2
    )


@pytest.mark.slow
def test_a_fill_makes_a_level_under_rules_in_time(call, home):
    assert call("fill", "--rules", "diagonal", "--level", "easy", "--count", 20, "--seed", 1).status == 0
    rows = [json.loads(line) for line in call("query", "--format", "jsonl", "--level", "easy").out.splitlines()]
    assert len(rows) == 20
    assert any(not row["minimal"] for row in rows)
    assert call("query", "--limit", 3).out.splitlines()[0].split() == [
        *("id", "clues", "minimal", "score", "level", "pattern", "backtracks")
    ]
    assert call("verify").status == 0
    assert call("fill", "--level", "easy=2", "--level", "hard=2", "--seed", 1).status == 0
    assert call("fill", "--clues", 40, "--count", 1).status == 0
    last = json.loads(call("export", "24", "--format", "jsonl").out)
    assert last["givens"].count(".") == 41


def test_a_search_that_takes_long_says_how_many_puzzles_it_tried(call, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0.0)
    done = call("create", "--rules", "diagonal", "--size", 6, "--level", "hard", "--seed", 1)
    *lines, last = done.err.splitlines()
    assert done.status == 0 and lines[0] == "0 of 1 puzzles, 0/s, 0 tried"
    assert last == f"0 of 1 puzzles, 0/s, {len(lines)} tried"
