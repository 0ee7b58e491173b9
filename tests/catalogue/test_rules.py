"""Catalogues of variants: filled, imported, exported, shown and proven as plain ones."""

import json
import re
import shutil
import threading
from pathlib import Path

import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue import open as open_catalogue
from board_catalogue.engine import Rulebook
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.houses import rate_ruled
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.texts import boxes, described

RULES = ["diagonal", "jigsaw", "killer", "kropki,thermo"]


def rows_of(home):
    return plain_view.table(home, "boards"), plain_view.table(home, "puzzles")


@pytest.fixture(scope="module", params=RULES)
def ruled(request, tmp_path_factory):
    """A folder with a catalogue of six puzzles of size 6 under some rules."""
    home = tmp_path_factory.mktemp("ruled") / "home"
    open_catalogue(home).fill(6, size=6, rules=request.param, seed=5, threads=2)
    return home


@pytest.mark.daily("jigsaw", "kropki,thermo")
def test_puzzles_are_made_by_the_rulebook(ruled):
    boards, puzzles = rows_of(ruled)
    (settings,) = plain_view.table(ruled, "settings", "1")
    book = Rulebook.read(settings["rules"], 6)
    wanted, _ = book.boards(len(boards), seed=5)
    assert from_lines([board["solution"] for board in boards]).tolist() == wanted.tolist()
    clues, own = book.carve(wanted, seed=5, positions=range(len(boards)))
    assert from_lines([puzzle["givens"] for puzzle in puzzles]).tolist() == clues.tolist()
    assert [puzzle["constraints"] for puzzle in puzzles] == (own or [None] * len(puzzles))


@pytest.mark.daily("jigsaw")
def test_any_threads_and_interruptions_make_the_same(ruled, tmp_path):
    (settings,) = plain_view.table(ruled, "settings", "1")
    for threads in (1, 3):
        catalogue = open_catalogue(tmp_path / f"with {threads}")
        stop = threading.Event()
        shape = {"size": 6, "rules": settings["rules"], "seed": 5, "threads": threads}
        catalogue.fill(2, **shape)
        stop.set()
        catalogue.fill(3, **shape, stop=stop)
        catalogue.fill(total=6, **shape)
        assert rows_of(catalogue.home) == rows_of(ruled)


@pytest.mark.slow
def test_a_fill_says_that_easy_puzzles_are_rare(call, tmp_path):
    done = call("fill", "--rules", "diagonal", "--grade", "easy=1", "--max-tries", "100", "--home", tmp_path)
    assert done.status == 3 and "minimal puzzles are seldom easy: this fill may find none" in done.err
    done = call("fill", "--rules", "diagonal", "--grade", "diabolical=1", "--home", tmp_path / "other")
    assert "seldom easy" not in done.err


@pytest.mark.daily("diagonal", "kropki,thermo")
def test_they_are_proven(ruled, call):
    done = call("verify", "--home", ruled)
    assert done.status == 0, done.out + done.err
    assert "6 boards: everything but the ratings is proven" in done.out


@pytest.mark.daily("jigsaw", "kropki,thermo")
def test_they_are_shown_and_queried(ruled, call):
    (settings,) = plain_view.table(ruled, "settings", "1")
    book = Rulebook.read(settings["rules"], 6)
    shown = call("show", "3", "--home", ruled).out
    assert ("diagonal: " in shown) == (book.text == "diagonal")
    board, puzzle = (rows[3] for rows in rows_of(ruled))
    variant = book.variant(puzzle["constraints"], from_lines([puzzle["givens"]])[0])
    assert described(variant) in shown
    drawn = call("show", "3", "--solution", "--home", ruled).out
    assert boxes(variant, from_lines([board["solution"]])[0]) in drawn
    solved = call("solve", "3", "--home", ruled)
    assert solved.status == 0 and "exactly 1 solution" in solved.out
    found = json.loads(call("query", "--columns", "id,backtracks,constraints", "--format", "json", "--home", ruled).out)
    assert [row["constraints"] is None for row in found] == [not book.has_own] * 6
    assert book.text in call("stats", "--home", ruled).out


