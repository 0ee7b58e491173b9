import doctest
import inspect
import io
import re
import subprocess
import sys

import numpy as np
import pyarrow.parquet
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.storage.columns import COLUMNS
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.engine import Grid
from board_catalogue.engine.paths.record import Position


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    home = tmp_path_factory.mktemp("library")
    with catalogue.open(home) as c:
        c.fill(300, seed=5, rate="full")
    return home


@pytest.fixture
def c(filled):
    with catalogue.open(filled) as opened:
        yield opened


def test_the_public_names_are_these():
    classes, functions = (
        ["Catalogue", "CatalogueError", "Puzzle", "Puzzles"],
        [
            *(
                "audit",
                "automorphisms",
                "canonical",
                "check",
                "create",
                "dataset",
                "dedupe",
                "demo",
                "fewest",
                "hint",
                "inspect",
                "open",
                "path",
                "rank",
            ),
            *("rate", "register", "solve", "techniques"),
        ],
    )
    assert sorted(catalogue.__all__) == [*classes, *functions]
    assert all(getattr(catalogue, name) for name in catalogue.__all__)


def test_importing_loads_nothing_else():
    heavy = ("numpy", "sqlalchemy", "board_catalogue.engine.native")
    listing = f"import sys; from board_catalogue import catalogue; print([n for n in {heavy} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-P", "-c", listing], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_fill_says_what_it_did_and_continues(tmp_path):
    c = catalogue.open(tmp_path / "new")
    first = c.fill(20, seed=9)
    second = c.fill(total=30)
    assert (first.boards, second.boards, len(c)) == (20, 10, 30)
    assert c.statistics().clues.keys() == {puzzle.clues for puzzle in c.puzzles()}


@pytest.mark.slow
def test_a_fill_by_grade_keeps_only_such_puzzles(tmp_path):
    with catalogue.open(tmp_path) as c:
        report = c.fill({"easy": 2, "hard": 3}, seed=1)
        assert report.boards == 5
        assert sorted(puzzle.grade for puzzle in c.puzzles()) == ["easy"] * 2 + ["hard"] * 3
        with pytest.raises(ValueError, match="leave out `grade`"):
            c.fill({"easy": 2}, grade="hard")


@pytest.mark.slow
def test_a_new_catalogue_gets_the_settings_that_are_named_and_an_existing_one_has_to_have_them(tmp_path):
    with catalogue.open(tmp_path / "new") as c:
        c.fill(5, seed=1, blocks="2x3", symmetry="full", method="wfc+backtrack", files=False)
        settings = c.statistics().settings
        assert (settings.size, settings.blocks, settings.symmetry, settings.method, settings.seed, settings.files) == (
            *(6, "2x3", "full", "wfc+backtrack", 1),
            False,
        )
        for keyword, value, message in [
            ("size", 9, "holds boards of size 6, not 9"),
            ("blocks", "3x2", "holds boards with blocks of 2x3, not 3x2"),
            ("symmetry", "d4", "compares boards up to full, not d4"),
            ("method", "wfc", "generates boards by wfc.backtrack, not wfc"),
            ("sampling", "fair", "holds puzzles that are carved, not fair"),
        ]:
            with pytest.raises(ValueError, match=message):
                c.fill(1, **{keyword: value})
        c.fill(1, size=6, symmetry="full", files=True)
        assert len(c) == len(list((tmp_path / "new" / "boards").iterdir())) == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"symmetry": "d5"}, "symmetry 'd5' is not one of"),
        ({"sampling": "fair", "clues": 30}, "leave out clues and pattern"),
        ({"size": 4, "clues": 17}, "more than the 16 cells"),
        ({"size": 16, "rate": "full"}, "leave out rate"),
    ],
)
def test_what_no_catalogue_can_have_makes_none(tmp_path, arguments, message):
    with pytest.raises(ValueError, match=message):
        catalogue.open(tmp_path / "new").fill(1, **arguments)
    assert not (tmp_path / "new").exists()


def test_a_file_is_imported_as_the_command_does(tmp_path, c, call):
    chosen = [puzzle.givens for puzzle in c.puzzles().limit(20)]
    path = tmp_path / "list.sdm"
    path.write_text("\n".join([*chosen, chosen[3], "." * 81]) + "\n")
    with catalogue.open(tmp_path / "library") as new:
        assert new.import_file(path, dry_run=True).new == 20
        assert not (tmp_path / "library").exists()
        refused = []
        report = new.import_file(path, rate="full", symmetry="full", on_refusals=refused.extend)
        assert (report.new, report.duplicates, report.unsound) == (20, 1, 1)
        assert [(refusal.line, refusal.number) for refusal in refused] == [(21, "3"), (22, None)]
        call("import", path, "--rate", "full", "--symmetry", "full", "--home", tmp_path / "command")
        with catalogue.open(tmp_path / "command") as other:
            assert list(new.puzzles()) == list(other.puzzles())
        with pytest.raises(ValueError, match="up to full, not d4"):
            new.import_file(path, symmetry="d4")
        with pytest.raises(ValueError, match="no format is called 'doc'"):
            new.import_file(path, format="doc")
        with pytest.raises(catalogue.CatalogueError, match="is the catalogue to import into"):
            new.import_file(tmp_path / "library" / "catalogue.db")


