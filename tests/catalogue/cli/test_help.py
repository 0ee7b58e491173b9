import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import plain_view
import pytest

from board_catalogue.catalogue.cli import program
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.runs.how import How
from board_catalogue.catalogue.runs.rating import rate_unrated
from board_catalogue.catalogue.storage.home import Server
from board_catalogue.catalogue.storage.store import Store

COMMANDS = sorted(program.commands)


def test_the_commands_are_those_that_the_program_lists(call):
    for words in (("help", "--all"), ("--help-all",)):
        done = call(*words)
        assert (done.status, done.err) == (0, "")
        for name in COMMANDS:
            assert re.search(rf"^  {name}  +\S", done.out, re.MULTILINE)


def test_the_first_help_has_the_eight_that_people_begin_with(call):
    text = call("--help").out
    first = ["fill", "query", "show", "export", "solve", "hint", "create", "stats"]
    assert re.findall(r"^  (\w+)  +[A-Z]", text, re.MULTILINE) == first
    assert all(re.search(rf"\b{name}\b", text) for name in COMMANDS)
    assert len(text.splitlines()) <= 24


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_a_screen(call, name):
    """At 80 columns and 24 lines: three examples, and up to ten options, each in a line that is not cut."""
    lines = call(name, "--help").out.splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 80
    assert sum(line.startswith(f"  catalogue {name}") for line in lines) in (1, 2, 3)
    options = lines[lines.index("Options:") + 1 : -2]
    assert 1 <= len(options) <= 10
    for option in options:
        assert re.fullmatch(r"  (-\w, )?--[\w-]+(( /|,) --\S+)?( \S+)?  +\S+( \S+)*", option), option
    assert "--help-all" in lines[-1]


def test_filters_stand_once(call):
    text = call("help", "filters").out
    assert {"--min-clues N", "--without-tag NAME", "--sort COLUMN"} <= set(re.findall(r"--\S+ [A-Z]+(?=  )", text))
    for name in ("query", "export", "tag", "hunt", "book", "site"):
        whole = call(name, "--help-all").out
        assert "catalogue help filters" in whole and "\n  --without-tag" not in whole


@pytest.mark.slow
def test_help_fits_80_columns(call, monkeypatch):
    for words in [(), *((name,) for name in COMMANDS)]:
        for columns in ["40", "300"]:
            monkeypatch.setenv("COLUMNS", columns)
            monkeypatch.setenv("TERMINAL_WIDTH", columns)
            done = call(*words, "--help-all")
            assert (done.status, done.err) == (0, "")
            assert len(done.out) > 200
            if columns != "40":
                assert [line for line in done.out.splitlines() if len(line) > 80] == []


def test_the_short_option_shows_the_same_help(call):
    for words in ((), ("fill",)):
        assert call(*words, "-h").out == call(*words, "--help").out


def examples(name, call):
    text = call(name, "--help-all").out
    assert "Example" in text
    lines = text.partition("Example")[2].partition("\n\n")[0].splitlines()[1:]
    return [line.strip() for line in lines]


OF_MANY = ("hunt", "inspect", "canonical", "automorphisms", "rank", "dedupe")  # they read files of puzzles
NOTICES = {  # what some calls say on stderr
    "hunt": "new puzzle",
    "dedupe puzzle.txt --seen": "1 on boards new to",
    "dedupe": "1 different up to",
    "create --clues 28": "seed",
    "dataset puzzles --count": "no split validation: its share of",
    "dataset graded": "no split validation: its share of",
    "dataset harder": "no split validation: its share of",
    "dataset variants": "no split validation: its share of",
    "dataset bench": "no split ",
    "solve puzzle.txt --format line": "1 puzzle: 1 with one solution",
}


@pytest.fixture
def in_shell(program):
    """Runs a line as a shell does."""
    environment = os.environ | {"PATH": f"{Path(program).parent}{os.pathsep}{os.environ['PATH']}"}

    def run(line):
        done = subprocess.run(line, shell=True, env=environment, capture_output=True, text=True)
        return SimpleNamespace(status=done.returncode, out=done.stdout, err=done.stderr)

    return run


@pytest.fixture(scope="module")
def all_rated(filled, places, tmp_path_factory):
    """The filled catalogue with all of its ratings."""
    home = places.new(tmp_path_factory.mktemp("all_rated"))
    places.copy(filled, home)
    with Store.write(home) as store:
        rate_unrated(store, How(), depth=Depth.all)
    return home


def made_small(line):
    """An example with smaller numbers."""
    line = re.sub(r"--(count|runs|puzzles) \d+", r"--\1 5", line)
    line = re.sub(r"^catalogue report(?! --clues)", "catalogue report --clues 19-30 --puzzles 2", line)
    return re.sub(r"--total \d+", "--total 405", re.sub(r"(--(grade|level) \w+)=\d+", r"\1=1", line))


