import re
from collections import defaultdict
from xml.etree import ElementTree

import plain_view
import pytest

from catalogue.analysis import rank_correlation
from catalogue.numbers import PUZZLE_METRICS
from catalogue.store import Store


@pytest.fixture(scope="module")
def wide(tmp_path_factory, filled_by, places):
    """A catalogue of 120 puzzles, a third of them minimal, the others with 35 and 55 clues."""
    home = places.new(tmp_path_factory.mktemp("wide"))
    filled_by(home, boards=40)
    for clues in (35, 55):
        filled_by(home, boards=40, clues=clues)
    return home


def answer(out):
    """What is between the two tables."""
    return out.split("\n\n")[1]


@pytest.mark.parametrize("catalogue", ["filled", "filled_small"])
def test_the_table_has_the_shares_of_every_number_of_clues(call, request, catalogue):
    home = request.getfixturevalue(catalogue)
    done = call("report", "--home", home)
    assert (done.status, done.err) == (0, "")
    by_clues = defaultdict(list)
    for puzzle in plain_view.puzzles(home):
        by_clues[puzzle["clues"]].append(puzzle["backtracks"] / puzzle["nodes"])
    cells = 81 if catalogue == "filled" else 16
    lines = [line.split() for line in done.out.split("\n\n")[0].splitlines()[2:]]
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


@pytest.mark.parametrize(
    ("catalogue", "conclusion"),
    [
        # Half of these puzzles are minimal, half have 27 clues and hardly need a search.
        ("filled", "No conclusion: the range is too narrow, under 25% of the cells."),
        ("wide", "more clues go with less backtracking"),
    ],
)
def test_the_answer_is_that_of_the_correlation_over_a_range_that_is_wide_enough(call, request, catalogue, conclusion):
    home = request.getfixturevalue(catalogue)
    puzzles = plain_view.puzzles(home)
    clues = [puzzle["clues"] for puzzle in puzzles]
    found = rank_correlation(clues, [puzzle["backtracks"] / puzzle["nodes"] for puzzle in puzzles])
    span, correlation, told, *advice = answer(call("report", "--home", home).out).splitlines()
    numbers = re.fullmatch(r"rank correlation (\S+), 95% confidence interval (\S+) to (\S+):", correlation).groups()
    assert [float(number) for number in numbers] == pytest.approx([found.rho, found.low, found.high], abs=5e-4)
    assert found.high < 0 and told == conclusion
    assert any("fill --clues" in line for line in advice) == told.startswith("No conclusion")
    all_from, all_to, share, usual_from, usual_to, cells = map(int, re.findall(r"\d+", span))
    assert (all_from, all_to, share) == (min(clues), max(clues), 95)
    assert sum(usual_from <= number <= usual_to for number in clues) >= 0.95 * len(clues)
    for inside in ((usual_from + 1, usual_to), (usual_from, usual_to - 1)):
        assert sum(inside[0] <= number <= inside[1] for number in clues) < 0.975 * len(clues)
    assert cells == round(100 * (usual_to - usual_from) / 81)


def test_a_few_puzzles_at_the_ends_do_not_widen_the_range(call, home, filled_by):
    filled_by(home, boards=130)
    filled_by(home, boards=1, clues=60)
    told = answer(call("report").out)
    assert re.match(r"2\d to 60 clues; 95% of the puzzles have 2\d to 2\d, ", told)
    assert "too narrow" in told


def test_where_all_puzzles_are_alike_nothing_can_be_said(call, filled_small):
    assert "No conclusion: too few puzzles, or all alike." in call("report", "--home", filled_small).out


@pytest.mark.parametrize("catalogue", ["filled", "rated", "filled_small"])
def test_every_two_metrics_are_correlated_and_the_rating_with_each(call, request, catalogue):
    home = request.getfixturevalue(catalogue)
    puzzles = plain_view.puzzles(home)
    heading, _, *lines = call("report", "--home", home).out.split("\n\n")[2].splitlines()
    names = [*PUZZLE_METRICS, *(["rating"] if catalogue == "rated" else [])]
    assert heading.split() == ["rank", "correlations", *map(str, range(1, len(names)))]
    assert [line.split()[:2] for line in lines] == [[str(number), name] for number, name in enumerate(names, 1)]
    for name, line in zip(names, lines, strict=True):
        ours = [puzzle for puzzle in puzzles if puzzle[name] is not None]
        for other, told in zip(names[: names.index(name)], line.split()[2:], strict=True):
            found = rank_correlation([puzzle[name] for puzzle in ours], [puzzle[other] for puzzle in ours])
            assert told == "-" if found is None else float(told) == pytest.approx(found.rho, abs=5.1e-3)


def test_the_report_fits_80_columns(call, rated):
    assert max(map(len, call("report", "--home", rated).out.splitlines())) <= 80


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
