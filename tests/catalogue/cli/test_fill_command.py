import json
import os
import re
from collections import Counter

import plain_view
import pytest

from board_catalogue.catalogue.cli.terminal import readable


def figures(out):
    """The closing table: what stands before the first gap of two spaces, and after it."""
    return dict(re.split(r"\s{2,}", line, maxsplit=1) for line in out.splitlines() if re.match(r"\S.*\s{2,}\S+$", line))


def test_a_fill_tells_its_totals(call, home):
    done = call("fill", "--count", 200, "--seed", 7)
    assert (done.status, done.err) == (0, "")
    plain_view.assert_sound(home, count=200)
    told = figures(done.out)
    (stream,) = plain_view.table(home, "streams")
    assert told["boards added"] == told["boards in total"] == "200"
    assert told["attempts per board"] == f"{stream['attempts'] / stream['position']:.2f}"
    assert told["duplicates refused"] == "0"
    assert told["seed"] == "7"
    assert float(told["boards per second"].replace(",", "")) > 0
    assert not any(name.startswith("processor seconds: ") for name in told)


STAGES = ("generate", "keys", "claim", "carve", "prove and measure", "files", "rows")


@pytest.mark.sqlite("files of boards")
def test_seconds_by_stage_are_told_on_request(call):
    told = figures(call("fill", "--count", 200, "--verbose").out)
    for stage in STAGES:
        assert float(told[f"processor seconds: {stage}"]) >= 0


@pytest.mark.slow
def test_a_quiet_fill_says_nothing(call, home, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0.0)
    assert call("fill", "--count", 1500, "--quiet") == (0, "", "")
    plain_view.assert_sound(home, count=1500)


@pytest.mark.sqlite("files of boards")
def test_a_fill_reports_to_programs(call, home):
    told = json.loads(call("fill", "--count", 200, "--seed", 7, "--format", "json", "--verbose").out)
    clues = Counter(puzzle["clues"] for puzzle in plain_view.puzzles(home))
    assert (told["boards"], told["total"], told["seed"], told["given_up"]) == (200, 200, 7, False)
    assert told["clues"] == {str(value): clues[value] for value in sorted(clues)}
    assert set(told["stages"]) == set(STAGES)
    assert "stages" not in json.loads(call("fill", "--count", 1, "--format", "json").out)


# --- A number of clues ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_puzzles_that_miss_the_clues_are_counted(call, home):
    done = call("fill", "--count", 40, "--clues", 20, "--effort", 1000, "--seed", 7)
    clues = Counter(puzzle["clues"] for puzzle in plain_view.puzzles(home))
    assert 0 < clues[20] < 40
    assert done.status == 0
    assert figures(done.out)["with 20 clues"] == str(clues[20])
    assert f"{40 - clues[20]} of 40 puzzles have more than 20 clues" in done.out
    assert json.loads(call("fill", "--count", 40, "--clues", 30, "--format", "json").out)["reached_clues"] == 40


@pytest.mark.slow
def test_a_strict_fill_passes_over_puzzles_that_miss_the_clues(call, home):
    done = call("fill", "--count", 8, "--clues", 20, "--effort", 1000, "--strict", "--seed", 7)
    assert done.status == 0
    assert {puzzle["clues"] for puzzle in plain_view.puzzles(home)} == {20}
    (stream,) = plain_view.table(home, "streams")
    told = figures(done.out)
    assert (told["boards added"], told["boards tried"]) == ("8", str(stream["position"]))
    assert told["boards skipped"] == str(stream["unwanted"]) != "0"
    plain_view.assert_sound(home, count=8)


@pytest.mark.slow
def test_a_strict_fill_that_gives_up_has_a_status_of_its_own(call, home):
    done = call("fill", "--count", 5, "--clues", 17, "--strict", "--max-tries", 20, "--effort", 300, "--seed", 7)
    assert (done.status, done.err) == (3, "")
    assert "Gave up after 20 boards: 0 of 5 puzzles found." in done.out
    assert "The exit status is 0 when the goal is reached" in " ".join(call("fill", "--help-all").out.split())
    plain_view.assert_sound(home, count=0)


# --- Without files ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.sqlite("files of boards")
def test_a_catalogue_without_files_gets_them_by_export(call, home):
    assert call("fill", "--count", 30, "--no-files").status == 0
    assert call("fill", "--count", 10).status == 0  # it stays so
    assert plain_view.files(home) == {}
    assert (call("verify").status, call("verify", "--repair").status) == (0, 0)
    assert "keeps none" in call("stats").out
    assert plain_view.files(home) == {}
    assert call("export", "0-38", "--format", "files").status == 0
    assert len(plain_view.files(home)) == 39
    assert call("verify").status == 0
    assert call("export", "39", "--format", "files", "--output", home / "boards").status == 0
    plain_view.assert_sound(home, count=40)
    (home / "boards" / "7.txt").write_text("wrong\n")
    (home / "boards" / "8.txt").unlink()
    for words in ([], ["--quick"]):
        assert (call("verify", *words).out) == "files 7: differs from its board\n"
    assert call("verify", "--repair").status == 0
    assert len(plain_view.files(home)) == 39


