"""SQL, paths, format strings and control characters in every option and argument of every command."""

from pathlib import Path

import parsers
import plain_view
import pytest
from typer.core import TyperArgument

from board_catalogue.catalogue.cli.group import COMMANDS, load

HOSTILE = [
    "'; DROP TABLE boards; --",
    '" OR 1=1; DELETE FROM puzzles; --',
    "1) UNION SELECT sql FROM sqlite_schema --",
    "../../outside",
    "%s%n{0.__class__}$(touch pwned)`touch pwned`",
    "\x1b]0;title\x07\x1b[31mred\r\n9",
    "-1" + "0" * 400,
    "\udcff\udcfe",
    "",
]
NEEDED = {  # without which a command stops before it looks at its options
    "fill": ["--count", "1"],
    "import": ["puzzle.txt"],
    "book": ["--output", "book.pdf"],
    "export": ["5"],
    "show": ["5"],
    "hint": ["5"],
    "path": ["5"],
    "solve": ["puzzle.txt"],
    "create": ["new.txt"],
    "explore": ["--runs", "1", "--clues", "40"],
    "report": ["--clues", "40", "--puzzles", "1"],
    "tag": ["x"],
    "backup": ["copy.db"],
}
LONG = {"demo", "explore", "frontier", "fewest", "hunt"}  # they would work for minutes where they accept the value


def parameters(name):
    """Those of a command that take a value."""
    for parameter in load(name).params:
        if not getattr(parameter, "is_flag", False) and parameter.name not in ("help", "home"):
            yield parameter


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("injected"))
    filled_by(home, boards=12)
    return home


@pytest.mark.daily(every=5)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in ("site", "dataset") else name for name in COMMANDS]
)
def test_a_hostile_value_is_refused_or_means_itself(catalogue, home, call, name, places):
    places.copy(catalogue, home)
    (Path.cwd() / "puzzle.txt").write_text(parsers.PUZZLE)
    around, tables = set(Path.cwd().parent.iterdir()), plain_view.tables(home)
    for parameter in parameters(name):
        is_argument = isinstance(parameter, TyperArgument)
        place = sum(map(ord, name + parameter.name)) % len(HOSTILE)
        # Two of them: all options together see all.
        for value in HOSTILE[:1] if name in LONG else (HOSTILE[place], HOSTILE[place - 3]):
            words = [value] if is_argument else [*NEEDED.get(name, []), parameter.opts[0], value]
            done = call(name, *words)
            assert done.status in (0, 1, 2, 3), (words, done)
            assert done.status == 0 or len(done.err.splitlines()) <= 2, done.err
            assert all(letter.isprintable() or letter in "\n\t" for letter in done.err), done.err
    assert not list(Path.cwd().rglob("pwned")) and set(Path.cwd().parent.iterdir()) == around
    after = plain_view.tables(home)
    for kept in ("boards", "puzzles"):
        assert after[kept][: len(tables[kept])] == tables[kept]