@pytest.mark.daily("jigsaw")
def test_they_are_exported_and_imported(ruled, call, tmp_path):
    (settings,) = plain_view.table(ruled, "settings", "1")
    rules, file, copy = settings["rules"], tmp_path / "all.constraints", tmp_path / "copy"
    assert call("export", "all", "--output", file, "--home", ruled).status == 0
    boards, puzzles = rows_of(ruled)
    book = Rulebook.read(rules, 6)
    for line, board, puzzle in zip(file.read_text().splitlines(), boards, puzzles, strict=True):
        variant = engine.read_variant(line)
        assert set(variant.rules.houses) == set(book.variant(puzzle["constraints"]).rules.houses)
        assert solve_ruled(variant)[0].tolist() == from_lines([board["solution"]]).tolist()
    done = call("import", file, "--rules", rules, "--home", copy, "--format", "json")
    assert done.status == 0, done.err
    assert json.loads(done.out)[0]["new_boards"] == 6
    assert json.loads(call("import", file, "--home", copy, "--format", "json").out)[0]["duplicates"] == 6
    assert call("verify", "--home", copy).status == 0
    columns = ("givens", "constraints", "backtracks", "comparisons", "clues")
    for one, other in zip(puzzles, rows_of(copy)[1], strict=True):
        assert [one[name] for name in columns] == [other[name] for name in columns]


@pytest.mark.daily("diagonal")
def test_they_are_tagged_printed_and_backed_up(ruled, call, tmp_path):
    home, file, restored = ("--home", ruled), tmp_path / "all.backup", tmp_path / "restored"
    assert call("tag", "0-2", "seen", *home).status == 0
    assert len(json.loads(call("query", "--tag", "seen", "--format", "json", *home).out)) == 3
    assert call("book", "--without-tag", "seen", "--output", tmp_path / "book.pdf", *home).status == 0
    assert call("backup", file, *home).status == 0
    assert call("restore", file, "--home", restored).status == 0
    assert rows_of(restored) == rows_of(ruled)
    assert call("tag", "0-2", "seen", "--remove", *home).status == 0


@pytest.mark.daily("jigsaw")
@pytest.mark.sqlite("copies of folders")
def test_wrong_rows_are_found_and_repaired(ruled, call, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ruled, copy)
    _, puzzles = rows_of(copy)
    plain_view.change(copy, "UPDATE puzzles SET constraints = '.Shape~6x6.Cage~3~R1C1~R1C2' WHERE id = 1")
    plain_view.change(copy, "UPDATE puzzles SET constraints = 'nothing' WHERE id = 2")
    assert call("verify", "--home", copy).status == 1
    call("verify", "--home", copy, "--repair")
    assert call("verify", "--home", copy).status == 0
    assert rows_of(copy)[1] == puzzles


@pytest.mark.daily("'.Shape~4x4'-jigsaw")
@pytest.mark.sqlite("a column may hold anything")
@pytest.mark.parametrize("rules", ["jigsaw", "killer"])
@pytest.mark.parametrize("lie", ["x'ff00'", "5", "'.Shape~4x4'", "'.XSum'", "'words'"])
def test_constraints_that_are_none_are_named_in_a_line(rules, lie, call, error_of, home):
    open_catalogue(home).fill(2, size=6, rules=rules, seed=5)
    plain_view.change(home, f"UPDATE puzzles SET constraints = {lie} WHERE id = 1")
    for words in (("show", 1), ("hint", 1), ("path", 1), ("export", 1, "--format", "constraints")):
        assert "no puzzle" in error_of(call(*words, "--home", home))
    assert "puzzles 1: constraints is" in call("verify", "--home", home).out
    assert call("verify", "--repair", "--home", home).status == 0


@pytest.mark.slow_cases("diagonal-xv", "killer-xv", "kropki,thermo-", "kropki,thermo-fog", "kropki,thermo-xv")
@pytest.mark.sqlite("copies of folders")
@pytest.mark.parametrize("rules", ["", "fog", "xv"])
def test_wrong_rules_are_named_and_nothing_is_touched(ruled, rules, call, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ruled, copy)
    plain_view.change(copy, f"UPDATE settings SET rules = '{rules}'")
    rows = rows_of(copy)
    assert call("verify", "--home", copy).status == 1
    call("verify", "--home", copy, "--repair")
    assert rows_of(copy) == rows


# --- Which are the same --------------------------------------------------------------------------------------------


