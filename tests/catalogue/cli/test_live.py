"""What moves, in a real (pseudo-)terminal of 80 columns."""

import os
import re
import termios
from contextlib import contextmanager
from time import perf_counter, sleep

import numpy as np
import pexpect
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.shape import cell_name
from board_catalogue.engine.teaching.search import Search

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BLUE, RED, GREEN = "\x1b[1;34m", "\x1b[31m", "\x1b[32m"


@pytest.fixture
def in_terminal(program, home):
    """Starts the program in a terminal: `with in_terminal("demo") as terminal`."""

    @contextmanager
    def start(*words, lines=40, **variables):
        environment = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        terminal = pexpect.spawn(
            program,
            [str(word) for word in words],
            env=environment | {"TERM": "xterm"} | variables,
            dimensions=(lines, 80),
            encoding="utf-8",
            codec_errors="replace",  # Ctrl-C empties the terminal's queue, in the middle of a character too
            timeout=60,
        )
        try:
            yield terminal
        finally:
            terminal.close(force=True)

    return start


def everything(terminal):
    """What the program wrote until its end."""
    terminal.expect(pexpect.EOF)
    terminal.wait()
    return terminal.before.replace("\r\n", "\n")


def bare(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def drawings(text):
    return [Grid.parse(drawn).line() for drawn in re.findall(r"╔[^╝]*╝", bare(text))]


@pytest.fixture
def puzzle(tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text(PUZZLE)
    return path


# --- demo ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_enter_makes_another_board_and_q_leaves(in_terminal):
    boards = [Grid(board).line() for board in engine.generate(3, seed=2)]
    with in_terminal("demo", "--seed", 2) as terminal:
        for board in boards:
            terminal.expect_exact("Enter: another board, q: quit")
            assert drawings(terminal.before) == [board]
            terminal.send("\r")
        terminal.expect_exact("Enter: another board, q: quit")
        terminal.send("x")  # no key that means anything
        terminal.send("q")
        assert drawings(everything(terminal)) == []
        assert terminal.exitstatus == 0


@pytest.mark.slow
@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
def test_the_end_of_input_leaves_and_so_does_an_interruption(in_terminal, key, status):
    with in_terminal("demo", "--seed", 2) as terminal:
        terminal.expect_exact("q: quit")
        terminal.send(key)
        assert "Traceback" not in everything(terminal)
        assert terminal.exitstatus == status


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seed", "left"), [(4, 2, "1234"), (9, 2, "8 left"), (16, 11, "15?")])
def test_the_wave_is_seen_to_collapse_within_80_columns(in_terminal, size, seed, left):
    with in_terminal("demo", "--watch", "--boards", 1, "--seed", seed, "--size", size, "--delay", 0) as terminal:
        seen = everything(terminal)
    assert terminal.exitstatus == 0
    settled = [int(count) for count in re.findall(rf"(\d+) of {size**2} cells settled", bare(seen))]
    assert settled[:3] == [0, 1, 2]
    assert settled[-1] == size**2
    assert max(map(len, bare(seen).replace("\r", "\n").split("\n"))) <= 80
    assert GREEN.replace("[", "[1;") in seen
    assert left in bare(seen)  # in some cell, once
    (last,) = drawings(seen[seen.rfind("\x1b[2K") :])
    assert Grid.parse(last).is_solved


@pytest.mark.slow
def test_a_wave_of_25_has_room_for_shades_only(in_terminal):
    with in_terminal("demo", "--watch", "--seed", 1, "--size", 25, "--delay", 0, lines=60) as terminal:
        drawings = []
        for _ in range(2):
            terminal.expect_exact("of 625 cells settled")
            drawings.append(bare(terminal.before))
        terminal.send("\x03")  # the other cells take seconds to draw
    assert "▓" in drawings[0]
    for seen in drawings:
        assert max(map(len, seen.replace("\r", "\n").split("\n"))) == 61


@pytest.mark.slow
def test_the_cursor_is_given_back_after_an_interruption(in_terminal):
    with in_terminal("demo", "--watch", "--boards", 1000, "--delay", 20) as terminal:
        terminal.expect_exact("20 of 81 cells settled")
        terminal.send("\x03")
        rest = everything(terminal)
        assert terminal.exitstatus == 130
    assert rest.rfind("\x1b[?25h") > rest.rfind("\x1b[?25l")
    assert "Traceback" not in rest


# --- explore ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_bar_moves_and_leaves_nothing_but_the_table(in_terminal):
    with in_terminal("explore", "--runs", 3, "--seed", 1, "--max-steps", 100) as terminal:
        seen = everything(terminal)
    assert terminal.exitstatus == 0
    assert "100%" in bare(seen)
    assert bare(seen[seen.rfind("\x1b[2K") :]).lstrip("\r").startswith("size  clues  rule")


@pytest.mark.slow
def test_an_interruption_leaves_the_experiment(in_terminal):
    with in_terminal("explore", "--runs", 100, "--seed", 1) as terminal:
        terminal.expect_exact("20%")
        terminal.send("\x03")
        rest = everything(terminal)
        assert terminal.exitstatus == 130
    assert "Traceback" not in rest
    assert rest.rfind("\x1b[?25h") > rest.rfind("\x1b[?25l")
    assert re.search(r"^ *9 +0 +row-major +100 ", bare(rest), re.MULTILINE)
    assert "stopped by Ctrl-C after 1 of 5 rows\n" in rest


# --- create -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_clues_are_seen_to_leave_the_board(in_terminal):
    with in_terminal("create", "--size", 4, "--seed", 1, "--watch", "--delay", 0) as terminal:
        seen = bare(everything(terminal))
    assert terminal.exitstatus == 0
    *frames, _ = re.findall(r"(\d+) clues\s+r\dc\d: (\d) (is removed|stays)", seen)  # the last is drawn again
    removed = [int(left) for left, _, outcome in frames if outcome == "is removed"]
    assert removed == list(range(15, 15 - len(removed), -1))
    assert [int(left) for left, _, outcome in frames if outcome == "stays"] == removed[-1:] * removed[-1]
    assert len(frames) == 16
    assert re.search(rf"^clues +{removed[-1]}\s*$", seen, re.MULTILINE)


# --- solve --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_search_is_seen_givens_blue_and_tries_red(in_terminal, puzzle):
    with in_terminal("solve", puzzle, "--watch", "--delay", 1) as terminal:
        seen = everything(terminal)
    assert terminal.exitstatus == 0
    steps = [int(step) for step in re.findall(r"step (\d+)  depth", bare(seen))]
    assert steps == sorted(steps) and set(steps) == set(range(1, 52))
    assert f"{BLUE}5" in seen and RED in seen
    (solution,) = [drawn for drawn in re.findall(r"╔[^╝]*╝", seen) if GREEN in drawn]  # which stays
    assert RED not in solution
    assert Grid.parse(bare(solution)).is_solved
    assert "Hurray!" in seen[seen.rfind("\x1b[2K") :]
    assert max(map(len, bare(seen).replace("\r", "\n").split("\n"))) <= 80


@pytest.mark.slow
def test_the_candidates_of_the_chosen_cell_are_seen(in_terminal, puzzle):
    with in_terminal(
        "solve", puzzle, "--watch", "--delay", 0, "--next-cell", "row-major", "--max-steps", 200
    ) as terminal:
        seen = bare(everything(terminal))
    expected = []

    def watch(step):
        candidates = "".join(map(str, search.grid.candidates(step.row, step.column)))
        outcome = f"tries {step.value}" if step.value else "goes back"
        left = f"candidates {candidates}" if candidates else "no candidate"
        expected.append(f"{cell_name(step.row, step.column)}: {left}, {outcome}")

    search = Search(Grid.parse(PUZZLE), observer=watch, max_steps=200)
    search.run()
    *frames, _ = re.findall(
        r"r\dc\d: (?:candidates|no) .*", seen
    )  # rich draws the last frame once more before it erases it
    assert frames == expected


@pytest.mark.slow
def test_keys_pause_step_and_change_the_speed(in_terminal, puzzle):
    with in_terminal("solve", puzzle, "--watch", "--delay", 40) as terminal:
        terminal.expect_exact("step 5 ")
        terminal.send(" ")
        terminal.expect_exact("40 ms a frame, paused")
        terminal.expect_exact("space: continue")
        sleep(0.3)  # in which several steps would have been taken
        terminal.send("x")  # no key that means anything
        terminal.expect(r"step (\d+) ")
        step = int(terminal.match[1])
        for number in (1, 2):
            terminal.send("s")
            terminal.expect(rf"step {step + number} [^╔]*paused")
        terminal.send("+")
        terminal.expect(rf"step {step + 2} [^╔]*20 ms a frame")
        terminal.send("-")
        terminal.expect(rf"step {step + 2} [^╔]*40 ms a frame")
        terminal.send(" ")
        rest = bare(everything(terminal))
        assert terminal.exitstatus == 0
    assert [int(number) for number in re.findall(r"step (\d+) ", rest)][-1] == 51


@pytest.mark.slow
def test_a_key_pauses_a_wave(in_terminal):
    with in_terminal("demo", "--watch", "--boards", 1, "--seed", 2, "--delay", 20) as terminal:
        terminal.expect_exact("5 of 81 cells settled")
        terminal.send("s")
        terminal.expect(r"(\d+) of 81 cells settled[^╔]*paused")
        settled = int(terminal.match[1])
        terminal.send("s")
        terminal.expect(rf"{settled + 1} of 81 cells settled\s*r\dc\d: candidates \d+, takes \d[^╔]*paused")
        terminal.send(" ")
        rest = everything(terminal)
    assert drawings(rest[rest.rfind("\x1b[2K") :]) == [Grid(engine.generate(1, seed=2)[0]).line()]


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["\x03", " \x03"])
def test_keys_need_enter_again_after_an_interruption(in_terminal, puzzle, keys):
    with in_terminal("solve", puzzle, "--watch", "--delay", 100) as terminal:
        before = termios.tcgetattr(terminal.child_fd)
        terminal.expect_exact("step 2 ")
        assert not termios.tcgetattr(terminal.child_fd)[3] & (termios.ICANON | termios.ECHO)
        for key in keys:
            terminal.send(key)
            sleep(0.2)
        terminal.expect(pexpect.EOF)
        after = termios.tcgetattr(terminal.child_fd)
        terminal.wait()
        assert terminal.exitstatus == 130
    assert before[3] & after[3] & termios.ICANON and before[3] & termios.ECHO == after[3] & termios.ECHO


@pytest.mark.slow
def test_a_search_without_a_solution_ends_in_words(in_terminal, puzzle):
    puzzle.write_text("123........4....")
    with in_terminal("solve", puzzle, "--watch", "--delay", 0, "--next-cell", "row-major") as terminal:
        seen = everything(terminal)
    assert terminal.exitstatus == 1
    assert "No solution!" in seen


@pytest.mark.slow
def test_an_interruption_leaves_the_search_and_gives_the_cursor_back(in_terminal, puzzle):
    with in_terminal("solve", puzzle, "--watch", "--delay", 100) as terminal:
        terminal.expect_exact("step 3 ")
        terminal.send("\x03")
        rest = everything(terminal)
        assert terminal.exitstatus == 130
    assert rest.rfind("\x1b[?25h") > rest.rfind("\x1b[?25l")
    assert "Traceback" not in rest and "Hurray!" not in rest


@pytest.mark.slow
def test_the_fast_method_too_can_be_interrupted(in_terminal, tmp_path):
    board = engine.generate(1, size=25, seed=0)[0]
    clues = np.random.default_rng(0).choice(625, 250, replace=False)
    hard = np.zeros(625, np.uint8)  # for hours, perhaps
    hard[clues] = board[clues]
    (tmp_path / "hard").write_text(Grid(hard).line())
    with in_terminal("solve", tmp_path / "hard", "--search", "fast", lines=60) as terminal:
        terminal.expect_exact("╝")
        sleep(0.2)  # until the kernel is at work
        terminal.send("\x03")
        assert "Traceback" not in everything(terminal)
        assert terminal.exitstatus == 130


@pytest.mark.slow
def test_the_delay_is_kept_and_does_not_count_as_solving(in_terminal, puzzle):
    begin = perf_counter()
    with in_terminal("solve", puzzle, "--watch", "--delay", 20) as terminal:
        told = float(re.search(r"seconds to solve +(\S+)", everything(terminal))[1])
    assert told + 51 * 0.020 <= perf_counter() - begin


@pytest.mark.slow
def test_a_terminal_too_low_for_the_board_shows_what_it_can(in_terminal, puzzle):
    with in_terminal("solve", puzzle, "--watch", "--delay", 0, lines=8) as terminal:
        assert "Hurray!" in everything(terminal)
        assert terminal.exitstatus == 0


@pytest.mark.slow
@pytest.mark.parametrize("words", [("--watch", "--delay", 0), ()])
def test_no_colour_where_none_is_wanted(in_terminal, puzzle, words):
    with in_terminal("solve", puzzle, *words, NO_COLOR="1") as terminal:
        seen = everything(terminal)
    assert not re.search(r"\x1b\[[0-9;]*[34]\d[;m]", seen)
    assert "Hurray!" in seen


@pytest.mark.slow
def test_a_dumb_terminal_gets_plain_text(in_terminal, puzzle):
    with in_terminal("solve", puzzle, TERM="dumb") as terminal:
        seen = everything(terminal)
    assert "\x1b" not in seen
    assert drawings(seen)[0] == PUZZLE


# --- show ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_clues_and_the_rest_of_a_solution_have_their_own_colours(in_terminal, filled):
    (puzzle,) = (each for each in plain_view.puzzles(filled) if each["id"] == 3)
    with in_terminal("show", 3, "--home", filled) as terminal:
        seen = everything(terminal)
    assert re.findall(r"\x1b\[1;34m(\d)", seen) == re.findall(r"\d", puzzle["givens"])
    with in_terminal("show", 3, "--solution", "--home", filled) as terminal:
        seen = everything(terminal)
    cells = re.findall(r"\x1b\[(1;34|32)m(\d)", seen)
    assert "".join(digit if colour == "1;34" else "." for colour, digit in cells) == puzzle["givens"]
    assert "".join(digit for _, digit in cells) == puzzle["solution"]
    assert "marked" not in seen


@pytest.mark.slow
def test_clues_are_marked_where_no_colour_is_wanted(in_terminal, filled):
    with in_terminal("show", 3, "--solution", "--home", filled, NO_COLOR="1") as terminal:
        seen = everything(terminal)
    assert len(re.findall(r"\d'", seen)) == plain_view.puzzles(filled)[3]["clues"]


# --- hint and path ------------------------------------------------------------------------------------------------

HARD = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."
PAIRS = "...........78...56.34...7..9.8....1...5..84.2....2.93.4.......3.8.95......9.63.2."


@pytest.fixture
def hard(tmp_path):
    path = tmp_path / "hard.txt"
    path.write_text(HARD)
    return path


@pytest.mark.slow
def test_a_hint_is_in_colour(in_terminal, hard):
    hard.write_text(PAIRS)
    steps = engine.steps(Grid.parse(PAIRS).to_numpy().ravel())
    number = next(number for number, step in enumerate(steps, 1) if step.technique == "naked-pair")
    with in_terminal("hint", hard, "--style", "rating", "--step", number) as terminal:
        seen = everything(terminal)
    assert terminal.exitstatus == 0
    assert f"{BLUE}[9]" in seen
    assert re.search(r"\x1b\[1;7;31m-\d", seen) and re.search(r"\x1b\[1;33m\*\d", seen)
    assert max(map(len, bare(seen).split("\n"))) <= 80


@pytest.mark.slow
def test_long_steps_of_a_path_are_folded_on_a_terminal(in_terminal, hard):
    with in_terminal("path", hard) as terminal:
        lines = bare(everything(terminal)).split("\n")
    assert max(map(len, lines)) <= 80
    assert any(line.startswith(" " * 11) for line in lines)
