"""`catalogue hint --at FILE` and `--depth`: the next step of a board that a person has begun."""

import json

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.paths.record import Position


@pytest.fixture(scope="module")
def puzzle(rated):
    """The puzzle of the highest rating, by its number."""
    return max((p for p in plain_view.puzzles(rated) if p["rating"]), key=lambda puzzle: puzzle["rating"])


@pytest.fixture
def ask(call, rated, puzzle):
    return lambda *words: call("hint", "--style", "rating", puzzle["id"], *words, "--home", rated)


def marked(puzzle, count, changed=None):
    """The board after some steps, one word per cell; `changed` has other words by cell."""
    grid = Grid.parse(puzzle["givens"])
    position, steps = Position.of(grid), engine.steps(grid.to_numpy().ravel())
    for step in steps[:count]:
        position.take(step)
    words = [
        f"[{value}]" if value else "".join(map(str, position.candidates(cell)))
        for cell, value in enumerate(position.values)
    ]
    for cell, word in (changed or {}).items():
        words[cell] = word
    return "\n".join(" ".join(words[row : row + 9]) for row in range(0, 81, 9)), steps[count]


@pytest.mark.daily("30")
@pytest.mark.parametrize("count", [0, 7, 30])
def test_the_next_step_of_a_board_with_pencil_marks(ask, puzzle, tmp_path, count):
    text, step = marked(puzzle, count)
    (tmp_path / "board.txt").write_text(text)
    assert json.loads(ask("--at", tmp_path / "board.txt", "--format", "json").out)["sentence"] == step.sentence
    lines = ask("--at", tmp_path / "board.txt").out.splitlines()
    assert lines[14:16] == [f"next step: {step.technique}, rated {step.rating / 10}", step.sentence]
    (tmp_path / "drawn.txt").write_text("\n".join(lines[:14]))  # a drawing is a board too
    assert ask("--at", tmp_path / "drawn.txt").out.splitlines() == lines


def test_a_board_without_marks_is_one_too(ask, puzzle, tmp_path):
    (tmp_path / "line.txt").write_text(puzzle["givens"])
    assert ask("--at", tmp_path / "line.txt").out.splitlines()[:14] == ask().out.splitlines()[:14]


def test_what_is_wrong_is_named_first(ask, puzzle, tmp_path, error_of):
    solution = engine.solve(Grid.parse(puzzle["givens"]).to_numpy().ravel())
    cell = puzzle["givens"].index(".")
    name, wrong = f"r{cell // 9 + 1}c{cell % 9 + 1}", int(solution[cell]) % 9 + 1
    for word, message in (
        (f"[{wrong}]", f"{name} is not {wrong}"),
        (str(wrong), f"{name}: the right digit is not among your marks"),
    ):
        text, _ = marked(puzzle, 0, {cell: word})
        (tmp_path / "wrong.txt").write_text(text)
        assert message in error_of(ask("--at", tmp_path / "wrong.txt"))
    (tmp_path / "words.txt").write_text(text.replace("[", "[x", 1))
    assert "has no digits of a cell" in error_of(ask("--at", tmp_path / "words.txt"))
    assert "name a file that holds a board" in error_of(ask("--at", tmp_path / "nowhere.txt"))


def test_three_depths(ask, puzzle):
    step = engine.steps(Grid.parse(puzzle["givens"]).to_numpy().ravel())[0]
    (where,) = ask("--depth", "where").out.splitlines()
    assert where == f"Look at {', '.join(step.units)}."
    first, second = ask("--depth", "technique").out.splitlines()
    assert first == where
    assert second.startswith(f"{step.technique}, rated {step.rating / 10}: ")
    assert ask("--depth", "all").out == ask().out


def test_options_that_exclude_each_other(ask, error_of, tmp_path):
    assert "--depth is for text" in error_of(ask("--depth", "where", "--format", "json"), status=2)
    assert "--step counts from the puzzle" in error_of(ask("--at", tmp_path, "--step", 2), status=2)


@pytest.mark.daily("killer")
@pytest.mark.parametrize("rules", ["killer", "thermo", "kropki"])
def test_each_depth_of_a_variant_draws_its_board_within_a_screen(call, tmp_path, rules):
    file = tmp_path / "variant.txt"
    assert call("create", file, "--rules", rules, "--seed", 1).status == 0
    for depth in ("where", "technique", "all"):
        lines = call("hint", file, "--depth", depth).out.splitlines()
        assert 20 < len(lines) <= 36  # with words that a terminal folds, 40
        assert max(len(line) for line in lines if line.strip()[-1] in "┃║") <= 80
        assert depth == "all" or any(line.startswith("Look at ") for line in lines[-3:])
