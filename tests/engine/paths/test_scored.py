"""Steps of scores: as HoDoKu takes them, and what each rule finds beside slow plain Python."""

import random
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import chain_sets_oracle
import hodoku_agreement
import implications_oracle
import numpy as np
import pytest
import rating_oracle
import rectangles_oracle
import scoring_oracle
from positions import struck
from scoring_oracle import BASIC, FRANKEN, MUTANT
from scoring_positions import along, find, hard_positions
from step_checks import check

from board_catalogue import engine
from board_catalogue.catalogue.formats.applications import technique_codes
from board_catalogue.engine.paths.lessons import puzzles_of_examples

# Puzzles that people call the hardest.
HARD = {
    "golden nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "easter monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
}


def check_all(puzzles):
    """Check each step of the paths; return the names of their techniques."""
    seen = set()
    for puzzle, solution in zip(puzzles.tolist(), engine.solve(puzzles).tolist(), strict=True):
        for position, step in along(puzzle):
            check(step, position, solution)
            seen.add(step.technique)
    return seen


COMMON = {
    *("full-house", "naked-single", "hidden-single", "locked-pair", "pointing", "claiming", "naked-pair"),
    *("naked-triple", "hidden-pair", "hidden-triple", "remote-pair", "bug-plus-1", "skyscraper", "two-string-kite"),
    *("turbot-fish", "empty-rectangle", "w-wing", "xy-wing", "xyz-wing", "uniqueness-1", "hidden-rectangle"),
    *("finned-swordfish", "sue-de-coq", "xy-chain", "discontinuous-nice-loop", "continuous-nice-loop", "aic"),
    *("grouped-discontinuous-nice-loop", "grouped-aic", "als-xz", "als-xy-wing", "x-wing", "swordfish"),
}


@pytest.mark.slow
def test_every_step_follows_from_what_it_names():
    seen = check_all(engine.carve(engine.generate(150, seed=8), seed=8))
    assert seen >= COMMON, COMMON - seen


@pytest.mark.daily("golden nugget")
@pytest.mark.parametrize("name", HARD)
def test_every_net_follows_from_its_links(name):
    puzzle = np.array([[0 if char == "." else int(char) for char in HARD[name]]], np.uint8)
    assert check_all(puzzle) >= {"forcing-net-contradiction", "forcing-chain-contradiction", "brute-force"}


def test_the_check_notices_what_does_not_follow():
    puzzle = np.array([0 if char == "." else int(char) for char in HARD["golden nugget"]], np.uint8)
    solution = engine.solve(puzzle).tolist()
    refused = 0
    for position, step in along(puzzle.tolist()):
        wrong = {
            (cell, digit)
            for cell, digits in enumerate(position.candidates)
            for digit in digits - {solution[cell]}
            if (cell, digit) not in step.eliminations
        }
        if step.eliminations and wrong:
            with pytest.raises(AssertionError):
                check(replace(step, eliminations=tuple(wrong)), position, solution)
            refused += 1
    assert refused


@pytest.mark.slow
def test_wide_searches_find_more_and_it_follows_too():
    more = dict.fromkeys(("grouped-nice-loop", "als-xy-wing"), 0)
    puzzles = engine.carve(engine.generate(40, seed=9), seed=9)
    for puzzle, solution in zip(puzzles, engine.solve(puzzles).tolist(), strict=True):
        for position, step in along(puzzle.tolist()):
            if step.level not in ("unfair", "extreme"):
                continue
            for rule in more:
                plain, wide = find(rule, puzzle, position), find(rule, puzzle, position, wide=True)
                more[rule] += len(wide) - len(plain)
                for each in wide[:10]:
                    check(each, position, solution)
            break
    assert all(more.values()), more


@pytest.mark.slow
def test_every_step_of_thousands_of_paths():
    seen = check_all(engine.carve(engine.generate(4000, seed=9), seed=9))
    missing = {technique.name for technique in engine.SOLVING_TECHNIQUES if technique.enabled} - seen
    rare = {"avoidable-rectangle-2", "jellyfish", "sashimi-jellyfish", "multi-colors-2", "simple-colors-wrap"}
    rare |= {"uniqueness-5", "franken-x-wing", "franken-swordfish", "finned-franken-x-wing", "brute-force"}
    assert missing <= rare


SOLVED = Path(__file__).with_name("hodoku.tsv")
ROWS = [line.split("\t") for line in SOLVED.read_text().splitlines()[1:]]  # puzzle, level, score, techniques


