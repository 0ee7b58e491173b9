import re
from collections import defaultdict
from xml.etree import ElementTree

import plain_view
import pytest

from catalogue.analysis.shares import shares
from catalogue.store import Store


@pytest.mark.parametrize("catalogue", ["filled", "filled_small"])
def test_the_table_has_the_shares_of_every_number_of_clues(call, request, catalogue):
    home = request.getfixturevalue(catalogue)
    done = call("report", "--home", home)
    assert (done.status, done.err) == (0, "")
    by_clues = defaultdict(list)
    for puzzle in plain_view.puzzles(home):
        by_clues[puzzle["clues"]].append(puzzle["backtracks"] / puzzle["nodes"])
    cells = 81 if catalogue == "filled" else 16
    lines = [line.split() for line in re.findall(r"^ *\d.*$", done.out, re.MULTILINE)]
    assert lines == [
        [
            str(clues),
            str(len(ours)),
            f"{clues / cells:.1%}",
            f"{sum(ours) / len(ours):.1%}",
            f"{sum(share > 0 for share in ours) / len(ours):.1%}",
        ]
        for clues, ours in sorted(by_clues.items())
    ]


def test_the_answer_is_that_of_the_correlation(call, filled):
    with Store.read(filled) as store:
        found = shares(store).correlation
    told = call("report", "--home", filled).out
    numbers = re.search(r"rank correlation (\S+), 95% confidence interval (\S+) to (\S+):\n(.*)\n", told)
    assert [float(number) for number in numbers.groups()[:3]] == pytest.approx(
        [found.rho, found.low, found.high], abs=5e-4
    )
    # Half of these puzzles are minimal, half have 27 clues and hardly need a search.
    assert found.high < 0 and numbers[4] == "more clues go with less backtracking"


def test_where_all_puzzles_are_alike_nothing_can_be_said(call, filled_small):
    assert "No conclusion" in call("report", "--home", filled_small).out


@pytest.mark.parametrize(("suffix", "begin"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_a_scatter_plot_is_written(call, filled, tmp_path, suffix, begin):
    path = tmp_path / f"plot{suffix}"
    assert call("report", "--home", filled, "--plot", path).status == 0
    assert path.read_bytes().startswith(begin)
    if suffix == ".svg":
        ElementTree.parse(path)


def test_an_empty_catalogue_is_told(call, home, new_settings):
    Store.write(home, new_settings()).close()
    done = call("report")
    assert (done.status, done.out, done.err) == (0, "", "The catalogue is empty.\n")
