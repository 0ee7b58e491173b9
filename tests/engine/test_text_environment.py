"""The environment that talks: its moves, its reward, what cheaters earn, its stages, and how trainers take it."""

import inspect
import random
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.curriculum import Curriculum, Stage

PAGE = Path(__file__).parents[2] / ".github/documents/data-sets/talking.md"
PUZZLE = engine.carve(engine.generate(1, seed=5), seed=5, clues=60)[0]
SOLUTION = engine.solve(PUZZLE)
EMPTY = np.flatnonzero(PUZZLE == 0).tolist()


def named(cell, size=9):
    return f"r{cell // size + 1}c{cell % size + 1}"


def begun(**options):
    game = engine.TextEnvironment(**options)
    game.reset(puzzle=PUZZLE)
    return game


def test_a_game_from_the_prompt_to_the_solution():
    game = engine.TextEnvironment()
    prompt = game.reset(puzzle=PUZZLE)
    rows = re.findall(r"^r\d ((?:[\d.] ?){9})$", prompt, re.MULTILINE)
    assert engine.Grid.parse("\n".join(rows)) == engine.Grid(PUZZLE) and "place r1c2 5" in prompt
    rewards = [game.reward]
    for cell in EMPTY:
        assert not game.is_done
        said = game.place(named(cell), int(SOLUTION[cell]))
        assert said.startswith(f"{named(cell)} is {SOLUTION[cell]}. Row {cell // 9 + 1}: ")
        rewards.append(game.reward)
    assert said.endswith("The puzzle is solved.") and game.is_solved and game.is_done
    assert rewards[0] == 0 and game.get_reward() == 1 and (np.diff(rewards) > 0).all()
    assert game.place("r1c1", 1) == "The game is over."


def test_what_is_not_legal_says_why_and_costs_a_cell():
    game, cell = begun(), EMPTY[0]
    clue = int(np.flatnonzero(PUZZLE)[0])
    seen = next(d for d in range(1, 10) if d not in engine.Grid(PUZZLE).candidates(*divmod(cell, 9)))
    for said, why in (
        (game.place("r10c1", 5), "no cell"),
        (game.place(named(clue), 5), "already"),
        (game.place(named(cell), 10), "no digit"),
        (game.place(named(cell), seen), rf"cannot be {seen}: r\dc\d is {seen}\."),
        (game.undo(), "no digit"),
        (game.undo(named(clue)), "no digit"),
        (game.candidates(named(clue)), "no empty cell"),
        (game.hint(4), "stage 1, 2 or 3"),
        (game("What now?"), "no command"),
    ):
        assert re.match(rf"Not legal: .*{why}", said)
    assert game.report["illegal"] == game.report["moves"] == 9
    solved(game)
    assert game.reward == pytest.approx(1 - 9 / len(EMPTY))


def solved(game):
    for cell, digit in enumerate(game._solution):
        if not game._cells[cell]:
            game.place(named(cell, game._puzzle.size), digit)


def test_a_board_that_was_there_before_is_a_repeated_move():
    game, (first, second) = begun(), EMPTY[:2]
    for cell in (first, second):
        game.place(named(cell), int(SOLUTION[cell]))
    assert "is empty." in game.undo(named(first)) and game.report["repeated"] == 0
    assert "there before" in game.place(named(first), int(SOLUTION[first])) and game.report["repeated"] == 1
    assert named(first) in game.undo() and game.report["repeated"] == 1
    for _ in range(2):
        assert re.match(rf"{named(first)} can hold .*{SOLUTION[first]}", game.candidates(named(first)))
    assert (game.report["help"], game.report["repeated"]) == (0.1, 2)


def test_hints_of_three_stages_lead_to_the_next_digit_and_pass_over_wrong_ones():
    game = begun()
    step = engine.next_step(PUZZLE, PUZZLE)
    assert step.placement is not None
    assert game.hint(2).startswith("Look at ") and game.hint(3) == step.sentence and game.report["help"] == 1.5
    assert game.hint("1") and game.report["help"] == 1.75
    hard = engine.carve(engine.generate(1, seed=5), seed=5)[0]
    game.reset(puzzle=hard)
    cell, wrong = next(
        (c, d)
        for c in np.flatnonzero(hard == 0).tolist()
        for d in engine.Grid(hard).candidates(*divmod(c, 9))
        if d != SOLUTION[c]
    )
    before = game.hint(3)
    assert game.place(named(cell), wrong).startswith(f"{named(cell)} is {wrong}.") and game.hint(3) == before
    assert game.report["process"] == 0