@pytest.mark.sqlite("files of boards")
def test_files_can_be_left_out_and_taken_up_again(call, home):
    call("fill", "--count", 10)
    call("fill", "--count", 10, "--no-files")
    assert len(plain_view.files(home)) == 10
    call("fill", "--count", 10, "--files")
    plain_view.assert_sound(home, count=30)


def test_a_fill_draws_how_many_puzzles_have_how_many_clues(call, home):
    done = call("fill", "--count", 200, "--seed", 7)
    bars = {int(m[1]): int(m[2]) for m in re.finditer(r"^\s*(\d+)\s+(\d+)\s+[\d.]+%\s+█+$", done.out, re.MULTILINE)}
    clues = [puzzle["clues"] for puzzle in plain_view.puzzles(home)]
    assert bars == {value: clues.count(value) for value in set(clues)}


def test_a_seed_that_is_drawn_is_told_kept_and_used_again(call, home, tmp_path):
    drawn = figures(call("fill", "--count", 20).out)["seed"]
    assert plain_view.table(home, "settings")[0]["seed"] == int(drawn)
    assert figures(call("fill", "--count", 20).out)["seed"] == drawn
    call("fill", "--count", 40, "--seed", drawn, "--home", tmp_path / "again")
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "again")


def test_two_new_catalogues_draw_two_seeds(call, tmp_path):
    seeds = {figures(call("fill", "--count", 1, "--home", tmp_path / str(i)).out)["seed"] for i in range(3)}
    assert len(seeds) == 3


def test_count_adds_and_total_completes(call, home):
    for words, added, in_all in [
        (("--count", 30), "30", "30"),
        (("--count", 5), "5", "35"),
        (("--total", 50), "15", "50"),
        (("--total", 20), "0", "50"),
    ]:
        done = call("fill", *words)
        assert (done.status, done.err) == (0, "")
        told = figures(done.out)
        assert (told["boards added"], told["boards in total"]) == (added, in_all)
    plain_view.assert_sound(home, count=50)


@pytest.mark.slow_cases("words1-filters1")
@pytest.mark.parametrize(
    ("words", "filters"),
    [
        (("--total", "easy=2", "--total", "medium=3"), (("--level", "easy", 2), ("--level", "medium", 3))),
        (("--total", "fiendish=4", "--total", "grade:hard=2"), (("--grade", "fiendish", 4), ("--grade", "hard", 2))),
    ],
)
def test_a_goal_of_levels_can_be_said_again(call, home, words, filters):
    """A fill that ended in its middle, and one that was done, end with the same puzzles."""
    call("fill", *words[:1], words[1].split("=")[0] + "=1", "--seed", 3)
    for _ in range(2):
        assert call("fill", *words).status == 0
        for *named, number in filters:
            assert call("query", *named, "--count-only").out == f"{number}\n"
    assert figures(call("fill", *words).out)["boards added"] == "0"


@pytest.mark.slow_cases("4")
@pytest.mark.parametrize("size", [4, 9])
def test_the_size_is_fixed_by_the_first_fill(call, home, error_of, size):
    call("fill", "--count", 3, "--size", size)
    assert call("fill", "--count", 3).status == 0
    message = error_of(call("fill", "--count", 3, "--size", 13 - size), status=2)
    assert f"boards of size {size}, not {13 - size}" in message
    plain_view.assert_sound(home, count=6)
    assert {len(row["solution"]) for row in plain_view.table(home, "boards")} == {size**2}


@pytest.mark.slow_cases("d4+relabel-d4", "full-d4+relabel")
@pytest.mark.parametrize(("symmetry", "other"), [("d4", "full"), ("d4+relabel", "d4"), ("full", "d4+relabel")])
def test_the_symmetry_is_fixed_by_the_first_fill(call, home, error_of, symmetry, other):
    assert call("fill", "--count", 3, "--symmetry", symmetry).status == 0
    assert call("fill", "--count", 3).status == 0
    assert call("fill", "--count", 3, "--symmetry", symmetry).status == 0
    message = error_of(call("fill", "--count", 3, "--symmetry", other), status=2)
    assert f"compares boards up to {symmetry}, not {other}" in message
    plain_view.assert_sound(home, count=9)
    assert plain_view.table(home, "settings")[0]["symmetry"] == symmetry
    assert re.search(rf"^boards, symmetry, seed +9x9, {re.escape(symmetry)}, \d+$", call("stats").out, re.MULTILINE)


