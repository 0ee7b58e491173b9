"""What each family of the engine finds in puzzles of a seed, by Python, and what node says with the built package."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import time
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.paths.record import as_data
from board_catalogue.engine.words import LANGUAGES

HERE = Path(__file__).parent
BROWSER = HERE.parents[2] / "engine/browser"
SOURCES = [BROWSER / f"{kind}.wasm.sources" for kind in ("engine", "rules")]
NODE = shutil.which("node")
SHAPES = {"2x2": 20, "2x3": 20, "3x2": 20, "2x4": 5, "none 7": 3, "3x4": 1, "4x4": 1}

NEEDS = [
    pytest.mark.skipif(not NODE, reason="node is not installed (Debian: apt install nodejs)"),
]

_FOLDER = TemporaryDirectory()


@cache
def package() -> Path:
    """The package of this checkout, made once in a process."""
    subprocess.run([sys.executable, BROWSER / "build.py", "--package", "--to", _FOLDER.name], check=True)
    return Path(_FOLDER.name)


def node(script: str, *given: object, cwd: Path = HERE):
    """What a script of node prints as JSON; `given` are its `given`."""
    files = f'import {{ readFileSync }} from "node:fs"; const engine = await import("{package() / "index.js"}");'
    begun = f"{files} const given = JSON.parse(readFileSync(0, 'utf8'));\n"
    command = [NODE, "--input-type=module", "--eval", begun + script]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, cwd=cwd, timeout=3000)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def rows_of(records) -> list:
    """Records as lists of values, the counts of techniques as those that are not 0."""
    return [[value.tolist() if hasattr(value, "tolist") else value for value in record] for record in records]


def rated_rows(records, names, statuses) -> list:
    """Ratings or scores as JavaScript says them: words in place of numbers."""
    plain = [name for name in records.dtype.names if name not in names.values()]
    rows = []
    for record in records:
        row = {name: record[name].item() for name in plain}
        row["status"] = statuses[row["status"]]
        row["hardest"] = names.get(row["hardest"])
        if "level" in row:
            row["level"] = engine.LEVELS[row["level"]]
        rows.append([*row.values(), [int(record[name]) for name in names.values() if record[name]]])
    return rows


RATED = {each.number: each.name for each in engine.TECHNIQUES}
SCORED = {each.number: each.name for each in engine.SOLVING_TECHNIQUES}


def rated(ratings):
    return rated_rows(ratings, RATED, [each.name.lower() for each in engine.RatingStatus])


def scored(scores):
    return rated_rows(scores, SCORED, [each.name.lower() for each in engine.ScoreStatus])


def families(count: int, rated_count: int, shapes: dict[str, int]) -> dict[str, list]:
    """What browser_families.mjs does, by Python."""
    found = {}

    def timed(name, work, said=lambda answer: answer):
        begun = time.process_time()
        answer = work()
        taken = time.process_time() - begun
        answer = said(answer)
        plain = answer.tobytes() if isinstance(answer, np.ndarray) else text_of(answer).encode()
        found[name] = [hashlib.sha256(plain).hexdigest()[:16], taken]
        return answer

    boards = timed("generate", lambda: engine.generate(count, seed=7))
    puzzles = timed("carve", lambda: engine.carve(boards, seed=7))
    timed("solve", lambda: engine.solve(puzzles))
    timed("countSolutions", lambda: engine.count_solutions(puzzles))
    timed("canonical", lambda: engine.canonical(boards, symmetry="full"))
    timed("canonicalPuzzles", lambda: engine.canonical(puzzles, symmetry="full"))
    timed("automorphisms", lambda: engine.symmetry.automorphisms(boards).tolist())
    timed("measure", lambda: engine.measure(puzzles), lambda found: rows_of(found.tolist()))
    some = puzzles[:rated_count]
    timed("minimal", lambda: engine.minimal(some).tolist())
    few = boards[: -(-rated_count // 50)]
    timed("carve to 20", lambda: engine.carve(few, seed=7, clues=20, effort=1000))
    fewer = np.where(np.arange(some.size).reshape(some.shape) % 5 == 0, 0, some).astype(np.uint8)
    timed("trueCandidates", lambda: engine.true_candidates(fewer))
    timed("rate", lambda: engine.rate(some), rated)
    timed("score", lambda: engine.score(some), scored)
    for style in ("rating", "score"):
        timed(f"steps, {style}", partial(paths, some, style))
    for blocks, boards_of_it in shapes.items():
        timed(f"blocks {blocks}", partial(of_shape, blocks, boards_of_it))
    return found


def paths(puzzles, style: str) -> list:
    spoken = [(puzzle, LANGUAGES[row % len(LANGUAGES)]) for row, puzzle in enumerate(puzzles)]
    return [[as_data(step, language) for step in engine.steps(each, style=style)] for each, language in spoken]


def of_shape(blocks: str, count: int) -> list:
    is_latin = blocks.startswith("none")
    options = {"blocks": "none" if is_latin else blocks}
    made = engine.generate(count, **options, size=int(blocks[5:]) if is_latin else None, seed=3)
    carved = engine.carve(made, **options, seed=3)
    ratings = [] if made.shape[1] > 144 else rated(engine.rate(carved, **options))
    measured = rows_of(engine.measure(carved, **options, most_nodes=1000).tolist())
    boards = (made, carved, engine.solve(carved, **options), engine.canonical(made, **options))
    return [*(each.reshape(-1).tolist() for each in boards), ratings, measured]


def text_of(answer) -> str:
    """JSON as JavaScript writes it."""
    return re.sub(r'("rating":\d+)\.0', r"\1", json.dumps(answer, ensure_ascii=False, separators=(",", ":")))


def differences(python, browser) -> list[str]:
    assert [*python] == [*browser]
    return [name for name in python if python[name][0] != browser[name][0]]