def test_commands_are_read_in_any_turn_behind_what_is_thought():
    cells = [named(cell) for cell in EMPTY[:6]]
    digits = [int(SOLUTION[cell]) for cell in EMPTY[:6]]
    game = begun()
    said = game(
        f"<think>\nplace {cells[0]} {digits[0] % 9 + 1}\n</think>So:\n- place {cells[0]} {digits[0]}\n"
        f"PLACE({cells[1]}, {digits[1]})\n`place(cell='{cells[2]}', digit={digits[2]})`\n{cells[3]}={digits[3]}\n"
        f"Place the {digits[4]} next?\nundo {cells[3]}\n1. hint 1\nUndo\ncandidates {cells[5]}\nfinish\nundo"
    )
    assert len(said.splitlines()) == 9 and "Not legal" not in said and game.is_done
    assert [named(cell) for cell in game._placed] == cells[:2]
    assert game("place r1c1 1") == "The game is over."


def test_no_text_raises():
    rng = random.Random(3)
    words = [
        "place ",
        "undo",
        "hint ",
        "r1c1",
        "r",
        "9" * 5000,
        " 5",
        "\n",
        "</think>",
        "<think>",
        "\ud800",
        "=",
        "٣",
        "²",
        "(",
    ]
    game = begun(most_moves=10**6)
    for number in range(400):
        assert game("".join(rng.choices(words, k=rng.randrange(30))))
        if number % 50 == 0:
            game.reset(puzzle=PUZZLE)
    for odd in ("", None, [], {}, 10**5000, float("nan"), -1, 2.5, True, "9" * 5000, "²"):
        for said in (game.place(odd, odd), game.place("r1c1", odd), game.candidates(odd), game.hint(odd)):
            assert said.startswith("Not legal") and len(said) < 200
    assert game("x" * 20_000_000).startswith("Not legal")


def test_an_episode_is_cut_off():
    game = begun(most_moves=2)
    assert [bool(game.hint(1) and game.is_done) for _ in range(2)] == [False, True]
    with pytest.raises(ValueError, match="most_moves"):
        engine.TextEnvironment(most_moves=0)


# --- Cheaters -------------------------------------------------------------------------------------------------------


def legal(game, cell):
    return [digit for digit in range(1, game._puzzle.size + 1) if not game._why_not(cell, digit)]


def fill(game, choose):
    for cell in [cell for cell, digit in enumerate(game._cells) if not digit]:
        if digits := choose(cell):
            game.place(named(cell, game._puzzle.size), digits[0])


def first_candidates(game):
    """Asks for the candidates of every cell."""

    def choose(cell):
        said = game.candidates(named(cell, game._puzzle.size))
        return [int(digit) for digit in re.findall(r"hold (\d)", said)]

    fill(game, choose)


def random_commands(game):
    rng, size = random.Random(1), game._puzzle.size
    while not game.is_done:
        cell, digit = named(rng.randrange(size**2), size), rng.randrange(1, size + 1)
        game(rng.choice([f"place {cell} {digit}", "undo", f"undo {cell}", f"candidates {cell}", "hint 1"]))


def several_boards(game):
    rng = random.Random(2)
    while not game.is_done:
        fill(game, lambda cell: rng.sample(found, 1) if (found := legal(game, cell)) else [])
        while not game.is_done and "Not legal" not in game.undo():
            pass


def hints_alone(game):
    while not game.is_done:
        said, before = game.hint(3), len(game._placed)
        for cell, digit in enumerate(game._solution):  # the digit that the last sentence places
            if named(cell, game._puzzle.size) in said.splitlines()[-1] and not game._cells[cell]:
                game.place(named(cell, game._puzzle.size), digit)
                break
        if len(game._placed) == before:
            return


def farmed(game):
    """The same right digit again and again."""
    cell = game._cells.index(0)
    while not game.is_done:
        game.place(named(cell, game._puzzle.size), game._solution[cell])
        game.undo()


