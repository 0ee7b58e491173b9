"""What chains conclude in positions beside all that follows from a candidate in plain Python."""

import chain_sets_oracle
import implications_oracle
import pytest
from scoring_positions import find, hard_positions

from board_catalogue import engine

CHAINS = {
    "xy-chain": lambda position: (chain_sets_oracle.xy_chain(position), set()),
    "x-chain": lambda position: (implications_oracle.by_x_chains(position), set()),
    "remote-pair": lambda position: (implications_oracle.by_remote_pairs(position), set()),
    "nice-loop": lambda position: implications_oracle.by_loops(position, with_groups=False),
    "grouped-nice-loop": lambda position: implications_oracle.by_loops(position, with_groups=True),
    "forcing-chain": implications_oracle.by_forcing,
    "als-chain": lambda position: (chain_sets_oracle.als_chain(position), set()),
}
COUNTS = {"xy-chain": 12, "x-chain": 12, "remote-pair": 100, "nice-loop": 3, "als-chain": 1}


def compare(rule, count):
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


@pytest.mark.parametrize("rule", CHAINS)
def test_a_chain_concludes_what_follows_in_plain_python(rule):
    assert compare(rule, COUNTS.get(rule, 2)) or rule == "remote-pair"


@pytest.mark.slow
@pytest.mark.parametrize("rule", CHAINS)
def test_chains_of_many_positions_follow_in_plain_python(rule):
    assert compare(rule, 50 * COUNTS.get(rule, 2))
