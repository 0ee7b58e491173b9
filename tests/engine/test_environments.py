import warnings

import numpy as np
import pytest

from board_catalogue import engine

gymnasium = pytest.importorskip("gymnasium")

NAME = "board_catalogue.engine.environments:board_catalogue/Sudoku-v0"


def made(**options):
    return gymnasium.make(NAME, disable_env_checker=True, **options).unwrapped


def vector(count, **options):
    return gymnasium.make_vec(NAME, count, vectorization_mode="vector_entry_point", **options)


@pytest.mark.slow_cases("options0", "options4", "options1")
@pytest.mark.parametrize(
    "options",
    [{}, {"size": 4, "observation": "candidates"}, {"size": 6, "reward": "cells"}, {"reward": "steps", "clues": 40},
     {"size": 4, "blocks": "none"}],
)  # fmt: skip
def test_gymnasium_finds_nothing_wrong(options):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(not wrapped|different from the unwrapped|spec is).*")
        check_env(made(render_mode="ansi", **options))


def action(cell, digit, size=9):
    return cell * (size + 1) + digit


def candidates_of(cells, size, blocks=None):
    """The slow, plain way."""
    grid = engine.Grid(cells, blocks=blocks)
    return {(c, d) for c in range(size * size) if not cells[c] for d in grid.candidates(*divmod(c, size))}


@pytest.mark.slow_cases("16-None")
@pytest.mark.parametrize(("size", "blocks"), [(4, None), (6, None), (9, None), (4, "none"), (16, None)])
def test_legal_actions_are_candidates_and_erasures(size, blocks):
    env = made(size=size, blocks=blocks, max_steps=1000, observation="candidates")
    rng = np.random.default_rng(size)
    seen, info = env.reset(seed=size)
    puzzle = env._games.cells[0].copy()
    for _ in range(30):
        cells = env._games.cells[0]
        legal = {divmod(int(a), size + 1) for a in np.flatnonzero(info["action_mask"])}
        placed = candidates_of(cells, size, env._games.shape.blocks)
        assert legal == placed | {(c, 0) for c in range(size**2) if cells[c] and not puzzle[c]}
        shown = {(c, d + 1) for c, d in np.argwhere(seen.reshape(size**2, size))}
        assert shown == placed | {(c, int(cells[c])) for c in range(size**2) if cells[c]}
        seen, *_, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.parametrize("reward", ["solved", "cells", "steps"])
def test_a_solved_board_ends_the_episode(reward):
    env = made(reward=reward, clues=60)
    env.reset(seed=3)
    puzzle, solution = env._games.cells[0].copy(), engine.solve(env._games.cells[0])
    missing = np.flatnonzero(puzzle == 0)
    total = 0.0
    for number, cell in enumerate(missing, 1):
        _, gained, solved, cut, _ = env.step(action(cell, solution[cell]))
        assert (solved, cut) == (number == len(missing), False)
        total += gained
    assert total == pytest.approx({"solved": 1, "cells": 1, "steps": 0}[reward])


def test_what_is_not_legal_changes_nothing_and_costs():
    env = made(clues=60, reward="solved")
    env.reset(seed=1)
    before = env._games.cells.copy()
    clue, empty = int(np.flatnonzero(before[0])[0]), int(np.flatnonzero(before[0] == 0)[0])
    taken = next(d for d in range(1, 10) if d not in engine.Grid(before[0]).candidates(*divmod(empty, 9)))
    for wrong in (action(clue, 0), action(clue, 5), action(empty, 0), action(empty, taken)):
        _, gained, solved, _, _ = env.step(wrong)
        assert gained == pytest.approx(-1 / np.count_nonzero(before == 0)) and not solved
    assert (env._games.cells == before).all()
    for wrong in (-1, 810):
        with pytest.raises(ValueError, match="actions are"):
            env.step(wrong)


def test_what_is_placed_is_taken_back_with_its_reward():
    env = made(reward="cells")
    env.reset(seed=5)
    cells = env._games.cells[0].copy()
    solution = engine.solve(cells)
    cell = int(np.flatnonzero(cells == 0)[0])
    rewards = [env.step(action(cell, digit))[1] for digit in (solution[cell], 0)]
    assert sum(rewards) == 0 and rewards[0] > 0
    others = [d for d in engine.Grid(cells).candidates(*divmod(cell, 9)) if d != solution[cell]]
    rewards = [env.step(action(cell, digit))[1] for digit in (others[0], 0)] if others else [-1, 1]
    assert sum(rewards) == 0 and rewards[0] < 0