def proven_by_hints(game):
    """Guesses, and takes back what a hint calls wrong."""
    for cell in [cell for cell, digit in enumerate(game._cells) if not digit]:
        for digit in legal(game, cell):
            if not game.is_done:
                game.place(named(cell, game._puzzle.size), digit)
                if "wrong" not in game.hint(1):
                    break
                game.undo()


CHEATERS = {
    "copy": lambda game: game.finish(),
    "one digit": lambda game: fill(game, lambda cell: [3]),
    "first candidate": first_candidates,
    "first legal digit": lambda game: fill(game, lambda cell: legal(game, cell)),
    "random": random_commands,
    "several boards": several_boards,
    "hints": hints_alone,
    "farm": farmed,
    "proven by hints": proven_by_hints,
}


@pytest.mark.parametrize("stage", [{}, {"clues": 30}, {"rules": "diagonal", "size": 6}], ids=["9x9", "30", "rules"])
@pytest.mark.parametrize("cheater", CHEATERS)
@pytest.mark.daily("copy-9x9", "first candidate-9x9", "one digit-9x9", "farm-9x9", "copy-rules")
def test_cheaters_earn_nothing(cheater, stage):
    game, earned = engine.TextEnvironment([stage], seed=4), []
    for number in range(6):
        game.reset(number=number)
        CHEATERS[cheater](game)
        earned.append(game.get_reward())
    assert np.mean(earned) < 0.05
    game.reset(number=0)
    solved(game)
    assert game.get_reward() == 1


# --- Puzzles --------------------------------------------------------------------------------------------------------


@pytest.mark.slow_cases("level", "drawn")
@pytest.mark.parametrize(
    "fields",
    [{"clues": 50}, {"size": 6}, {"level": "medium"}, {"rating": (2.0, 3.0)},
     {"rules": "diagonal", "size": 6, "clues": 20},
     {"rules": "thermo,killer", "size": 4}, {"rules": "diagonal", "size": 6, "rating": [1.0, 2.0]}],
    ids=["clues", "size", "level", "rating", "rules", "drawn", "rated"],
)  # fmt: skip
def test_stages_give_what_they_promise(fields):
    puzzles = [Curriculum([fields]).puzzle(7, number) for number in range(3)]
    assert len({each.clues.tobytes() for each in puzzles}) == 3
    for number, puzzle in enumerate(puzzles):
        assert puzzle.size == fields.get("size", 9) and engine.count_solutions(puzzle) == 1
        plain = puzzle if puzzle.uses else puzzle.clues
        assert fields.get("clues", 0) in (0, np.count_nonzero(puzzle.clues))
        if level := fields.get("level"):
            assert engine.LEVELS[engine.score(plain)["level"]] == level
        if rating := fields.get("rating"):
            assert 10 * rating[0] <= engine.rate(plain)["rating"] <= 10 * rating[1]
        game = engine.TextEnvironment([fields], seed=7)
        game.reset(number=number)
        assert game._puzzle == puzzle and game.candidates(named(game._cells.index(0), puzzle.size))


def test_a_curriculum_goes_on_when_enough_is_solved():
    shared = Curriculum([{"clues": 78, "size": 9}, Stage(size=4)], episodes=4, share=0.5)
    games = [engine.TextEnvironment(shared, seed=number) for number in range(2)]
    for number, is_solved in enumerate([False, False, False, True, True]):
        game = games[number % 2]
        assert shared.stage == 0
        game.reset()
        if is_solved:
            solved(game)
        assert (game.get_reward() == 1) is is_solved is (game.get_reward() == 1)  # counted once
    assert shared.stage == 1 and "4x4" not in games[0].reset() and games[0]._puzzle.size == 4
    for _ in range(5):
        shared.record(solved=True)
    assert shared.stage == 1  # the last one


@pytest.mark.parametrize(
    ("stages", "message"),
    [([], "at least one"), ([{"grade": "easy"}], "no field 'grade'"), ([{"level": "mad"}], "level 'mad'"),
     ([{"rating": (3, 2)}], "no range"), ([{"rules": "nonsense"}], "nonsense"), ([{"clues": 82}], "clues"),
     ([{"size": 25}], "size")],
)  # fmt: skip
def test_stages_that_cannot_be_are_refused(stages, message):
    with pytest.raises(ValueError, match=message):
        engine.TextEnvironment(stages)


