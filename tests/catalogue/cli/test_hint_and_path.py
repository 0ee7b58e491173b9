import json
import re
from itertools import takewhile

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid, paths

FULL = "698271453314568279725493168437926815561784932982135746243857691159642387876319524"


@pytest.fixture(scope="module")
def puzzles(rated):
    return plain_view.puzzles(rated)


@pytest.fixture
def ask(call, rated):
    def call_with(*words):
        return call(*words, "--home", rated)

    return call_with


def expected_steps(puzzle):
    steps = engine.steps(np.array(plain_view.cells(puzzle["givens"]), np.uint8))
    return json.loads(json.dumps([paths.as_data(step) for step in steps]))


def test_a_path_for_programs_is_that_of_the_engine(ask, puzzles):
    for puzzle in (puzzles[0], puzzles[299]):
        done = ask("path", "--style", "rating", puzzle["id"], "--format", "json")
        assert (done.status, done.err) == (0, "")
        assert json.loads(done.out) == expected_steps(puzzle)


def test_a_path_for_people_has_a_step_a_line_under_the_puzzle(ask, puzzles):
    puzzle = max((p for p in puzzles if p["rating"]), key=lambda puzzle: puzzle["rating"])
    lines = ask("path", "--style", "rating", puzzle["id"]).out.splitlines()
    assert Grid.parse("\n".join(lines[:13])).line() == puzzle["givens"]
    assert lines[13:-1] == [
        f"{number:3}  {step['rating']:4.1f}  {step['technique']}: {step['sentence']}"
        for number, step in enumerate(expected_steps(puzzle), 1)
    ]
    assert lines[-1] == f"rated {puzzle['rating']}, {puzzle['grade']}, {puzzle['hardest']}"


def drawn_cells(out):
    """The text of each of the 81 cells, each of which must be under the label of its column."""
    columns, *rows = [line for line in out.splitlines()[:14] if "═" not in line]
    assert columns.split() == [f"c{number}" for number in range(1, 10)]
    assert [row[:3] for row in rows] == [f"r{number} " for number in range(1, 10)]
    starts = [match.start() for match in re.finditer("c", columns)]
    words = [list(re.finditer("[^ ║]+", row[3:])) for row in rows]
    assert all([3 + word.start() for word in row] == starts for row in words)
    return [word[0] for row in words for word in row]


def position_before(puzzle, step):
    """Digits and candidates of every cell before a step, by plain sets."""
    values = plain_view.cells(puzzle["givens"])
    removed = set()
    for earlier in expected_steps(puzzle)[: step - 1]:
        if earlier["placement"]:
            values[earlier["placement"][0]] = earlier["placement"][1]
        removed |= {tuple(pair) for pair in earlier["eliminations"]}
    peers = [
        {other for unit in plain_view.units(81) for other in unit(range(81)) if cell in unit(range(81))}
        for cell in range(81)
    ]
    left = [
        set()
        if values[cell]
        else set(range(1, 10)) - {values[p] for p in peers[cell]} - {d for c, d in removed if c == cell}
        for cell in range(81)
    ]
    return values, left


def pattern_of(step):
    """The candidates of the pattern of a step, and those that hold on its chains."""
    pattern = {(cell, digit) for part in [step, *step["parts"]] for cell in part["cells"] for digit in part["digits"]}
    return pattern | {(link["cell"], link["digit"]) for branch in step["chains"] for link in branch if link["holds"]}


def test_a_hint_has_a_line_for_each_link_of_each_branch(ask, puzzles):
    puzzle = max((p for p in puzzles if p["rating"]), key=lambda puzzle: puzzle["rating"])
    steps = expected_steps(puzzle)
    number, step = next((n, step) for n, step in enumerate(steps, 1) if len(step["chains"]) > 1)
    lines = ask("hint", "--style", "rating", puzzle["id"], "--step", number).out.splitlines()
    heads = [line for line in lines if line.startswith("Branch")]
    assert len(heads) == len(step["chains"])
    for head, branch in zip(heads, step["chains"], strict=True):
        begin = lines.index(head)
        for place, (line, link) in enumerate(zip(lines[begin + 1 :], branch[1:], strict=False), 2):
            row, column = divmod(link["cell"], 9)
            is_ = "is" if link["holds"] else "is not"
            assert line.startswith(f"{place:3}  r{row + 1}c{column + 1} {is_} {link['digit']}: ")