def mirrored(variant):
    size = variant.size
    image = {cell: cell // size * size + size - 1 - cell % size for cell in range(size * size)}
    uses = [
        type(use)(use.rule, tuple(image[cell] for cell in use.cells), use.value) for use in variant.uses if use.cells
    ]
    whole = [use for use in variant.uses if not use.cells]
    givens = [variant.clues[image[cell]] for cell in range(size * size)]
    return variant.with_uses([*whole, *uses]).with_givens(givens)


@pytest.mark.daily("killer")
@pytest.mark.parametrize("rules", ["diagonal", "killer", "kropki,thermo"])
def test_mirror_images_are_duplicates(rules, call, home, tmp_path):
    assert call("fill", "--rules", rules, "--size", 6, "--count", 4, "--seed", 1).status == 0
    call("export", "all", "--output", "all.constraints")
    variants = [engine.read_variant(line) for line in Path("all.constraints").read_text().splitlines()]
    Path("mirrored.constraints").write_text("".join(constraint_text.write(mirrored(v)) + "\n" for v in variants))
    report = json.loads(call("import", "mirrored.constraints", "--format", "json").out)[0]
    assert (report["duplicates"], report["new"]) == (4, 0)


def test_other_cages_of_a_board_are_a_further_puzzle(call, home):
    assert call("fill", "--rules", "killer", "--size", 4, "--count", 1, "--seed", 1).status == 0
    call("export", "all", "--output", "all.constraints")
    variant = engine.read_variant(Path("all.constraints").read_text())
    (solution,) = solve_ruled(variant)[0]
    Path("given.constraints").write_text(
        constraint_text.write(variant.with_givens([int(solution[0]), *[0] * 15])) + "\n"
    )
    report = json.loads(call("import", "given.constraints", "--format", "json").out)[0]
    assert (report["new"], report["new_boards"]) == (1, 0)
    assert call("verify").status == 0


# --- What cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.slow_cases("words2-leave out blocks")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rules", "fog"], "these can: diagonal"),
        (["--rules", "argyle", "--size", 6], "size 9"),
        (["--rules", "jigsaw", "--blocks", "3x3"], "leave out blocks"),
        (["--rules", "killer", "--rate", "full"], "killer have no ratings"),
        (["--rules", "anti-king", "--rate", "full"], "only rules that are houses"),
        (["--rules", "windoku", "--method", "wfc"], "leave out method"),
        (["--rules", "windoku", "--sampling", "fair"], "leave out sampling"),
        (["--rules", "jigsaw", "--symmetry", "full"], "d4 or d4+relabel"),
    ],
)
def test_fills_that_cannot_be(call, home, error_of, words, message):
    assert message in error_of(call("fill", "--count", 3, *words), status=2)
    assert not home.exists() if isinstance(home, Path) else True


def test_rules_that_no_board_obeys(call, home, error_of):
    done = call("fill", "--count", 3, "--rules", "diagonal,anti-king,anti-knight", "--size", 4)
    assert "no board obeys" in error_of(done, status=2)


def test_few_boards_end_a_fill(call, home):
    """Only some boards of 4x4 obey: the fill gives up, and says so."""
    done = call(
        "fill", "--count", 500, "--rules", "diagonal", "--size", 4, "--symmetry", "d4+relabel", "--max-tries", 200
    )
    assert done.status in (2, 3), done.err


def test_puzzles_of_other_rules_are_refused(call, home, error_of):
    assert call("fill", "--rules", "windoku", "--count", 2, "--seed", 1).status == 0
    call("export", "all", "--output", "all.constraints")
    call("export", "all", "--format", "line", "--no-solution", "--output", "all.line")
    done = call("import", "all.constraints", "--rules", "diagonal", "--strict", "--home", "other")
    assert "line 1: the puzzle is not under the rules diagonal" in error_of(done)
    none = call("import", "all.constraints", "--rules", "diagonal", "--home", "other")
    assert "line 1: the puzzle is not under the rules diagonal" in error_of(none) and not Path("other").exists()
    call("create", "one.constraints", "--rules", "diagonal")
    Path("both.constraints").write_text(Path("one.constraints").read_text() + Path("all.constraints").read_text())
    skipped = call("import", "both.constraints", "--rules", "diagonal", "--skip-bad", "--home", "other")
    assert skipped.status == 0 and "line 3: the puzzle is not under the rules diagonal" in skipped.err
    assert "holds puzzles under the rules windoku" in error_of(
        call("import", "all.line", "--rules", "diagonal"), status=2
    )
    assert json.loads(call("import", "all.line", "--format", "json").out)[0]["duplicates"] == 2


