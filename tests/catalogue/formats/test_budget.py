"""No file takes much memory or time, whatever is in it: `pytest -m slow -s tests/catalogue/formats/test_budget.py`."""

import gzip
import io
import os
import random
import re
import resource
import sqlite3
import zipfile
from collections import Counter
from contextlib import closing

import forked
import numpy as np
import pytest

from board_catalogue import catalogue
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.sqlite import read_sqlite
from board_catalogue.engine.reading import budget

P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEGABYTE = 1 << 20
MEMORY, SECONDS = 500, 10  # megabytes, and seconds of the processor


def packed(head, piece, times, tail=b""):
    """A file that unpacks to many megabytes."""
    content = io.BytesIO()
    with gzip.GzipFile(fileobj=content, mode="wb", mtime=0) as file:
        file.write(head)
        for _ in range(times):
            file.write(piece)
        file.write(tail)
    return content.getvalue()


def database(path, *statements):
    """A file of SQLite."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def array(**arrays):
    """An archive of arrays whose heads say what their content does not hold."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (descr, shape, megabytes) in arrays.items():
            head = io.BytesIO()
            np.lib.format.write_array_header_1_0(head, {"descr": descr, "fortran_order": False, "shape": shape})
            with archive.open(f"{name}.npy", "w") as member:
                member.write(head.getvalue())
                for _ in range(megabytes):
                    member.write(bytes(MEGABYTE))
    return content.getvalue()


def parquet(path, text, rows, *, repeated):
    """A file whose column repeats a long text, by its dictionary or not."""
    arrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    texts = arrow.array([text])
    column = arrow.DictionaryArray.from_arrays(arrow.array([0] * rows), texts) if repeated else texts
    write_table(arrow.table({"puzzle": [P] * rows, "title": column}), path, compression="zstd")


ONES = b"1" * MEGABYTE
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
ENDLESS = f"CREATE VIEW puzzles AS {NUMBERS} SELECT '{P}' AS puzzle"
BOMBS = {
    "attribute.opensudoku.gz": lambda: packed(b'<opensudoku><game data="', ONES, 60, b'"/></opensudoku>'),
    "text.opensudoku.gz": lambda: packed(b"<opensudoku><name>", ONES, 60),
    "nested.opensudoku.gz": lambda: packed(b"<opensudoku>", b"<a>" * 300_000, 60),
    "games.opensudoku.gz": lambda: packed(b"<opensudoku>", b'<game data="1"/>' * 60_000, 60),
    "line.txt.gz": lambda: packed(P.encode() + b"\n", ONES, 60),
    "ends.txt.gz": lambda: packed(P.encode() + b"\n", b"\n" * MEGABYTE, 60),
    "lists.json.gz": lambda: packed(b"", b"[" * MEGABYTE, 30),
    "text.json.gz": lambda: packed(b'[{"puzzle":"', ONES, 60),
    "text.jsonl.gz": lambda: packed(b'{"puzzle":"', ONES, 60),
    "field.csv.gz": lambda: packed(f'puzzle,a\n{P},"'.encode(), ONES, 60),
    "rows.csv.gz": lambda: packed(b"puzzle\n", b"12\n" * 300_000, 60),
    "ends.txt": lambda: P.encode() + b"\n" * 50 * MEGABYTE,
    "returns.txt": lambda: P.encode() + b"\r\n" * 25 * MEGABYTE,
    "ends.csv": lambda: b"puzzle\n" + P.encode() + b"\n" * 50 * MEGABYTE,
    "knights.constraints": lambda: b".AntiKnight" * 10_000,
    "knights-4096.constraints": lambda: b".AntiKnight" * 4_000,
    "and.constraints": lambda: b".And" * 30_000,
    "cages.constraints": lambda: b"".join(b".Cage~10~R%dC%d~R9C9" % (i % 9 + 1, i % 8 + 1) for i in range(4_000)),
    "rows.npz": lambda: array(puzzles=("|u1", (10**9, 81), 60)),
    "wide.npz": lambda: array(puzzles=("|u1", (1, 10**11), 1)),
    "texts.npz": lambda: array(puzzles=("|u1", (10**6, 81), 77), titles=("<U100000", (10**6,), 60)),
    "slow.db": lambda path: database(path, f"{ENDLESS} FROM n WHERE i < 0"),
    "endless.db": lambda path: database(path, f"{ENDLESS}, i FROM n"),
    "blob.db": lambda path: database(
        path, "CREATE TABLE puzzles (puzzle TEXT, a BLOB)", f"INSERT INTO puzzles VALUES ('{P}', zeroblob(300000000))"
    ),
    "dictionary.parquet": lambda path: parquet(path, "x" * 200_000_000, 5, repeated=True),
    "noise.parquet": lambda path: parquet(path, os.urandom(20 * MEGABYTE).hex(), 5000, repeated=True),
    "value.parquet": lambda path: parquet(path, "x" * 200_000_000, 1, repeated=False),
}
"""Files that take much more than their size, by their names."""


def written(name, folder):
    """Write such a file."""
    path, make = folder / name, BOMBS[name]
    if make.__code__.co_argcount:
        make(path)
    else:
        path.write_bytes(make())
    return path