@pytest.mark.parametrize("place", ["first", "middle", "last", "hardest"])
def test_a_hint_draws_the_step_among_the_candidates(ask, puzzles, place):
    puzzle = max((p for p in puzzles if p["rating"]), key=lambda puzzle: puzzle["rating"])
    steps = expected_steps(puzzle)
    ratings = [step["rating"] for step in steps]
    number = {"first": 1, "middle": len(steps) // 2, "last": len(steps), "hardest": ratings.index(max(ratings)) + 1}[
        place
    ]
    done = ask("hint", "--style", "rating", puzzle["id"], *([] if number == 1 else ["--step", number]))
    assert (done.status, done.err) == (0, "")
    step = steps[number - 1]
    lines = done.out.splitlines()
    heading, sentence, *links = lines[14:]
    assert heading == f"step {number} of {len(steps)}: {step['technique']}, rated {step['rating']}"
    assert sentence == step["sentence"]
    values, left = position_before(puzzle, number)
    for cell, text in enumerate(drawn_cells(done.out)):
        if values[cell]:
            assert text == f"[{values[cell]}]"
            continue
        marks = {int(digit): mark for mark, digit in re.findall(r"([-+*]?)(\d)", text)}
        assert set(marks) == left[cell]
        for digit, mark in marks.items():
            assert (mark == "+") == (step["placement"] == [cell, digit])
            assert (mark == "-") == ([cell, digit] in step["eliminations"])
            if mark in ("*", "?"):
                assert (cell, digit) in pattern_of(step)
    assert len(links) == (sum(map(len, step["chains"])) if len(step["chains"]) > 1 else 0)
    assert max(map(len, lines[:15])) <= 80


def test_a_hint_for_programs_is_one_step(ask, puzzles):
    steps = expected_steps(puzzles[3])
    for number in (1, len(steps)):
        assert (
            json.loads(ask("hint", "--style", "rating", 3, "--step", number, "--format", "json").out)
            == steps[number - 1]
        )


def test_a_hint_can_be_an_image(ask):
    done = ask("hint", "--style", "rating", 3, "--format", "svg")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("<svg ") and done.out.endswith("</svg>\n")


@pytest.mark.daily("path")
@pytest.mark.parametrize("command", ["hint", "path"])
def test_a_puzzle_may_come_out_of_a_file(ask, puzzles, tmp_path, command):
    (tmp_path / "puzzle.txt").write_text(str(Grid.parse(puzzles[5]["givens"])))
    assert ask(command, tmp_path / "puzzle.txt") == ask(command, 5)


def test_a_puzzle_without_a_path_is_told_in_one_line(ask, tmp_path, error_of):
    for text, message in [
        ("." * 81, "the puzzle has several solutions"),
        ("12345678." + "........9" + "." * 63, "the puzzle has no solution"),
        ("1" + "." * 255, "it has several solutions"),
        ("11" + "." * 79, "contradict each other"),
        ("nothing", "puzzle.txt"),
    ]:
        for command in ["hint", "path"]:
            (tmp_path / "puzzle.txt").write_text(text)
            assert message in error_of(ask(command, tmp_path / "puzzle.txt"))


@pytest.mark.parametrize("command", ["hint", "path"])
def test_what_is_not_there_is_told_in_one_line(ask, call, filled_large, error_of, command):
    assert "no board 300: the catalogue has boards 0 to 299" in error_of(ask(command, 300))
    assert "name a file that holds a puzzle" in error_of(ask(command, "nowhere.txt"))
    rated = call(command, 1, "--home", filled_large, "--style", "rating")
    assert "puzzles of size 16 have no rating" in error_of(rated)
    assert f"catalogue {command} --help" in error_of(ask(command), status=2)


def test_a_step_beyond_the_path_is_told_in_one_line(ask, tmp_path, error_of, puzzles):
    count = len(expected_steps(puzzles[0]))
    assert f"no step {count + 1}: the path of the puzzle has {count}" in error_of(
        ask("hint", "--style", "rating", 0, "--step", count + 1)
    )
    (tmp_path / "full.txt").write_text(FULL)
    assert (
        error_of(ask("hint", "--style", "rating", tmp_path / "full.txt"))
        == "catalogue: there is no next step: the puzzle is full\n"
    )
    assert ask("path", "--style", "rating", tmp_path / "full.txt").out.splitlines()[-1] == "The puzzle is full."


@pytest.mark.parametrize(("size", "blocks"), [(6, None), (6, "3x2"), (12, None), (5, "none")])
def test_a_puzzle_of_another_shape_is_solved_step_by_step(ask, call, tmp_path, size, blocks):
    file, words = tmp_path / "puzzle", ("--size", size, *(("--blocks", blocks) if blocks else ()))
    assert call("create", file, "--grade", "medium", "--seed", 1, *words).status == 0
    done = ask("path", "--style", "rating", file, *words)
    assert (done.status, done.out.splitlines()[-1].split(",")[1]) == (0, " medium")
    assert "step 1 of" in ask("hint", "--style", "rating", file, *words).out


