"""Rules that HoDoKu does not try unless asked, each as the one rule beside singles and locked candidates."""

import numpy as np
import pytest
from scoring_positions import along
from step_checks import check

from board_catalogue import engine

PLAIN = ["full-house", "naked-single", "hidden-single", "pointing", "claiming", "naked-pair", "hidden-pair"]
RULES = {rule.name: rule for rule in engine.ALL_RULES}


def table(name):
    return [RULES[each] for each in (*PLAIN, name, "brute-force")]


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
    rules = [engine.Rule(rule.name, 1, "hard") for rule in engine.DEFAULT_RULES]
    steps = engine.solving_steps(puzzle, table=rules)
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
        ([engine.Rule("no-such", 1, "easy")], "no rule 'no-such'"),
        ([engine.Rule("x-wing", 1, "no-such")], "no level 'no-such'"),
        ([engine.Rule("x-wing", -1, "easy")], "score -1"),
        ([RULES["x-wing"], RULES["x-wing"]], "comes twice"),
    ],
)
def test_a_bad_table_is_refused(rules, says):
    with pytest.raises(ValueError, match=says):
        engine.score(np.zeros(81, np.uint8), table=rules)
