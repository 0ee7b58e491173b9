"""A catalogue seen from outside: its files and tables, read without the package that wrote them."""

import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache
from itertools import pairwise
from math import isqrt
from operator import itemgetter

import numpy as np
import reference
from postgresql_server import connected

from board_catalogue import engine
from board_catalogue.catalogue.storage.home import Server
from board_catalogue.engine.native import technique_of

GRADES = {"easy": 1.2, "medium": 1.5, "hard": 2.5, "fiendish": 6.0, "diabolical": 12.0}
LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
METRICS = ("clues", "backtracks", "depth", "comparisons", "filled", "hidden_rounds")
STORED = {"depth": "max_depth"}  # metrics that have another name in the database
TEXTBOOK = ("textbook_comparisons", "textbook_backtracks", "textbook_depth")
FIRST_SCORED = 100  # numbers of techniques from here on are those of scores
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"


def table(home, name, order="rowid"):
    """The rows of a table as dictionaries."""
    if isinstance(home, Server):
        return _table_of_server(home, name, "1" if order == "rowid" else order)
    with closing(sqlite3.connect(f"file:{home}/catalogue.db?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(f"SELECT * FROM {name} ORDER BY {order}")]


def number_of_rows(home, name, where="TRUE"):
    """How many rows a table has, without a look at any."""
    question = f"SELECT count(*) FROM {name} WHERE {where}"
    if isinstance(home, Server):
        with connected(home) as database:
            return database.execute(question).fetchone()[0]
    with closing(sqlite3.connect(f"file:{home}/catalogue.db?mode=ro", uri=True)) as database:
        return database.execute(question).fetchone()[0]


def change(home, *statements):
    """Change rows behind the back of the program, as somebody with another one would."""
    if isinstance(home, Server):
        with connected(home) as database:
            database.execute("SET session_replication_role = replica")  # SQLite checks no references either
            for statement in statements:
                database.execute(statement)
        return
    with closing(sqlite3.connect(home / "catalogue.db")) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def _table_of_server(home, name, order):
    """The same of PostgreSQL, with numbers for what is true or false."""
    with connected(home) as database:
        rows = database.execute(f"SELECT * FROM {name} ORDER BY {order}")
        names = [column.name for column in rows.description]
        return [
            {key: int(value) if isinstance(value, bool) else value for key, value in zip(names, row, strict=True)}
            for row in rows
        ]


def tables(home):
    """Every table but what a database and Alembic keep for themselves."""
    orders = {"settings": "1", "streams": "1", "claims": "1", "boards": "1", "puzzles": "1", "tallies": "1, 2"}
    orders |= {"uses": "1, 2", "forms": "1, 2", "sources": "1", "origins": "1", "tags": "1, 2"}
    if isinstance(home, Server):
        found = {name: table(home, name, order) for name, order in orders.items()}
        for row in found["settings"]:
            row["files"] = 1  # as if it had those of `files`
        return found
    known = {row["name"] for row in table(home, "sqlite_schema")}  # an old catalogue lacks some
    return {name: table(home, name, order) for name, order in orders.items() if name in known}


def replace(path, content):
    """Put another file in the place of one that copies of a catalogue may share."""
    path.unlink()
    path.write_bytes(content)


def files(home):
    """The files of all boards; of a catalogue on a server those that its rows would have."""
    if isinstance(home, Server):
        return {f"{row['id']}.txt": file_text(row["solution"]) for row in table(home, "boards")}
    return {path.name: path.read_bytes() for path in (home / "boards").iterdir()}


def exists(home):
    """Whether there is anything of a catalogue."""
    if isinstance(home, Server):
        with connected(home) as database:
            return database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() != (0,)
    return home.exists()


def paths(home, *numbers):
    """The files of some boards; a server has none."""
    return [] if isinstance(home, Server) else [home / "boards" / f"{number}.txt" for number in numbers]


def contents(home):
    """What two catalogues of one seed must have in common, whatever happened while they were made."""
    return {"files": files(home), "boards": table(home, "boards"), "puzzles": table(home, "puzzles")}


def puzzles(home):
    """Each puzzle with the solution of its board, as a plain dictionary, in the order of the numbers."""
    solutions = {row["id"]: row["solution"] for row in table(home, "boards")}
    return [
        {
            "id": row["board_id"],
            **{metric: row[STORED.get(metric, metric)] for metric in (*METRICS, *TEXTBOOK)},
            "minimal": bool(row["minimal"]),
            "pattern": row["pattern"],
            **rating_of(row),
            "score": row["score"],
            "level": None if row["level"] is None else LEVELS[row["level"]],
            "givens": row["givens"],
            "solution": solutions[row["board_id"]],
        }
        for row in table(home, "puzzles", "board_id, id")
    ]


def rating_of(row):
    """What is known of a puzzle's rating, as the program tells it."""
    tenths = {name: row[name] for name in ("rating", "pearl", "diamond")}
    ratings = {name: None if value is None else value / 10 for name, value in tenths.items()}
    grades = [name for name, greatest in GRADES.items() if ratings["rating"] and ratings["rating"] <= greatest]
    return {
        "rating_status": {None: None, 0: "rated", 1: "above"}[row["rating_status"]],
        **ratings,
        "grade": grades[0] if grades else None,
        "hardest": row["hardest"],
    }


def techniques(home):
    """The names of the techniques on the path of each puzzle, by its board's number, as the table of uses has them."""
    boards = {row["id"]: row["board_id"] for row in table(home, "puzzles")}
    found = {number: set() for number in boards.values()}
    for row in table(home, "uses", "1, 2"):
        if row["technique"] < FIRST_SCORED:
            found[boards[row["puzzle_id"]]].add(technique_of(row["technique"]).name)
    return found


def as_text(puzzle):
    """The columns of a puzzle as CSV spells them."""
    return {name: "" if value is None else str(value) for name, value in puzzle.items()}


def cells(line):
    """A line of one character per cell as a list of digits."""
    return [SYMBOLS.index(symbol) for symbol in line]


def file_text(solution):
    size = isqrt(len(solution))
    digits = list(map(str, cells(solution)))
    return "".join(" ".join(digits[i : i + size]) + "\n" for i in range(0, len(digits), size)).encode()


@cache
def images(count):
    """For boards of so many cells: takes the cells of a board in the order of each of its eight images."""
    return [itemgetter(*cells) for cells in reference.images(list(range(count)))]


def renamed(image):
    return tuple(map(image[: isqrt(len(image))].index, image))


def canonical(line, symmetry):
    """What a board, a line of one character per cell, has in common with those that count as the same."""
    if symmetry == "d4":
        return min(image(line) for image in images(len(line)))
    if symmetry == "d4+relabel":
        return min(renamed(image(line)) for image in images(len(line)))
    # The oracle of the full symmetry would take a tenth of a second a board.
    return engine.keys(np.array(cells(line), np.uint8), symmetry=symmetry).tobytes()


@cache
def units(count):
    return [itemgetter(*unit) for unit in reference.units(isqrt(count))]


def is_full_board(line):
    size = isqrt(len(line))
    return set(line) == set(SYMBOLS[1 : size + 1]) and all(len(set(unit(line))) == size for unit in units(len(line)))


def assert_sound(home, count=None):
    """Everything that has to be true of any catalogue that no fill is working on."""
    boards, puzzle_rows, claims = table(home, "boards"), table(home, "puzzles"), table(home, "claims", "1")
    (settings,) = table(home, "settings", "1")
    symmetry = settings["symmetry"]
    assert count is None or len(boards) == count
    assert [row["id"] for row in boards] == list(range(len(boards)))
    assert [(row["id"], row["board_id"]) for row in puzzle_rows] == [(i, i) for i in range(len(boards))]
    if not isinstance(home, Server):
        assert files(home) == {f"{row['id']}.txt": file_text(row["solution"]) for row in boards}

    solutions = [row["solution"] for row in boards]
    assert all(map(is_full_board, solutions))
    assert len({canonical(line, symmetry) for line in solutions}) == len(boards)

    for board, puzzle in zip(boards, puzzle_rows, strict=True):
        givens = puzzle["givens"]
        assert all(given in (".", digit) for given, digit in zip(givens, board["solution"], strict=True))
        assert puzzle["clues"] == len(givens) - givens.count(".")

    if boards:
        keys = engine.keys(np.array([cells(line) for line in solutions], np.uint8), symmetry=symmetry)
        assert {row["key"]: row["board_id"] for row in claims} == {key.tobytes(): i for i, key in enumerate(keys)}
    assert len(claims) == len(boards)

    counted = Counter(
        (metric, row[metric]) for row in puzzle_rows for metric in (STORED.get(name, name) for name in METRICS)
    )
    uses = table(home, "uses", "1, 2")
    assert_ratings_are_those_of_the_engine(puzzle_rows, uses)
    numbers = {technique.name: number for number, technique in enumerate(engine.TECHNIQUES)}
    assert_scores_are_those_of_the_engine(puzzle_rows, uses)
    for name, number_of in (
        *((each, int) for each in ("rating_status", "rating", "score", "level")),
        ("hardest", numbers.get),
    ):
        counted.update((name, number_of(row[name])) for row in puzzle_rows if row[name] is not None)
    counted.update(("technique", row["technique"]) for row in uses)
    assert {(row["metric"], row["value"]): row["puzzles"] for row in table(home, "tallies", "1")} == counted

    for stream in table(home, "streams"):
        positions = [row["position"] for row in boards if row["seed"] == stream["seed"]]
        assert all(before < after for before, after in pairwise(positions))
        assert len(positions) + stream["duplicates"] + stream["unwanted"] == stream["position"]
        assert stream["attempts"] >= stream["position"]


def assert_ratings_are_those_of_the_engine(puzzle_rows, uses):
    """Of every puzzle that is rated, and of no other."""
    for status, ceiling in ((0, None), (1, 4.5)):
        of_status = [row for row in puzzle_rows if row["rating_status"] == status]
        if not of_status:
            continue
        ratings = engine.rate(np.array([cells(row["givens"]) for row in of_status], np.uint8), ceiling=ceiling)
        assert (ratings["status"] == status).all()
        for row, rating in zip(of_status, ratings, strict=True):
            told = [row[name] for name in ("rating", "pearl", "diamond", "hardest")]
            if status == 1:
                assert told == [None] * 4
            else:
                hardest = technique_of(rating["hardest"]).name if rating["hardest"] >= 0 else None
                assert told == [*(int(rating[name]) for name in ("rating", "pearl", "diamond")), hardest]
            used = {use["technique"]: use["times"] for use in _uses_of(row, uses, scored=False)}
            counts = engine.native.technique_counts(rating).tolist()
            assert used == {number: count for number, count in enumerate(counts) if count}
    known = {row["id"] for row in puzzle_rows if row["rating_status"] == 0}
    assert {use["puzzle_id"] for use in uses if use["technique"] < FIRST_SCORED} <= known


def assert_scores_are_those_of_the_engine(puzzle_rows, uses):
    """Of every puzzle that has a score, and of no other."""
    known = [row for row in puzzle_rows if row["score"] is not None]
    assert {use["puzzle_id"] for use in uses if use["technique"] >= FIRST_SCORED} == {row["id"] for row in known}
    if not known:
        return
    scores = engine.score(np.array([cells(row["givens"]) for row in known], np.uint8))
    for row, score in zip(known, scores, strict=True):
        assert (row["score"], row["level"]) == (score["score"], score["level"])
        used = {use["technique"] - FIRST_SCORED: use["times"] for use in _uses_of(row, uses, scored=True)}
        assert used == {each.number: score[each.name] for each in engine.SOLVING_TECHNIQUES if score[each.name]}


def _uses_of(row, uses, *, scored):
    return [use for use in uses if use["puzzle_id"] == row["id"] and (use["technique"] >= FIRST_SCORED) == scored]