def test_the_shape_of_a_puzzle_of_the_catalogue_is_known(ask, error_of):
    assert "--size, --blocks and --base are for a file" in error_of(
        ask("hint", "--style", "rating", 1, "--size", 6), status=2
    )


def test_the_style_of_people_is_the_default_and_ends_with_both_scales(call, rated):
    puzzle = json.loads(
        call("query", "--home", rated, "--sort", "rating", "--desc", "--limit", 1, "--format", "json").out
    )
    number = puzzle[0]["id"]
    scored = engine.score(np.array([int(cell.replace(".", "0")) for cell in puzzle[0]["givens"]], np.uint8))
    last = call("path", number, "--home", rated).out.splitlines()[-1]
    assert last.startswith(f"score {scored['score']:,} ({engine.LEVELS[scored['level']]}), ")
    assert f"; rated {puzzle[0]['rating']:.1f}" in last
    steps = json.loads(call("path", number, "--home", rated, "--format", "json").out)
    assert sum(step["score"] for step in steps) == scored["score"]
    for place, step in enumerate(steps, 1):
        if step["chains"] or step["parts"]:
            assert json.loads(call("hint", number, "--home", rated, "--step", place, "--format", "json").out) == step
            break


def test_boards_of_other_sizes_have_no_style_score(call, tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("1.34341221434321\n")
    assert "full-house" in call("path", path, "--style", "score").out
    assert "rated 1.0" in call("path", path).out


@pytest.mark.daily("de-Versteckter Einer im Block: In Block-Wolkenkratzer: 130 Punkte (schwer)")
@pytest.mark.parametrize(
    ("language", "line", "title"),
    [
        ("en", "hidden-single-block: In block", "Skyscraper: score 130 (hard)"),
        ("de", "Versteckter Einer im Block: In Block", "Wolkenkratzer: 130 Punkte (schwer)"),
        ("fr", "Singleton caché dans un bloc\u00a0: Dans le bloc", "Gratte-ciel\u00a0: 130 points (difficile)"),
        ("es", "Único oculto en un bloque: En el bloque", "Rascacielos: 130 puntos (difícil)"),
    ],
)
def test_steps_and_lessons_are_said_in_a_language(ask, call, puzzles, language, line, title):
    number = puzzles[0]["id"]
    assert line in ask("path", number, "--style", "rating", "--language", language).out
    said = json.loads(ask("path", number, "--language", language, "--format", "json").out)
    hint = json.loads(ask("hint", number, "--language", language, "--format", "json").out)
    assert said[0] == hint
    heading, sentence = ask("hint", number, "--language", language).out.splitlines()[-2:]
    assert sentence == hint["sentence"] and "1" in heading
    assert call("techniques", "skyscraper", "--language", language).out.startswith(title)


def test_rules_of_a_variant_are_said_in_the_language(call):
    done = call("path", ".Shape~4x4.AntiKnight.~R2C3_3~R2C4_2~R4C4_4", "--language", "de")
    assert "Anti-Springer: Felder, die einen Springerzug" in done.out and "Das Rätsel ist gelöst." in done.out


def test_an_unknown_language_is_refused(call):
    done = call("hint", "1", "--language", "xx")
    assert done.status == 2 and "'xx' is not one of en, de, es, fr" in done.err


@pytest.mark.parametrize(
    ("puzzle", "givens"),
    [
        pytest.param(
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
            21,
            marks=pytest.mark.slow,
        ),
        (".Windoku.~R1C1_4~R1C2_1~R3C5_6~R4C8_2~R6C3_9~R7C7_3", 6),  # several solutions
    ],
)
def test_a_path_that_named_techniques_do_not_end_says_how_far_it_comes(call, puzzle, givens):
    *_, said = call("path", puzzle).out.splitlines()
    steps = json.loads(call("path", puzzle, "--format", "json").out)
    known = list(takewhile(lambda step: step["technique"] != "brute-force", steps))
    form = r"Named techniques end after step (\d+): (\d+) of 81 cells are filled, (\d+) candidates are left(.*)\."
    far = re.fullmatch(form, said)
    assert int(far[1]) == len(known)
    assert int(far[2]) == givens + sum(step["placement"] is not None for step in known)
    assert sum(map(int, re.findall(r"[a-z] (\d+)", far[4]))) == len(known)
    assert int(far[3]) > 81 - int(far[2])


def test_each_step_is_one_line_in_a_pipe(call, puzzles, ask):
    said = ask("path", puzzles[0]["id"]).out.splitlines()
    numbered = [line.split()[0] for line in said if re.match(r" *\d+ +\d+  [a-z-]+: ", line)]
    assert numbered == [str(number) for number in range(1, len(numbered) + 1)]
    assert len(numbered) > 40
    assert not any(line.startswith("    ") for line in said)