@pytest.mark.daily("words0-under the rules windoku", "words4-holds puzzles under the rules windoku")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["canonical", "0"], "under the rules windoku"),
        (["measure"], "for plain puzzles"),
        (["export", "all", "--format", "sdk"], "no room for the rules windoku"),
        (["export", "all", "--hints", "--format", "json"], "--hints is for plain puzzles"),
        (["fill", "--rules", "killer", "--count", 1], "holds puzzles under the rules windoku"),
    ],
)
def test_what_plain_puzzles_have(call, home, error_of, words, message):
    assert call("fill", "--rules", "windoku", "--count", 1, "--seed", 1).status == 0
    assert message in error_of(call(*words), status=2 if words[0] in ("fill", "hint") or "--hints" in words else 1)


# --- Ratings -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["diagonal", "jigsaw"])
def rated(request, tmp_path_factory):
    """A folder with a catalogue of eight rated puzzles of size 6 under rules that are houses."""
    home = tmp_path_factory.mktemp("rated") / "home"
    open_catalogue(home).fill(8, size=6, rules=request.param, seed=5, rate="full")
    return home


@pytest.mark.daily("jigsaw")
def test_puzzles_whose_rules_are_houses_are_rated(rated, call):
    (settings,) = plain_view.table(rated, "settings", "1")
    book = Rulebook.read(settings["rules"], 6)
    _, puzzles = rows_of(rated)
    variants = [book.variant(row["constraints"], from_lines([row["givens"]])[0].tolist()) for row in puzzles]
    ratings = rate_ruled(variants)
    assert [row["rating"] for row in puzzles] == ratings["rating"].tolist()
    assert [row["hardest"] for row in puzzles] == [engine.TECHNIQUES[n].name for n in ratings["hardest"]]
    assert f"rated {ratings['rating'][3] / 10:.1f}" in call("show", 3, "--home", rated).out
    middle = sorted(ratings["rating"].tolist())[4]
    found = json.loads(call("query", "--min-rating", middle / 10, "--format", "json", "--home", rated).out)
    assert [row["id"] for row in found] == np.flatnonzero(ratings["rating"] >= middle).tolist()
    assert "8 boards: everything is proven" in call("verify", "--full", "--home", rated).out


@pytest.mark.daily("jigsaw")
def test_ratings_come_later_too(rated, call, tmp_path):
    (settings,) = plain_view.table(rated, "settings", "1")
    later = open_catalogue(tmp_path / "later")
    later.fill(8, size=6, rules=settings["rules"], seed=5)
    assert call("rate", "--home", later.home).status == 0
    assert rows_of(later.home) == rows_of(rated)
    file = tmp_path / "all.constraints"
    call("export", "all", "--output", file, "--home", rated)
    imported = tmp_path / "imported"
    done = call("import", file, "--rules", settings["rules"], "--rate", "full", "--home", imported)
    assert done.status == 0, done.err
    names = ("rating", "rating_status", "hardest")
    assert [[row[name] for name in names] for row in rows_of(imported)[1]] == [
        [row[name] for name in names] for row in rows_of(rated)[1]
    ]


@pytest.mark.daily("jigsaw")
def test_the_path_of_a_rating_names_techniques(rated, call):
    _, puzzles = rows_of(rated)
    hardest = max(puzzles, key=lambda row: row["rating"])
    told = call("path", hardest["id"], "--style", "rating", "--home", rated)
    assert told.status == 0 and told.out.endswith("The puzzle is solved.\n")
    technique = hardest["hardest"]
    assert f"{hardest['rating'] / 10:.1f} {technique}: " in " ".join(told.out.split())
    hint = call("hint", hardest["id"], "--style", "rating", "--home", rated).out
    *_, heading, sentence = hint.splitlines()
    first = re.search(r"^ *1 +([\d.]+)  ([\w-]+): (.*)$", told.out, re.M)
    assert re.fullmatch(f"step 1 of \\d+: {first[2]}, rated {first[1]}", heading) and sentence == first[3]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_workers_make_the_same(rules, tmp_path):
    alone, shared = (open_catalogue(tmp_path / name) for name in ("alone", "shared"))
    alone.fill(20, size=6, rules=rules, seed=5)
    shared.fill(20, size=6, rules=rules, seed=5, workers="local:2")
    assert rows_of(alone.home) == rows_of(shared.home)