def board(text):
    return np.array([0 if char == "." else int(char) for char in text], np.uint8)


@pytest.mark.parametrize("rows", [ROWS[::4], pytest.param(ROWS, marks=pytest.mark.slow)], ids=len)
def test_levels_and_scores_are_those_of_hodoku(rows):
    scores = engine.score(np.array([board(row[0]) for row in rows]))
    assert [engine.LEVELS[level] for level in scores["level"]] == [row[1].lower() for row in rows]
    assert scores["score"].tolist() == [int(row[2]) for row in rows]
    assert {row[1] for row in rows} == {"Easy", "Medium", "Hard", "Unfair", "Extreme"}


@pytest.mark.slow_cases("Extreme")
@pytest.mark.parametrize("level", ["Easy", "Medium", "Hard", "Unfair", "Extreme"])
def test_paths_are_those_of_hodoku(level):
    for puzzle, _level, score, path in (row for row in ROWS if row[1] == level):
        steps = engine.paths.scored.solving_steps(board(puzzle))
        assert [step.technique for step in steps] == list(hodoku_agreement.techniques_of(path))
        assert sum(step.score for step in steps) == int(score)


def test_the_report_counts_what_agrees(tmp_path):
    easy, hard = (next(row for row in ROWS if row[1] == level) for level in ("Easy", "Hard"))
    wrong = [hard[0], "Easy", "1", hard[3] + "; X-Wing"]
    file = tmp_path / "solved.tsv"
    file.write_text(
        "".join("\t".join(row) + "\n" for row in (SOLVED.read_text().split("\n")[0].split("\t"), easy, wrong))
    )
    assert "| easy |         2 |       50.00% |       50.00% |      50.00% |" in hodoku_agreement.agreement(file)


def library_line(puzzle, position, step):
    """A line of HoDoKu's library for a step that removes candidates."""

    def spots(candidates):
        return " ".join(sorted(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in candidates))

    both = zip(puzzle, position.values, strict=True)
    cells = "".join(f"+{value}" if value and not clue else str(value or ".") for clue, value in both)
    gone = [
        (cell, digit)
        for cell in range(81)
        for digit in range(1, 10)
        if not position.values[cell] and digit not in position.candidates[cell]
    ]
    code = next(code for code, name in technique_codes().items() if name == step.technique)
    return f":{code}:1:{cells}:{spots(gone)}:{spots(step.eliminations)}::\n"


def test_the_report_counts_the_examples_that_are_found(tmp_path):
    puzzle = board(next(row[0] for row in ROWS if row[1] == "Unfair")).tolist()
    lines = [library_line(puzzle, position, step) for position, step in along(puzzle) if step.eliminations]
    file = tmp_path / "library.txt"
    file.write_text("# of a path\n" + "".join(lines))
    assert f"| {len(lines)} | {len(lines)} |" in squeezed(hodoku_agreement.library(file).split("\n")[-1])
    other = re.sub(r":(\d\d\d)[^:]*::$", r":\1 111::", lines[0].strip())
    file.write_text("".join(lines) + other + "\n")
    assert hodoku_agreement.library(file).split("\n")[-1].startswith(f"line {len(lines) + 1}, ")


def squeezed(text):
    return re.sub(" +", " ", text)


def fish(kind, size, finned):
    return partial(scoring_oracle.fish, kind=kind, size=size, finned=finned)


SIZES = {2: "pair", 3: "triple", 4: "quadruple"}
FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}