@pytest.mark.slow
def test_filters_keep_what_they_say(c):
    every = list(c.puzzles())
    assert [puzzle.number for puzzle in every] == list(range(300))

    def numbers(keeps):
        return [puzzle.number for puzzle in every if keeps(puzzle)]

    cases = [
        ({"min_clues": 24, "max_clues": 25}, lambda p: 24 <= p.clues <= 25),
        ({"grade": "hard"}, lambda p: p.grade == "hard"),
        ({"grade": ["easy", "medium"]}, lambda p: p.grade in ("easy", "medium")),
        ({"max_rating": 4.5}, lambda p: p.rating is not None and p.rating <= 4.5),
        ({"min_id": 7, "max_id": 9}, lambda p: 7 <= p.number <= 9),
        ({"min_depth": 2}, lambda p: p.metrics["depth"] >= 2),
        ({"technique": "xy-wing"}, lambda p: "xy-wing" in {step.technique for step in p.steps()}),
        ({"numbers": [5, 3, 4, 99]}, lambda p: p.number in (3, 4, 5, 99)),
        ({"numbers": []}, lambda p: False),
    ]
    for filters, keeps in cases:
        chosen = c.puzzles(**filters)
        assert [puzzle.number for puzzle in chosen] == numbers(keeps), filters
        assert len(chosen) == len(numbers(keeps))


def test_orders_and_limits(c):
    by_rating = [puzzle.rating for puzzle in c.puzzles().order_by("rating", descending=True)]
    assert by_rating == [puzzle.rating for puzzle in c.puzzles().order_by("rating", desc=True)]
    assert by_rating == sorted(by_rating, reverse=True)
    some = c.puzzles().order_by("random", seed=3).limit(10)
    drawn = [puzzle.number for puzzle in some]
    assert drawn == [puzzle.number for puzzle in some] != sorted(drawn)
    assert len(some) == 10 and len(c.puzzles(grade="hard").limit(10_000)) == len(c.puzzles(grade="hard"))


def test_a_puzzle_knows_its_grid_its_solution_and_its_steps(c):
    puzzle = c[17]
    assert (puzzle.number, puzzle.place, puzzle.name) == (17, 0, "17") and puzzle.clues == puzzle.grid.locked_count
    assert puzzle.solution.is_solved and str(puzzle) == puzzle.givens
    assert max(step.rating for step in puzzle.steps()) == round(10 * puzzle.rating)
    assert puzzle._repr_svg_().startswith("<svg")
    with pytest.raises(catalogue.CatalogueError, match="no board 300"):
        c[300]


@pytest.mark.parametrize(("rules", "rate"), [("diagonal", "full"), ("killer", None)])
def test_the_steps_of_a_puzzle_follow_its_rules(tmp_path, rules, rate):
    with catalogue.open(tmp_path / "ruled") as made:
        made.fill(2, size=6, rules=rules, seed=5, rate=rate)
        for puzzle in made.puzzles():
            steps, position = puzzle.steps(), Position.of(puzzle.variant)
            for step in steps:
                position.take(step)
            assert position.is_solved and Grid(position.values).line() == puzzle.answer
            assert rate is None or max(step.rating for step in steps) == round(10 * puzzle.rating)


def test_tables_hold_the_same_puzzles(c):
    x, y = c.to_numpy(max_rating=4.5)
    assert x.dtype == y.dtype == np.uint8 and x.shape == y.shape == (len(c.puzzles(max_rating=4.5)), 81)
    assert np.array_equal(engine.solve(x), y)
    chosen = c.puzzles(grade="hard")
    frame = chosen.to_pandas()
    assert list(frame.columns) == list(COLUMNS) and frame["id"].tolist() == [puzzle.number for puzzle in chosen]
    table = chosen.to_arrow(["id", "rating"])
    assert table.column("rating").to_pylist() == [puzzle.rating for puzzle in chosen]
    file = io.BytesIO()
    FORMATS["parquet"].write(chosen.rows(), list(COLUMNS), file)
    for some in (chosen, c.puzzles(grade="hard", min_clues=80), c.puzzles(max_rating=1.5)):
        assert some.to_arrow().num_rows == len(some)
    assert chosen.to_arrow().equals(pyarrow.parquet.read_table(file))
    empty = c.to_numpy(min_clues=80)
    assert empty[0].shape == empty[1].shape == (0, 81)