def test_boards_compare_by_d4_unless_told_otherwise(call, home):
    call("fill", "--count", 1)
    assert plain_view.table(home, "settings")[0]["symmetry"] == "d4"


def test_threads_and_clues_are_passed_on(call, home):
    assert call("fill", "--count", 100, "--clues", 30, "--threads", 4).status == 0
    assert {puzzle["clues"] for puzzle in plain_view.puzzles(home)} == {30}


def test_a_wrong_call_is_told_in_one_line_and_makes_no_catalogue(call, home, error_of):
    for words in [
        (),
        ("--count", 5, "--total", 5),
        ("--count", 0),
        ("--count", -5),
        ("--count", "many"),
        ("--count", 1.5),
        ("--total", 0),
        ("--total", "easy=0"),
        ("--total", "odd=3"),
        ("--total", "easy=3", "--total", 9),
        ("--total", "easy=3", "--total", "fiendish=3"),
        ("--total", "easy=3", "--level", "easy"),
        ("--total", "easy=3", "--count", 3),
        ("--count", 1, "--size", 11),
        ("--count", 1, "--size", 0),
        ("--count", 1, "--symmetry", "d5"),
        ("--count", 1, "--symmetry", ""),
        ("--count", 1, "--seed", -1),
        ("--count", 1, "--seed", 2**63),
        ("--count", 1, "--clues", 0),
        ("--count", 1, "--clues", 16),
        ("--count", 1, "--clues", 5, "--strict"),
        ("--count", 1, "--clues", 82),
        ("--count", 1, "--strict"),
        ("--count", 1, "--quiet", "--format", "json"),
        ("--count", 1, "--size", 4, "--clues", 17),
        ("--count", 1, "--threads", 0),
        ("--count", 1, "--threads", -1),
        ("--count", 1, "extra"),
        ("--count", 1, "--unknown"),
    ]:
        assert "catalogue fill --help" in error_of(call("fill", *words), status=2)
        assert not plain_view.exists(home)


def test_a_size_without_usual_blocks_asks_for_the_option(call, home, error_of):
    message = error_of(call("fill", "--count", 1, "--size", 7), status=2)
    assert "size 7 has no usual blocks: add --blocks none for a Latin square" in message
    assert not plain_view.exists(home)


def test_progress_is_told_in_lines_where_there_is_no_terminal(call, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", 0.0)
    done = call("fill", "--count", 1500)
    assert done.status == 0
    lines = done.err.splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"[\d,]+ of 1,500 boards, [\d,]+/s, \d+ duplicates(, \d+ (s|min \d+ s|min) left)?", line)
    written = [int(line.partition(" ")[0].replace(",", "")) for line in lines]
    assert written == sorted(written)


@pytest.mark.slow
def test_progress_is_a_bar_on_a_terminal(home, run_on_terminal):
    done, text = run_on_terminal("fill", "--count", 3000)
    assert done.status == 0
    assert "Traceback" not in text
    assert re.search(r"[\d,]+/3,?000", text)
    assert re.search(r"[\d,]+/s +\d+ duplicates", text)
    assert "boards in total" in done.out


def test_the_time_left_is_readable():
    for seconds, told in [
        (0, "0 s"),
        (40.4, "40 s"),
        (125, "2 min 5 s"),
        (7200, "2 h"),
        (11 * 86400 + 3600 * 4 + 5, "11 d 4 h"),
    ]:
        assert readable(seconds) == told


@pytest.mark.slow
def test_the_progress_fits_a_narrow_terminal(home, run_on_terminal, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    done, text = run_on_terminal("fill", "--count", 5000, "--threads", 1)
    assert done.status == 0
    shown = re.findall(r"[\d,]+/5,000 +[\d,]+/s +\d+ s", text)
    assert shown and all(len(line) <= 40 for line in shown)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_count(home, program):
    """At most 300 MB, and for ten times as many boards no tenth more."""
    most = []
    for count in (10_000, 100_000):
        command = [program, "fill", "--count", str(count), "--home", str(home / str(count))]
        (home / str(count)).mkdir(parents=True)
        out = os.open(os.devnull, os.O_WRONLY)
        process = os.posix_spawn(
            program, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, out, 2)]
        )
        os.close(out)
        _, status, usage = os.wait4(process, 0)
        assert status == 0
        most.append(usage.ru_maxrss / 1024)
    assert max(most) < 300
    assert most[1] < most[0] * 1.1 + 64  # SQLite's cache fills up to its 64 MB