ORACLES = {
    ("pointing", "claiming"): rating_oracle.locking,
    **{
        (f"naked-{name}", *[f"locked-{name}"] * (size < 4)): partial(scoring_oracle.naked_set, size=size)
        for size, name in SIZES.items()
    },
    **{(f"hidden-{name}",): partial(scoring_oracle.hidden_set, size=size) for size, name in SIZES.items()},
    **{(name,): fish(BASIC, size, False) for size, name in FISH.items()},
    **{(f"finned-{name}", f"sashimi-{name}"): fish(BASIC, size, True) for size, name in FISH.items()},
    ("franken-swordfish",): fish(FRANKEN, 3, False),
    ("mutant-x-wing",): fish(MUTANT, 2, False),
    ("franken-x-wing",): fish(FRANKEN, 2, False),
    ("finned-franken-x-wing",): fish(FRANKEN, 2, True),
    ("finned-mutant-x-wing",): fish(MUTANT, 2, True),
    ("skyscraper",): scoring_oracle.skyscraper,
    ("turbot-fish",): scoring_oracle.turbot_fish,
    ("empty-rectangle",): scoring_oracle.empty_rectangle,
    ("w-wing",): scoring_oracle.w_wing,
    ("xy-wing",): lambda position: rating_oracle.wing(position, 2),
    ("xyz-wing",): lambda position: rating_oracle.wing(position, 3),
    ("simple-colors",): scoring_oracle.simple_colors,
    ("multi-colors",): scoring_oracle.multi_colors,
    ("sue-de-coq",): scoring_oracle.sue_de_coq,
    ("als-xz",): scoring_oracle.als_xz,
    ("als-xy-wing",): chain_sets_oracle.als_xy_wing,
    ("two-string-kite",): chain_sets_oracle.two_string_kite,
    ("bug-plus-1",): chain_sets_oracle.bug_plus_1,
}
COUNTS = {
    "als-xz": 2,
    "als-xy-wing": 1,
    "sue-de-coq": 4,
    "finned-swordfish": 2,
    "finned-mutant-x-wing": 2,
    "finned-jellyfish": 1,
    "franken-swordfish": 1,
    "finned-franken-x-wing": 2,
    "empty-rectangle": 4,
    "swordfish": 6,
}


def compare(rules, count):
    """Compare in so many positions; return how many of them had a step."""
    had = 0
    for puzzle, position in hard_positions(count):
        steps = [step for rule in rules for step in find(rule, puzzle, position)]
        found = {candidate for step in steps for candidate in step.eliminations}
        assert found == ORACLES[rules](position)
        had += bool(found)
    return had


@pytest.mark.daily(every=4)
@pytest.mark.parametrize("rules", ORACLES, ids=lambda rules: rules[0])
def test_a_rule_finds_what_plain_python_finds(rules):
    compare(rules, COUNTS.get(rules[0], 12))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ORACLES, ids=lambda rules: rules[0])
def test_a_rule_finds_it_in_many_positions(rules):
    assert compare(rules, 50 * COUNTS.get(rules[0], 12))


RECTANGLES = (*rectangles_oracle.UNIQUE, "avoidable-rectangle-1", "avoidable-rectangle-2")


def removed_by_rectangles(rule, puzzle, position):
    """What a rule removes in a position, compared with plain Python."""
    found = {candidate for step in find(rule, puzzle, position) for candidate in step.eliminations}
    if rule in rectangles_oracle.UNIQUE:
        assert rectangles_oracle.of_unique(position, rule, None) <= found
        assert found <= rectangles_oracle.of_unique(position, rule, 1)
    else:
        assert found == rectangles_oracle.of_avoidable(position, puzzle, rule)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("count", [12, pytest.param(2000, marks=pytest.mark.slow)])
def test_rectangles_are_those_of_plain_python(count):
    for puzzle, position in hard_positions(count):
        for rule in RECTANGLES:
            removed_by_rectangles(rule, puzzle, position)


@pytest.mark.daily("avoidable-rectangle-2")
@pytest.mark.parametrize("rule", RECTANGLES)
def test_rectangles_of_an_example_are_those_of_plain_python(rule):
    puzzle = [0 if cell == "." else int(cell) for cell in puzzles_of_examples()["scores"][rule]]
    found = set()
    for position, _step in along(puzzle):  # an example may lie beside the path
        found |= removed_by_rectangles(rule, puzzle, position)
    assert found


def test_singles_are_those_of_plain_python():
    puzzles = engine.carve(engine.generate(20, seed=4), seed=4)
    draw = random.Random(6)
    for puzzle, solution in zip(puzzles, engine.solve(puzzles), strict=True):
        position = struck(puzzle.tolist(), solution, draw, 0.3)
        hidden = {step.placement for step in find("hidden-single", puzzle, position)}
        assert hidden == rating_oracle.hidden_single(position)
        naked = {step.placement for step in find("naked-single", puzzle, position)}
        assert naked == rating_oracle.naked_single(position)


def test_a_position_against_the_solution_is_refused():
    puzzle = engine.carve(engine.generate(1, seed=4), seed=4)[0]
    wrong = np.where(puzzle == 0, 0, puzzle)
    masks = np.full(81, 511, np.uint16)
    cell = int(np.flatnonzero(puzzle == 0)[0])
    masks[cell] = 1 << (int(engine.solve(puzzle)[cell]) % 9)
    with pytest.raises(ValueError, match="lack its digit"):
        engine.paths.scored.next_solving_step(puzzle, wrong, masks)
    with pytest.raises(ValueError, match="no rule 'x'"):
        engine.paths.scored.find_solving_steps("x", puzzle, puzzle, np.full(81, 511, np.uint16))