@pytest.mark.slow
def test_rating_later_gives_what_rating_in_the_fill_gives(tmp_path, filled):
    with catalogue.open(tmp_path) as c:
        c.fill(300, seed=5)
        assert c.puzzles().first().rating is None
        assert c.rate(Depth.fast).rated == 300
        c.rate()
        with catalogue.open(filled) as rated:
            assert [p.rating for p in c.puzzles()] == [p.rating for p in rated.puzzles()]


def test_wrong_filters_are_refused(c):
    for filters, error, message in [
        ({"min_colour": 3}, TypeError, "no option is called 'min_colour'"),
        ({"clue": 3}, TypeError, "no option is called 'clue'"),
        ({"clues": 3, "min_clues": 3}, ValueError, "give either `clues` or `min_clues` and `max_clues`"),
        ({"grade": "simple"}, ValueError, "simple"),
        ({"technique": "x-wings"}, ValueError, "similar names are x-wing"),
        ({"min_clues": 5, "max_clues": 4}, ValueError, "`min_clues` 5 is above `max_clues` 4"),
        ({"min_rating": 4.55}, ValueError, "not in tenths"),
        ({"pattern": "spiral"}, ValueError, "spiral"),
    ]:
        with pytest.raises(error, match=message):
            c.puzzles(**filters)


def test_a_missing_catalogue_is_an_error_that_says_so(tmp_path):
    with pytest.raises(catalogue.CatalogueError, match="no catalogue"):
        catalogue.open(tmp_path / "none").puzzles()


def test_the_examples_of_the_docstrings_run(filled, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(catalogue).failed == 0


def test_a_fill_waits_for_another_writer_and_says_so(tmp_path):
    home = tmp_path / "data"
    with catalogue.open(home) as c:
        c.fill(2, seed=1)
        lines = []
        with Store.write(home), pytest.raises(catalogue.CatalogueError):
            c.fill(1, wait=0.2, on_notice=lines.append)
        assert len(lines) == 1 and "\n" not in lines[0]
        assert c.fill(1, wait=0.2, on_notice=lines.append).total == 3


# --- Choices as sequences ------------------------------------------------------------------------------------------


def test_numbers_are_in_a_catalogue_that_has_them(c):
    for there, number in [(True, 3), (True, "3"), (False, "3.1"), (False, 300), (False, "x")]:
        assert (number in c) is there


def test_puzzles_are_in_their_catalogue(c):
    assert c[3] in c
    assert None not in c and 2.5 not in c and True not in c


def test_a_choice_has_places_and_slices(c):
    found = c.puzzles(min_clues=24)
    every = list(found)
    assert [found[0], found[np.int64(7)], found[-1]] == [every[0], every[7], every[-1]]
    for cut in (slice(3), slice(2, 9, 3), slice(-4, None), slice(None, None, -50), slice(9, 2), slice(10_000, None)):
        assert found[cut] == every[cut]
    for place in (len(every), -len(every) - 1):
        with pytest.raises(IndexError, match="no puzzle"):
            found[place]
    with pytest.raises(TypeError):
        found["3"]
    assert found.limit(5)[4] == every[4]
    with pytest.raises(IndexError):
        found.limit(5)[5]
    assert found.limit(0).first() is None


def test_a_choice_says_in_a_line_what_it_is(c, filled):
    assert repr(c.puzzles()) == f"<Puzzles: 300 of the catalogue in {filled}>"
    ordered = c.puzzles(min_clues=24).order_by("rating", descending=True).limit(9)
    assert repr(ordered) == f"<Puzzles: 9 of the catalogue in {filled} by rating, greatest first>"


def test_a_notebook_shows_the_first_puzzles(c):
    shown = c.puzzles().order_by("clues")._repr_html_()
    assert shown.count("<tr>") == 11 and "<p>300 puzzles; the first 10 are shown</p>" in shown
    assert "<p>" not in c.puzzles().limit(2)._repr_html_()


def test_methods_show_their_names_and_defaults():
    """As a notebook does: the names that a call takes, and no other."""
    shown = inspect.signature(catalogue.Catalogue.fill).parameters
    assert list(shown)[:2] == ["self", "count"] and shown["durable"].default is False
    assert list(shown)[-3:] == ["stop", "on_progress", "on_notice"]
    for method in (catalogue.Catalogue.query, catalogue.Catalogue.tag, catalogue.solve, catalogue.create):
        names = [name for name in inspect.signature(method).parameters if name != "self"]
        documented = re.findall(r"^- `(\w+)`:", method.__doc__, re.MULTILINE)
        assert set(documented) <= {*names, "class"} and len(names) > 5
