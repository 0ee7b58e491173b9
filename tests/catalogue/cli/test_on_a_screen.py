"""What a person sees on a terminal is a screen, and says how to see the rest; a pipe gets all."""

import re

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.cli import finding
from board_catalogue.engine.drawing import ruled


@pytest.fixture
def on_screen(monkeypatch, call):
    """Calls the program as if a person read what it prints."""

    def run(*words):
        with monkeypatch.context() as patched:
            patched.setattr(finding, "has_screen", lambda: True)
            return call(*words)

    return run


def test_a_query_shows_the_first_rows_and_says_how_many_more(rated, on_screen, call):
    words = ("query", "--min-clues", 20, "--home", rated)
    whole, shown = call(*words).out.splitlines(), on_screen(*words).out.splitlines()
    rows = len(whole) - 2
    assert rows > finding.ON_SCREEN and len(shown) == finding.ON_SCREEN + 3
    assert shown[-1] == f"… {rows - finding.ON_SCREEN:,} more: --limit, --output"
    for more in (("--limit", 30), ("--format", "table"), ("--format", "csv")):
        assert on_screen(*words, *more).out == call(*words, *more).out
    few = ("query", "--limit", 3, "--home", rated)
    assert on_screen(*few).out == call(*few).out


def test_figures_fit_a_screen(rated, on_screen, call):
    shown = on_screen("stats", "--home", rated).out.splitlines()
    assert len(shown) <= 24 and "--all" in shown[-1]
    assert any(re.match(r" *diabolical +\d", line) for line in shown)
    assert on_screen("stats", "--all", "--home", rated).out == call("stats", "--home", rated).out
    assert (
        on_screen("stats", "--format", "json", "--home", rated).out
        == call("stats", "--format", "json", "--home", rated).out
    )


def test_a_puzzle_stands_beside_its_solution(rated, on_screen, call):
    title, heads, *lines = on_screen("export", 3, "--home", rated).out.splitlines()
    assert (title, heads.split()) == ("puzzle 3", ["puzzle", "solution"])
    halves = [(line[:25].rstrip(), line[29:]) for line in lines]
    puzzle, solution = ("\n".join(each) for each in zip(*halves, strict=True))
    alone = call("export", 3, "--home", rated).out
    assert puzzle in alone and solution in alone
    for others in (("--format", "grid"), ("--no-solution",)):
        assert on_screen("export", 3, *others, "--home", rated).out == call("export", 3, *others, "--home", rated).out
    assert on_screen("export", "3-4", "--home", rated).out == call("export", "3-4", "--home", rated).out


@pytest.mark.parametrize(("size", "blocks"), [(4, None), (6, "2x3"), (9, None), (5, "none")])
def test_lines_between_all_cells(size, blocks, call, tmp_path):
    grid = engine.Grid.random(locked=size, seed=1, size=size, blocks=blocks)
    lines = ruled(grid).splitlines()
    assert len(lines) == 2 * size + 1 and {len(line) for line in lines} == {4 * size + 1}
    cells = "".join(cell.strip() for line in lines[1::2] for cell in re.split("[║│]", line)[1:-1])
    assert cells == grid.line()


def test_show_draws_lines_between_all_cells(rated, call):
    drawn = call("show", 3, "--style", "lines", "--home", rated).out
    givens = call("export", 3, "--format", "line", "--no-solution", "--home", rated).out.strip()
    assert "".join(re.findall(r"[║│] (\S)", drawn)) == givens
    solution = call("show", 3, "--solution", "--style", "lines", "--home", rated).out
    assert (
        "".join(re.findall(r"[║│] (\d)", solution))
        == call("export", 3, "--format", "line", "--home", rated).out.split()[1]
    )