SLOW = ("audit", "dataset", "explore", "fewest", "hunt", "report", "site", "stats")


@pytest.mark.daily(every=7)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name
        for name in COMMANDS
        if name not in ("serve", "mcp")  # which wait for others
    ],
)
def test_the_examples_of_the_help_run_as_they_are(all_rated, home, places, call, in_shell, filled_by, name):
    places.copy(all_rated, home)
    lines = examples(name, call)
    assert lines
    if name != "create":  # for those that want one
        assert call("create", "puzzle.txt", "--seed", 1).status == 0
    if name == "restore":
        assert [call("backup", file).status for file in ("boards-2026.db", "latest.db")] == [0, 0]
    Path("latin.txt").write_text("1 2 3\n2 . .\n. . .\n")
    if name == "show":
        assert call("create", "variants.txt", "--rules", "diagonal", "--format", "constraints").status == 0
    if name in ("book", "import", "rate", "path", "check"):
        assert call("export", "0-9", "--format", "csv", "--output", "puzzles.csv").status == 0
    if name == "audit":
        for numbers, file in (("0-9", "train.csv"), ("10-19", "test.csv"), ("0-9", "puzzles.parquet")):
            assert call("export", numbers, "--output", file).status == 0
    if name == "check":
        rows = [line.split(",") for line in Path("puzzles.csv").read_text().splitlines()]
        givens, solution = (rows[0].index(column) for column in ("givens", "solution"))
        answers = [{"puzzle": row[givens], "answer": row[solution]} for row in rows[1:]]
        Path("answers.jsonl").write_text("".join(f"{json.dumps(answer)}\n" for answer in answers))
    if name == "import":
        if isinstance(home, Server):
            filled_by(Path("other"), boards=5, seed=8)
        else:
            shutil.copytree(home, "other")
    for line in lines:
        assert line.startswith(f"catalogue {name}")
        smaller = made_small(line)
        done = in_shell(smaller) if set(smaller) & set("|>&;$") else call(*shlex.split(smaller)[1:])
        is_read_as_a_board = "puzzle.txt" in smaller and name not in OF_MANY
        reading = "puzzle.txt: read as triples counted from 0 on a board of 9x9\n" if is_read_as_a_board else ""
        notice = next((words for words, told in NOTICES.items() if smaller.startswith(f"catalogue {words}")), None)
        assert done.status == 0, smaller
        if notice:
            assert NOTICES[notice] in done.err, smaller
        else:
            assert done.err == ("" if name == "create" else reading), smaller
        if match := re.search(r"(?:>|--output) (\S+)$", line):
            written = Path(match[1])
            assert done.out == ""
            assert written.read_bytes().strip()
        else:
            assert done.out.strip()


@pytest.mark.slow_cases("words7", "words9")
@pytest.mark.parametrize(
    "words",
    [
        ("stats",),
        ("query", "--limit", 50),
        ("show", 3),
        ("export", 3),
        ("fill", "--total", 450),
        ("verify",),
        ("report", "--clues", "30", "--puzzles", "2"),
        ("rate",),
        ("hint", 3, "--step", 10),
        ("fill", "--count", 5, "--grade", "hard"),
    ],
)
def test_what_people_read_fits_80_columns(copied, call, words):
    done = call(*words)
    assert done.status == 0
    assert [line for line in done.out.splitlines() if len(line) > 80] == []


def test_figures_of_a_large_catalogue_fit_80_columns(copied, call):
    """As if it held a billion puzzles that were a thousand times harder."""
    plain_view.change(
        copied,
        "UPDATE tallies SET puzzles = puzzles * 2500000",
        "UPDATE tallies SET value = value * 1000 WHERE metric <> 'clues'",
        "UPDATE settings SET seed = 9223372036854775807",
    )
    done = call("stats")
    assert done.status == 0
    assert [line for line in done.out.splitlines() if len(line) > 80] == []


def test_the_program_is_found_on_the_path_of_its_interpreter(program):
    assert shutil.which(program) == program


RARE = ("--effort", "--sampling", "--durable", "--workers", "--wait", "--max-tries")


def test_options_that_few_need_stand_last_in_every_help(call):
    for command in COMMANDS:
        usual = call(command, "--help-all").out.partition("\nAdvanced:\n")[0]
        for option in RARE:
            assert not re.search(rf"^  (-\w, )?{option}\b", usual, re.MULTILINE), option


def test_the_usual_blocks_are_listed_once(call):
    listed = [name for name in COMMANDS if "2x3 for 6" in " ".join(call(name, "--help-all").out.split())]
    assert listed == ["fill"]
