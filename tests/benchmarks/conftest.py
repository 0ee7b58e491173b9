"""`pytest tests/benchmarks` runs what the default run leaves out; ratios to a peer are one table at the end."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tabulate import tabulate

FOLDER = Path(__file__).parent
RATIOS = pytest.StashKey[list[tuple[str, float, float, float]]]()


def pytest_configure(config: pytest.Config) -> None:
    asked = [Path(config.invocation_params.dir, argument.partition("::")[0]).resolve() for argument in config.args]
    if all(path.is_relative_to(FOLDER) for path in asked):
        config.option.markexpr = "benchmark"
    config.stash[RATIOS] = []


@pytest.fixture
def beside(pytestconfig: pytest.Config) -> Callable[[str, float, float], None]:
    """Keeps a line of the table: `beside(work, ours, peer)`, both in pieces of work a second."""

    def keep(work: str, ours: float, peer: float) -> None:
        pytestconfig.stash[RATIOS].append((work, ours, peer, ours / peer))

    return keep


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if lines := config.stash[RATIOS]:
        headers = ("one thread, a second", "engine", "qqwing", "ratio")
        terminalreporter.section("beside qqwing")
        terminalreporter.write_line(tabulate(lines, headers, tablefmt="github", intfmt=",", floatfmt=",.0f"))