PLAIN = ["full-house", "naked-single", "hidden-single", "pointing", "claiming", "naked-pair", "hidden-pair"]
RULES = {rule.name: rule for rule in engine.paths.scores.ALL_RULES}


def table(name):
    return [RULES[each] for each in (*PLAIN, name, "brute-force")]


@pytest.mark.slow_cases("mutant-x-wing", "mutant-swordfish", "franken-jellyfish")
@pytest.mark.parametrize(
    "name",
    ["death-blossom", "mutant-x-wing", "mutant-swordfish", "finned-mutant-x-wing", "franken-jellyfish", "kraken-fish"],
)
def test_a_rule_can_be_asked_for(name):
    puzzles = engine.carve(engine.generate(60, seed=3), seed=3)
    seen = 0
    for puzzle, solution in zip(puzzles.tolist(), engine.solve(puzzles).tolist(), strict=True):
        for position, step in along(puzzle, table(name)):
            if step.technique not in (*PLAIN, "brute-force"):
                check(step, position, solution)
                seen += 1
        if seen > 20:
            break
    assert seen


def test_a_table_changes_scores_and_levels():
    puzzle = engine.carve(engine.generate(1, seed=7), seed=7)[0]
    rules = [engine.paths.scores.Rule(rule.name, 1, "hard") for rule in engine.paths.scores.DEFAULT_RULES]
    steps = engine.paths.scored.solving_steps(puzzle, table=rules)
    scored = engine.score(puzzle, table=rules)
    assert int(scored["score"]) == len(steps) and engine.LEVELS[int(scored["level"])] == "hard"


def test_a_table_without_a_last_resort_gets_stuck():
    puzzles = engine.carve(engine.generate(50, seed=3), seed=3)
    scores = engine.score(puzzles, table=table("x-wing")[:-1])
    assert set(scores["status"]) == {engine.ScoreStatus.SCORED, engine.ScoreStatus.STUCK}


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ([], "at least one"),
        ([engine.paths.scores.Rule("no-such", 1, "easy")], "no rule 'no-such'"),
        ([engine.paths.scores.Rule("x-wing", 1, "no-such")], "no level 'no-such'"),
        ([engine.paths.scores.Rule("x-wing", -1, "easy")], "score -1"),
        ([RULES["x-wing"], RULES["x-wing"]], "comes twice"),
    ],
)
def test_a_bad_table_is_refused(rules, says):
    with pytest.raises(ValueError, match=says):
        engine.score(np.zeros(81, np.uint8), table=rules)


CHAINS = {
    "xy-chain": lambda position: (chain_sets_oracle.xy_chain(position), set()),
    "x-chain": lambda position: (implications_oracle.by_x_chains(position), set()),
    "remote-pair": lambda position: (implications_oracle.by_remote_pairs(position), set()),
    "nice-loop": lambda position: implications_oracle.by_loops(position, with_groups=False),
    "grouped-nice-loop": lambda position: implications_oracle.by_loops(position, with_groups=True),
    "forcing-chain": implications_oracle.by_forcing,
    "als-chain": lambda position: (chain_sets_oracle.als_chain(position), set()),
}
CHAINS_OF = {"xy-chain": 12, "x-chain": 12, "remote-pair": 100, "nice-loop": 3, "als-chain": 1}


def compare_chains(rule, count):
    """Compare in so many positions; return how often a step was found."""
    steps = 0
    for puzzle, position in hard_positions(count):
        gone, placed = CHAINS[rule](position)
        solution = engine.solve(puzzle)
        assert not any(solution[cell] == digit for cell, digit in gone)
        assert all(solution[cell] == digit for cell, digit in placed)
        for step in find(rule, puzzle, position):
            assert set(step.eliminations) <= gone
            assert step.placement is None or step.placement in placed
            steps += 1
    return steps


@pytest.mark.slow_cases("forcing-chain", "als-chain", "remote-pair")
@pytest.mark.parametrize("rule", CHAINS)
def test_a_chain_concludes_what_follows_in_plain_python(rule):
    assert compare_chains(rule, CHAINS_OF.get(rule, 2)) or rule == "remote-pair"


@pytest.mark.slow
@pytest.mark.parametrize("rule", CHAINS)
def test_chains_of_many_positions_follow_in_plain_python(rule):
    assert compare_chains(rule, 50 * CHAINS_OF.get(rule, 2))
