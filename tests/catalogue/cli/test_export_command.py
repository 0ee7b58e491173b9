import csv
import io
import json
import os
import subprocess

import plain_view
import pytest

from board_catalogue import engine

RATING = ["rating_status", "rating", "pearl", "diamond", "grade", "hardest", "score", "level"]
FIELDS = ["id", *plain_view.METRICS, *plain_view.TEXTBOOK, "minimal", "pattern", *RATING, "givens", "solution"]


@pytest.fixture(scope="module")
def puzzles(filled):
    return plain_view.puzzles(filled)


@pytest.fixture
def export(call, filled):
    def ask(*words):
        return call("export", *words, "--home", filled)

    return ask


def for_json(puzzles):
    """The puzzles with what only JSON holds: the techniques of their paths, which are not rated here."""
    return [puzzle | {"techniques": None} for puzzle in puzzles]


def out_of(done):
    assert (done.status, done.err) == (0, "")
    return done.out


def test_numbers_and_ranges_come_in_the_order_asked_for(export, puzzles):
    for words, numbers in [
        (["123"], [123]),
        (["0"], [0]),
        (["399"], [399]),
        (["3", "10-20"], [3, *range(10, 21)]),
        (["20-22", "5", "21", "7-7"], [20, 21, 22, 5, 21, 7]),
        (["0-399"], range(400)),
        (["007"], [7]),
    ]:
        assert json.loads(out_of(export(*words, "--format", "json"))) == for_json(puzzles[number] for number in numbers)


def test_every_format_holds_the_puzzle_and_its_solution(export, puzzles):
    wanted = puzzles[3:6]
    pairs = [(puzzle["givens"], puzzle["solution"]) for puzzle in wanted]

    def out(form):
        return out_of(export("3-5", "--format", form))

    assert json.loads(out("json")) == for_json(wanted)
    assert list(csv.DictReader(io.StringIO(out("csv")))) == [plain_view.as_text(p) for p in wanted]
    assert [tuple(line.split(" ")) for line in out("line").splitlines()] == pairs
    flat = [line for pair in pairs for line in pair]
    assert out("grid") == "".join(f"{engine.Grid.parse(line)}\n" for line in flat)
    assert out("txt").encode() == b"\n".join(plain_view.file_text(line) for line in flat)


def test_without_the_solution_nothing_gives_it_away(export, puzzles):
    wanted = puzzles[3:5]

    def out(form):
        text = out_of(export("3-4", "--format", form, "--no-solution"))
        assert not any(puzzle["solution"] in text for puzzle in wanted)
        return text

    short = [{name: value for name, value in puzzle.items() if name != "solution"} for puzzle in wanted]
    assert json.loads(out("json")) == for_json(short)
    assert list(csv.DictReader(io.StringIO(out("csv")))) == [plain_view.as_text(p) for p in short]
    assert out("line").splitlines() == [puzzle["givens"] for puzzle in wanted]
    assert out("grid") == "".join(f"{engine.Grid.parse(puzzle['givens'])}\n" for puzzle in wanted)
    assert out("txt").encode() == b"\n".join(plain_view.file_text(p["givens"]) for p in wanted)


def test_the_grid_with_its_solution_is_what_comes_without_options(export):
    assert export(3).out == export(3, "--format", "grid", "--solution").out


@pytest.mark.parametrize("form", ["grid", "line", "txt", "csv", "json"])
def test_a_file_holds_what_the_terminal_would_show(export, tmp_path, form):
    path = tmp_path / "out"
    path.write_text("what was there before" * 1000)
    assert out_of(export("3-9", "--format", form, "--output", path, "--force")) == ""
    assert path.read_text(encoding="utf-8") == export("3-9", "--format", form).out
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["out"]


def test_an_unknown_number_is_refused_with_the_range_that_exists(export, error_of, tmp_path):
    for words in [["400"], ["0", "400"], ["399-400"], ["1000000"], ["999999999999999999"]]:
        assert "0 to 399" in error_of(export(*words))
        assert "0 to 399" in error_of(export(*words, "--output", tmp_path / "out"))
        assert not (tmp_path / "out").exists()