def damaged(folder):
    """Files in every format, sound, cut, with other bytes, doubled, and packed."""
    home = catalogue.open(folder / "home")
    home.fill(30, seed=1)
    draw = random.Random(1)
    for form in FORMATS.values():
        if not form.is_read or form.is_picture:
            continue
        path = folder / f"sound{form.endings[0] if form.endings else '.txt'}"
        home.export(path, format=form.name, force=True)
        sound = path.read_bytes()
        ends = sorted(draw.sample(range(1, len(sound)), 6))
        changed = []
        for _ in range(14):
            content = bytearray(sound)
            for place in draw.sample(range(len(sound)), 8):
                content[place] = draw.randrange(256)
            changed.append(bytes(content))
        for number, content in enumerate(
            [
                sound,
                *(sound[:end] for end in ends),
                *changed,
                sound * 2,
                sound[::-1],
                gzip.compress(sound),
                b"[" + sound,
            ]
        ):
            path = folder / f"{form.name}-{number}{form.endings[0] if form.endings else '.txt'}"
            path.write_bytes(content)
            yield path


def measured(words, scratch):
    """How a command ended in a process of its own, its memory in megabytes, and its seconds of the processor."""
    told = scratch / "used"

    def at_the_end():
        import atexit

        def tell():
            used = resource.getrusage(resource.RUSAGE_SELF)
            told.write_text(f"{used.ru_maxrss // 1024} {used.ru_utime + used.ru_stime}")

        atexit.register(tell)
        exit_now = os._exit

        def leave(status):
            tell()
            exit_now(status)

        os._exit = leave

    ended = forked.run(words, scratch, at_the_end)
    memory, seconds = told.read_text().split()
    return ended, int(memory), float(seconds)


def check(path, scratch):
    """Solve and import a file. Return the most that it takes."""
    most = (0, 0.0)
    for words in (["solve", path], ["import", path, "--dry-run", "--home", scratch / "none"]):
        ended, memory, seconds = measured(words, scratch)
        assert ended.status in (0, 1, 2, 3, 4), (words, ended)
        assert "Traceback" not in ended.err, (words, ended.err)
        assert memory < MEMORY and seconds < SECONDS, (words, memory, seconds)
        most = max(most[0], memory), max(most[1], seconds)
    return most


@pytest.mark.daily("endless.db", "knights.constraints", "wide.npz")
@pytest.mark.parametrize("name", BOMBS)
def test_what_is_larger_than_it_looks_is_refused_in_a_line(name, tmp_path, call):
    path = written(name, tmp_path)
    done = call("import", path, "--home", tmp_path / "home")
    if name in ("ends.txt", "returns.txt", "ends.csv"):  # which are nothing but slow
        assert done.status == 0
        return
    assert done.status == 1 and not done.out and done.err.count("\n") == 1
    assert str(path) in done.err and re.search("--trust|the most|deep|Unterminated", done.err)


def test_a_catalogue_with_rules_may_be_read_slowly(tmp_path, monkeypatch):
    """The clock of a query starts anew at each row, whatever is done with the rows between."""
    path = tmp_path / "ruled.db"
    row = f"1 AS board_id, 1 AS place, '{P}' AS givens, NULL AS solution, NULL AS constraints"
    database(
        path,
        "CREATE TABLE settings AS SELECT 9 AS size, '3x3' AS blocks, 'anti-knight' AS rules",
        "CREATE TABLE boards AS SELECT 1 AS id, NULL AS solution",
        f"CREATE TABLE puzzles AS {NUMBERS} SELECT {row} FROM n LIMIT 3000",
        "CREATE VIEW catalogue AS SELECT board_id AS number, givens AS puzzle FROM puzzles",
    )
    now = 0.0
    monkeypatch.setattr(budget.time, "monotonic", lambda: now)
    with path.open("rb") as file:
        for _ in read_sqlite(file):
            now += 1.0
    assert now == 3000


def test_who_trusts_a_file_reads_it(tmp_path, call):
    path = tmp_path / "blob.db"
    database(
        path, "CREATE TABLE puzzles (puzzle TEXT, a BLOB)", f"INSERT INTO puzzles VALUES ('{P}', zeroblob(2000000))"
    )
    assert "--trust" in call("import", path).err
    assert call("import", path, "--trust").status == 0


@pytest.mark.slow
def test_who_trusts_an_archive_reads_it(tmp_path, call):
    path = tmp_path / "list.txt.gz"
    path.write_bytes(packed(P.encode() + b"\n", b"\n" * MEGABYTE, 20))
    assert "--trust" in call("solve", path, "--format", "csv").err
    assert call("solve", path, "--format", "csv", "--trust").status == 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_file_takes_much(tmp_path):
    most: Counter[str] = Counter()
    paths = [*(written(name, tmp_path) for name in BOMBS), *damaged(tmp_path)]
    for path in paths:
        memory, seconds = check(path, tmp_path)
        most["memory"], most["seconds"] = max(most["memory"], memory), max(most["seconds"], seconds)
    print(f"{len(paths)} files, {2 * len(paths)} commands: at most {most['memory']} MB and {most['seconds']:.1f} s")
    assert len(paths) > 380