def test_a_stage_without_puzzles_ends(monkeypatch):
    monkeypatch.setattr("board_catalogue.engine.curriculum._MOST_TRIED", 32)
    with pytest.raises(ValueError, match=r"no puzzle of .* among 32"):
        Stage(size=4, rating=(9.0, 9.5)).puzzle(1, 0)


def test_puzzles_of_a_data_set():
    game = engine.TextEnvironment()
    variant = Stage(size=6, rules="killer").puzzle(1, 0)
    row = {"puzzle": engine.Grid(PUZZLE).line(), "prompt": [], "solution": "", "seed": 3, "rating": 1.2}
    assert game.reset(**row) == game.reset(puzzle=PUZZLE)
    from board_catalogue.engine.rules.formats import constraint_text

    line = "." * 36
    told = game.reset(puzzle=line, constraints=constraint_text.write(variant))
    assert told == game.reset(puzzle=variant) and "cage" in told and "┏" in told
    cell, digit = next((c, d) for c in range(36) for d in range(1, 7) if "broken" in game._why_not(c, d))
    assert "Cage" in game.place(named(cell, 6), digit)
    solved(game)
    assert game.is_solved
    for wrong, message in (("." * 81, "several"), ("11" + "." * 79, "no solution")):
        with pytest.raises(ValueError, match=message):
            game.reset(puzzle=wrong)


# --- Trainers -------------------------------------------------------------------------------------------------------


def tools_as_trl_finds_them(game):
    """As `GRPOTrainer` of TRL 1.16 looks for them: public functions of the class."""
    found = [name for name, _ in inspect.getmembers(type(game), inspect.isfunction) if not name.startswith("_")]
    return {name: getattr(game, name) for name in found if name not in ("reset", "get_reward")}


def test_tools_say_what_schemas_need():
    game = begun()
    tools = tools_as_trl_finds_them(game)
    assert (
        sorted(tools)
        == sorted(tool.__name__ for tool in game.tools)
        == ["candidates", "finish", "hint", "place", "undo"]
    )
    for tool in tools.values():
        names = inspect.signature(tool).parameters
        said = dict(re.findall(r"^    (\w+): (.+)$", inspect.getdoc(tool).partition("Args:")[2], re.MULTILINE))
        assert said.keys() == names.keys() and tool.__annotations__.keys() == {*names, "return"}


class Trainer:
    """What `GRPOTrainer` does with an environment, for a model that knows the solution of every second puzzle."""

    def __init__(self, model, environment_factory, train_dataset, args):
        self.games = [environment_factory() for _ in range(args["num_generations"])]
        self.rows, self.args = train_dataset, args

    def train(self):
        for step in range(self.args["max_steps"]):
            row = {name: column[step] for name, column in self.rows.items()}
            assert len({game.reset(**row) for game in self.games}) == 1  # a group is at one puzzle
            for number, game in enumerate(self.games):
                tools = tools_as_trl_finds_them(game)
                tools["hint"](stage=1)
                if number % 2:
                    solved(game)
                tools["finish"]()
        self.rewards = [game.get_reward() for game in self.games]


def test_the_page_up_to_the_first_step(monkeypatch, capsys):
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    for name, things in (("datasets", {"Dataset": dict}), ("trl", {"GRPOConfig": dict, "GRPOTrainer": Trainer})):
        module = ModuleType(name)
        module.__dict__.update(things)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys.modules["datasets"], "Dataset", type("Dataset", (), {"from_dict": staticmethod(dict)}))
    names: dict[str, object] = {}
    for block in blocks[:2]:
        exec(compile(block, PAGE.name, "exec"), names)
    assert "r1c1 can hold 7." in capsys.readouterr().out
    empty = names["trainer"].games[0]._empty
    assert names["trainer"].rewards == pytest.approx([0, 1 - 0.25 / empty, 0, 1 - 0.25 / empty])
    assert len(names["curriculum"]._last) == 4
    for block in blocks[2:]:
        compile(block, PAGE.name, "exec")


def test_a_game_of_many_episodes_keeps_no_board():
    game = engine.TextEnvironment([{"size": 4}])
    for _ in range(20):
        game.reset()
        farmed(game)
    assert len(game._boards) + len(game._asked) + len(game._placed) < 9