def test_a_wrong_call_is_told_in_one_line(export, error_of):
    for words in [
        [],
        ["x"],
        ["1-"],
        ["-1"],
        ["5-3"],
        ["1.0"],
        ["1,"],
        ["all-3"],
        ["٣"],
        ["1-2-3"],
        ["1" * 40],
        [""],
        ["1", "--format", "xml"],
    ]:
        assert "catalogue export --help" in error_of(export(*words), status=2)


@pytest.mark.parametrize(
    "place", ["missing/out", "file/out", "folder", ".", "", "x" * 300], ids=lambda place: place[:12]
)
def test_a_file_that_cannot_be_written_is_told_in_one_line_and_leaves_nothing(
    export, error_of, tmp_path, monkeypatch, place
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("a file\n")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    done = export(3, "--output", place)
    error_of(done, status=done.status if done.status == 2 else 1)
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text() == "a file\n"


def test_a_file_is_written_whole_or_not_at_all(export, error_of, tmp_path, monkeypatch):
    path = tmp_path / "out"
    path.write_text("before\n")
    names = sorted(entry.name for entry in tmp_path.iterdir())

    texts = iter(["half"])

    def fill_up(row, columns, blocks):
        for text in texts:
            return text
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("board_catalogue.catalogue.formats.drawn.text_grid", fill_up)
    done = export("0-99", "--output", path, "--force")
    assert "No space left on device" in error_of(done)
    assert path.read_text() == "before\n"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == names


def test_what_is_no_plain_file_is_written_to_and_not_replaced(export, tmp_path):
    """Or root's `--output /dev/stdout` would take that away from the whole machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        out_of(export(3, "--format", "line", "--output", pipe))
        assert pipe.is_fifo()
        assert os.read(reading, 1000).decode() == export(3, "--format", "line").out
    finally:
        os.close(reading)


def test_an_empty_catalogue_says_that_it_is_empty(call, home, error_of, new_settings):
    from board_catalogue.catalogue.storage.store import Store

    Store.write(home, new_settings()).close()
    assert "the catalogue is empty" in error_of(call("export", 0))
    assert "the catalogue is empty" in error_of(call("show", 0))


def test_a_puzzle_of_size_4_is_exported(call, filled_small):
    puzzle = plain_view.puzzles(filled_small)[2]
    out = call("export", 2, "--format", "line", "--home", filled_small).out
    assert out == f"{puzzle['givens']} {puzzle['solution']}\n"


def test_numbers_with_commas_ranges_and_all(export):
    assert export("1,2,3").out == export(1, 2, 3).out == export("1-3").out
    assert export("5,1-2", "--format", "line").out == export(5, 1, 2, "--format", "line").out
    assert export("all", "--format", "line").out == export("0-399", "--format", "line").out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        (["query", "--format", "table"], ""),
        (["query", "--format", "jsonl"], "1"),
        (["export", "all", "--format", "grid"], "1"),
        (["export", "all", "--format", "json"], ""),
        *(
            pytest.param(words.split(), "1", marks=pytest.mark.slow)
            for words in (
                "query --format table",
                "query --format csv",
                "export all --format line",
                "export all --format txt",
                "export all --format json",
            )
        ),
    ],
    ids=lambda words: " ".join(words) or "buffered",
)
def test_a_reader_who_leaves_early_ends_the_program_with_141(program, filled, words, unbuffered):
    process = subprocess.Popen(
        [program, *words, "--home", str(filled)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    process.stdout.close()  # before anything is written
    assert (process.stderr.read(), process.wait(60)) == (b"", 141)
    process.stderr.close()


@pytest.mark.slow
def test_all_of_the_output_reaches_a_slow_pipe_without_buffers(program, filled):
    words = [program, "export", "all", "--format", "json", "--home", str(filled)]
    whole = subprocess.run(words, capture_output=True, check=True).stdout
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    assert subprocess.run(words, capture_output=True, check=True, env=environment).stdout == whole