def test_an_episode_is_cut_off():
    env = made(max_steps=3)
    env.reset(seed=1)
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]


def test_the_same_seed_gives_the_same_puzzles_one_by_one_or_side_by_side():
    env = made()
    alone = [env.reset(seed=7)[0], *(env.reset()[0] for _ in range(4))]
    beside = vector(5)
    seen, _ = beside.reset(seed=7)
    assert (seen == np.array(alone)).all()
    assert (beside.reset()[0] != seen).any()
    assert (engine.count_solutions(seen.reshape(5, 81)) == 1).all()
    assert len({row.tobytes() for row in seen}) == 5


def test_a_vector_plays_as_single_environments_do():
    count, rng = 6, np.random.default_rng(2)
    together = vector(count, size=4, reward="cells", max_steps=9)
    seen, info = together.reset(seed=11)
    singles = [made(puzzles=row.reshape(16), reward="cells", max_steps=9) for row in seen]
    for env in singles:
        env.reset(seed=0)
    over = np.zeros(count, bool)
    for _ in range(9):
        actions = rng.integers(80, size=count)
        seen, rewards, solved, cut, info = together.step(actions)
        for place in np.flatnonzero(~over):
            one = singles[place].step(actions[place])
            assert (seen[place] == one[0]).all() and (rewards[place], solved[place], cut[place]) == one[1:4]
            assert (info["action_mask"][place] == one[4]["action_mask"]).all()
        over |= solved | cut
    assert over.all()


def test_an_ended_board_gets_the_next_puzzle():
    env = vector(2, max_steps=1)
    first, _ = env.reset(seed=1)
    stays, _, _, cut, _ = env.step(np.array([0, 0]))
    assert cut.all() and (stays == first).all()
    fresh, rewards, solved, cut, _ = env.step(np.array([0, 0]))
    assert (fresh != first).any(axis=(1, 2)).all() and not (rewards.any() or solved.any() or cut.any())


def test_given_puzzles_come_in_turn_and_easiest_first():
    puzzles = engine.carve(engine.generate(20, seed=1), seed=1)
    env = made(puzzles=puzzles, easiest_first=True)
    seen = [env.reset(seed=4)[0].reshape(81), *(env.reset()[0].reshape(81) for _ in range(19))]
    scores = engine.score(np.array(seen))["score"]
    assert (np.diff(scores) >= 0).all() and {row.tobytes() for row in seen} == {row.tobytes() for row in puzzles}
    assert (env.reset()[0].reshape(81) == seen[0]).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [({"reward": "x"}, "reward"), ({"observation": "x"}, "observation"), ({"max_steps": 0}, "max_steps"),
     ({"puzzles": np.zeros(81, np.uint8)}, "one solution"), ({"puzzles": np.zeros(81, np.uint8), "clues": 3}, "leave"),
     ({"render_mode": "human"}, "render_mode"), ({"size": 7}, "size")],
)  # fmt: skip
def test_what_cannot_be_is_refused(options, message):
    from board_catalogue.engine.environments import SudokuEnv, SudokuVectorEnv

    for kind in (SudokuEnv, SudokuVectorEnv):
        with pytest.raises(ValueError, match=message):
            kind(**options).reset(seed=1)


def test_boards_are_drawn():
    env = made(render_mode="svg", size=4)
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    both = vector(2, render_mode="ansi", size=4)
    both.reset(seed=1)
    assert len(both.render()) == 2 and "║" in both.render()[0]


def test_the_engine_alone_does_not_import_gymnasium():
    import subprocess
    import sys

    code = "import sys; from board_catalogue import engine; engine.reward; sys.exit('gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_stream_keeps_no_more_than_it_makes_at_once():
    """Puzzles that were taken are forgotten, and the same come whatever number is taken at a time."""
    from board_catalogue.engine.environments import Options, Stream

    streams = [Stream(Options(size=4, easiest_first=ordered)) for ordered in (False, True)]
    for stream in streams:
        stream.begin(3)
        at_once = stream.take(1100)
        stream.begin(3)
        in_turn = [stream.take(count) for count in (1, 1023, 2, 70, 4)]
        assert len(stream._puzzles) == len(stream._solutions) == 1024
        for number in (0, 1):
            assert (np.concatenate([each[number] for each in in_turn]) == at_once[number]).all()
    given = Stream(Options(puzzles=at_once[0][:7]))
    given.begin(3)
    taken = np.concatenate([given.take(count)[0] for count in (1, 5, 20, 9)])
    assert (taken == at_once[0][(3 + np.arange(35)) % 7]).all()
