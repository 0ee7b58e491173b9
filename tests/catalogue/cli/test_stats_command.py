import json
import re
import statistics

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.storage.home import Server
from board_catalogue.engine.boards import as_lines


@pytest.mark.parametrize("catalogue", ["filled", "filled_small"])
def test_the_figures_for_programs_are_those_of_the_puzzles(call, request, catalogue):
    home = request.getfixturevalue(catalogue)
    puzzles = plain_view.puzzles(home)
    (stream,) = plain_view.table(home, "streams")
    done = call("stats", "--format", "json", "--home", home)
    assert (done.status, done.err) == (0, "")
    told = json.loads(done.out)
    assert told["boards"] == told["puzzles"] == len(puzzles)
    assert told["files"] == (0 if isinstance(home, Server) else len(puzzles))
    assert (told["attempts"], told["duplicates"], told["looked_at"]) == (
        stream["attempts"],
        stream["duplicates"],
        stream["position"],
    )
    clues = [puzzle["clues"] for puzzle in puzzles]
    assert told["clues"] == {str(value): clues.count(value) for value in set(clues)}
    for metric in plain_view.METRICS:
        values = [puzzle[metric] for puzzle in puzzles]
        assert told["metrics"][metric] == {
            "min": min(values),
            "median": statistics.median(values),
            "mean": pytest.approx(statistics.mean(values)),
            "max": max(values),
        }
    assert told["settings"]["seed"] == 7
    assert told["database_bytes"] >= (0 if isinstance(home, Server) else (home / "catalogue.db").stat().st_size)


@pytest.mark.sqlite("files of boards")
def test_the_figures_for_people_are_the_same(call, filled):
    told = json.loads(call("stats", "--format", "json", "--home", filled).out)
    text = call("stats", "--home", filled).out
    assert re.search(r"^boards +400$", text, re.MULTILINE)
    assert re.search(r"^files +400$", text, re.MULTILINE)
    assert re.search(rf"^duplicates refused +{told['duplicates']}$", text, re.MULTILINE)
    bars = {m[1]: int(m[2]) for m in re.finditer(r"^ *(\d+) +(\d+) +[\d.]+% +█+$", text, re.MULTILINE)}
    assert bars == told["clues"]
    for metric, spread in told["metrics"].items():
        line = re.search(rf"^{metric} +(\S+) +(\S+) +(\S+) +(\S+)$", text, re.MULTILINE)
        least, median, mean, greatest = (float(word.replace(",", "")) for word in line.groups())
        assert (least, greatest) == (spread["min"], spread["max"])
        assert median == spread["median"]
        assert mean == pytest.approx(spread["mean"], abs=0.006)


def test_longer_bars_are_more_puzzles(call, filled):
    text = call("stats", "--home", filled).out
    bars = [(int(m[1]), len(m[2])) for m in re.finditer(r"^ *\d+ +(\d+) +[\d.]+% +(█+)$", text, re.MULTILINE)]
    assert len(bars) > 3
    lengths = [length for _, length in sorted(bars)]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


@pytest.mark.sqlite("files of boards")
def test_files_that_are_gone_are_seen(call, copied):
    for number in range(3):
        (copied / "boards" / f"{number}.txt").unlink()
    told = json.loads(call("stats", "--format", "json").out)
    assert (told["files"], told["boards"]) == (397, 400)
    for path in (copied / "boards").iterdir():
        path.unlink()
    (copied / "boards").rmdir()
    done = call("stats", "--format", "json")
    assert done.status == 0
    assert json.loads(done.out)["files"] == 0


def test_an_empty_catalogue_has_figures(call, home, new_settings):
    from board_catalogue.catalogue.storage.store import Store

    Store.write(home, new_settings()).close()
    done = call("stats")
    assert (done.status, done.err) == (0, "")
    assert re.search(r"^boards +0$", done.out, re.MULTILINE)
    assert json.loads(call("stats", "--format", "json").out)["boards"] == 0


@pytest.mark.slow
def test_the_plot_shows_clues_ratings_and_correlations(call, rated, filled_small, tmp_path):
    for home, words in (
        (rated, ("Ratings and grades of", "diabolical", "Ratings by clues")),
        (filled_small, ("Clues",)),
    ):
        path = tmp_path / f"{len(words)}.svg"
        assert call("stats", "--plot", path, "--home", home).status == 0
        drawn = path.read_text()
        assert all(f"<!-- {word}" in drawn for word in (*words, "Rank correlations", "backtracks"))


def test_a_plot_that_cannot_be_drawn_is_refused(call, rated, error_of, tmp_path):
    assert ".png or .svg" in error_of(call("stats", "--plot", tmp_path / "x.pdf", "--home", rated))
    words = ("stats", "--weighted", "--plot", tmp_path / "x.svg", "--home", rated)
    assert "--plot does not go with --weighted" in error_of(call(*words), status=2)


def test_an_imported_catalogue_tells_of_imports_and_of_no_fill(call, home, tmp_path):
    puzzles = as_lines(engine.carve(engine.generate(5, seed=2), seed=2))
    (tmp_path / "list.txt").write_text("\n".join([*puzzles, puzzles[0]]))
    assert call("import", tmp_path / "list.txt").status == 0
    told = [" ".join(line.split()) for line in call("stats").out.splitlines()]
    assert {"puzzles imported 5", "refused by imports 1"} <= set(told)
    assert not any(line.startswith(("method", "attempts", "duplicates")) for line in told)
    figures = json.loads(call("stats", "--format", "json").out)
    assert (figures["imported"], figures["refused"], figures["duplicates"]) == (5, 1, 0)
    assert call("fill", "--count", 2).status == 0
    told = [" ".join(line.split()) for line in call("stats").out.splitlines()]
    assert {"puzzles imported 5", "refused by imports 1", "duplicates refused 0"} <= set(told)
    assert any(line.startswith("method") for line in told)
