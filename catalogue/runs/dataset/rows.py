"""The rows of a data set, made by ticket: they depend on the request and the ticket alone.

A data set has one kind of puzzle for each of its `rules`, in turn: position p has kind p % n. Solutions are compared up
to every symmetry of plain Sudoku, which has those of all rules on the same blocks; jigsaws up to turns, mirrors and
names of digits. So no symmetry leads from one split to another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, count
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from .... import engine
from ....engine.boards import Boards, as_lines
from ....engine.grades import grade_of
from ....engine.hard_puzzles import CHAIN, hard_puzzles
from ....engine.names import SYMMETRIES
from ....engine.native import TECHNIQUES
from ....engine.paths import Position, hardest_of, moves_of
from ....engine.rules.formats import constraint_text, sudokupad
from ....engine.rules.formats.sudokupad import elements_of
from ....engine.rules.making import with_solutions
from ....engine.rules.texts import in_words
from ....engine.shape import Shape
from ....engine.words import LANGUAGES, words_in
from ...puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS
from ...puzzles.game import Game, symmetries_ruled
from ...puzzles.kinds import REASONING_GYM, SUDOKU_BENCH, SUDOKU_EXTREME
from ..making import Measured, draft, measured, textbook_columns
from ..pipeline import Stopwatch
from ..recipe import HARD, Generated, Plan, Ticket
from .plan import HARD_CLASSES, MONTHS, DatasetPlan, month_number

if TYPE_CHECKING:
    from ....engine import Variant

_KIND = 1 << 48
"""Added to the positions of a seed for each kind, so that no two kinds begin with the same boards."""

CLAIMS = "claims"
"""A column of parts, which the files do not get: the classes of all solutions of a puzzle."""


@dataclass
class _Puzzles:
    """Puzzles of one kind, with what is known of each."""

    kind: str
    game: Game
    positions: list[int]
    found: Measured
    variants: list[Variant] = field(default_factory=list)
    """The puzzles with their rules, in a data set of variants."""
    solutions: list[list[Boards]] = field(default_factory=list)
    """All solutions of each, where several are wanted."""
    chain: int | None = None
    """The number of the chain that they are, where some are searched."""

    def of_each(self, value: object) -> list[Any]:
        """A column that has one value."""
        return [value] * len(self.positions)


def part_of(request: DatasetPlan, ticket: int) -> pa.Table:
    """Make the rows of a ticket, in the order of their positions, with the keys that find duplicates."""
    if request.is_searched(ticket):
        return pa.table(_plain_columns(request, _searched(request, ticket)))
    first, turns = ticket * request.batch, len(request.turns)
    columns_of = _ruled_columns if request.is_ruled else _plain_columns
    tables = []
    for number in range(turns):
        start, stop = (-((number - position) // turns) for position in (first, first + request.batch))  # rounded up
        if start < stop:
            tables.append(pa.table(columns_of(request, _made(request, number, range(start, stop)))))
    return pa.concat_tables(tables, promote_options="permissive").sort_by("position")


def _made(request: DatasetPlan, number: int, places: range) -> _Puzzles:
    """Puzzles of one kind: its boards at some places, each at position `number` + place times the number of kinds."""
    plan = request.plan_of(number)
    if request.benchmark is None:
        batch = plan.make(Ticket(number * _KIND + places.start, len(places)))
    else:
        batch = _of_month(month_number(request.benchmark), plan, number * _KIND, places)
    return _of(request, number, batch, [place * len(request.turns) + number for place in places])


def _of(request: DatasetPlan, number: int, batch: Generated, positions: list[int]) -> _Puzzles:
    """The puzzles of boards of one kind, measured."""
    (kind, game, _), plan, watch, every = (
        request.turns[number],
        request.plan_of(number),
        Stopwatch(),
        range(len(positions)),
    )
    found = measured(batch, every, draft(batch, every, plan.recipe, game, watch), plan, watch)
    made = _Puzzles(kind, game, positions, found)
    if request.is_ruled:
        own = found.own or made.of_each(None)
        made.variants = list(map(game.with_rules, as_lines(found.puzzles), own))
    return _loosened(request, made) if request.has_several else made


def _searched(request: DatasetPlan, ticket: int) -> _Puzzles:
    """The chain of a ticket, whose classes are all of the hard split."""
    first, start = ticket * request.batch, ticket * CHAIN
    hard = hard_puzzles(CHAIN, seed=request.seed, start=start, share=HARD_CLASSES)
    batch = Generated(request.seed, start, hard.boards, hard.attempts, hard.puzzles)
    return replace(_of(request, 0, batch, [*range(first, first + CHAIN)]), chain=ticket)


_APART, _TOGETHER = 1 << 20, 128
"""How far apart the boards of two places of a benchmark begin, and how many are looked at together."""


def _of_month(month: int, plan: Plan, first: int, places: range) -> Generated:
    """For each place the first of its boards whose class is of the month; positions count from `first`."""
    found = []
    for place in places:
        for start in count(first + place * _APART, _TOGETHER):
            boards = plan.make(Ticket(start, _TOGETHER)).boards
            if (fits := month_of(boards) == month).any():
                found.append(boards[fits.argmax()])
                break
    boards = np.array(found, np.uint8).reshape(len(places), -1)
    return Generated(plan.seed, first + places.start, boards, np.ones(len(places), np.int32))


def month_of(boards: Boards) -> NDArray[np.int64]:
    """Return the number of the month to which the class of each 9x9 board belongs, `int64 (n,)`.

    It is the SHA-256 of the 81 digits of the canonical board, as a number, modulo MONTHS.
    """
    lines = as_lines(engine.canonical(boards, symmetry="full"))
    numbers = (int(hashlib.sha256(line.encode()).hexdigest(), 16) % MONTHS for line in lines)
    return np.fromiter(numbers, np.int64, len(lines))


def _loosened(request: DatasetPlan, made: _Puzzles) -> _Puzzles:
    """The same puzzles with as many solutions as are wanted; without those that cannot have them."""
    book = made.game.rulebook
    several: dict[str, Any] = {"fixed": len(book.board.uses) if book else 0, "seed": request.seed}
    tried = (
        with_solutions(variant, request.least_solutions, request.most_solutions, position=position, **several)
        for variant, position in zip(made.variants, made.positions, strict=True)
    )
    kept = {row: each for row, each in enumerate(tried) if each is not None}
    rows, variants = list(kept), [variant for variant, _ in kept.values()]
    own = [book.own_of(variant) for variant in variants] if book and book.has_own else None
    clues = np.array([variant.clues for variant in variants], np.uint8).reshape(len(rows), made.game.shape.cells)
    found = replace(made.found.only(rows), puzzles=clues, own=own)
    solutions = [boards for _, boards in kept.values()]
    return _Puzzles(made.kind, made.game, [made.positions[row] for row in rows], found, variants, solutions)


# --- Columns of plain puzzles -----------------------------------------------------------------------------------------


def _plain_columns(request: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    found = made.found
    columns: dict[str, Any] = {
        "puzzle": as_lines(found.puzzles),
        "solution": as_lines(found.boards),
        "canonical": as_lines(engine.canonical(found.puzzles, symmetry="full")),
        "class": engine.rank(found.boards),
        "clues": np.count_nonzero(found.puzzles, axis=1).astype(np.int64),
        "minimal": found.minimal,
        **_rating_columns(found),
        **{name: found.metrics[name] for name in PUZZLE_METRICS if name in engine.METRICS},
        "automorphisms": engine.symmetry.automorphisms(found.boards),
        "seed": np.full(len(found.boards), request.seed, np.int64),
        "position": np.array(made.positions, np.int64),
    }
    if request.sampling == HARD:
        columns["chain"] = columns["position"] // CHAIN
    elif request.searches:
        columns["chain"] = pa.array(made.of_each(made.chain), pa.int64())
    if found.weights is not None:
        columns["weight"] = found.weights
    if found.textbook is not None:
        columns |= zip(TEXTBOOK_METRICS, textbook_columns(found.textbook), strict=True)
    if request.scores:
        columns |= _scored(engine.score(found.puzzles))
    if request.steps:
        columns |= _step_columns(found.puzzles)
    keys = engine.puzzle_keys(found.puzzles, symmetry="full")
    return {**columns, "key": pa.array(map(bytes, keys), pa.binary(keys.shape[1]))}


def _step_columns(puzzles: NDArray[np.uint8]) -> dict[str, Any]:
    """The path of each puzzle: sentences, and records of what they place and remove."""
    fields = {"step": pa.int64(), "technique": pa.string(), "cell": pa.int64(), "digit": pa.int64()}
    record = pa.struct({**fields, "action": pa.string(), "causes": pa.list_(pa.int64())})
    paths = [engine.steps(puzzle) for puzzle in puzzles]
    starts = (Position(Shape.of(9), puzzle.tolist()) for puzzle in puzzles)
    moves = [[move._asdict() for move in moves_of(*each)] for each in zip(starts, paths, strict=True)]
    return {"steps": [list(map(str, path)) for path in paths], "moves": pa.array(moves, pa.list_(record))}


def _rating_columns(found: Measured) -> dict[str, Any]:
    ratings = found.ratings
    assert ratings is not None  # the plan rates every plain puzzle
    names = np.array([technique.name for technique in TECHNIQUES], object)
    return {
        **{name: ratings[name] / 10 for name in ("rating", "pearl", "diamond")},
        "grade": list(map(grade_of, ratings["rating"].tolist())),
        "hardest": names[ratings["hardest"]].tolist(),
        "techniques": [names[row].tolist() for row in engine.native.technique_counts(ratings) > 0],
    }


def _scored(scores: NDArray[np.void]) -> dict[str, Any]:
    levels = [engine.LEVELS[level] for level in scores["level"].tolist()]
    return {"score": scores["score"].astype(np.int64), "level": levels}


# --- Columns of variants, other sizes and several solutions -----------------------------------------------------------


def _ruled_columns(request: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    shown = _in_bench_schema if request.schema == SUDOKU_BENCH else _in_own_schema
    boards, clues, is_ruled = made.found.boards, made.found.puzzles, made.game.rulebook is not None
    texts = [constraint_text.write(variant.with_givens(())) if is_ruled else None for variant in made.variants]
    return {
        **shown(request, made),
        "constraints": pa.array(texts, pa.string()),
        "kind": pa.array(made.of_each(made.kind), pa.string()),
        "size": pa.array(made.of_each(made.game.shape.size), pa.int64()),
        "class": class_numbers(boards, made.game),
        "clues": np.count_nonzero(clues, axis=1).astype(np.int64),
        **(_solution_columns(made) if request.has_several else {"minimal": made.found.minimal}),
        **(_score_columns(request, made) if request.scores else {}),
        "seed": np.full(len(boards), request.seed, np.int64),
        "position": np.array(made.positions, np.int64),
        "key": pa.array(_keys(made), pa.binary(_KEY)),
        **(_claims(made) if request.has_several else {}),
    }


def _in_own_schema(request: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    solutions = made.of_each(None) if request.has_several else as_lines(made.found.boards)
    words = [str(sudokupad.document_of(variant)["metadata"]["rules"]) for variant in made.variants]
    columns = {
        "puzzle": as_lines(made.found.puzzles),
        "solution": solutions,
        "rules": words,
        "visual_elements": [json.dumps(elements_of(variant)) for variant in made.variants],
    }
    return {name: pa.array(column, pa.string()) for name, column in columns.items()}


def _in_bench_schema(request: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    """The columns of Sudoku-Bench, in its order; the rules are a text of JSON there."""
    own, size = _in_own_schema(request, made), pa.array(made.of_each(made.game.shape.size), pa.int64())
    packed = [unquote(sudokupad.write(variant)).removeprefix(sudokupad.ADDRESS) for variant in made.variants]
    ids = [f"board-catalogue_{request.seed}_{position}" for position in made.positions]
    return {
        "puzzle_id": pa.array(ids, pa.string()),
        "author": pa.array(made.of_each("board-catalogue"), pa.string()),
        "title": pa.array([f"{made.kind.title()} {position}" for position in made.positions], pa.string()),
        "rules": pa.array(map(json.dumps, own["rules"].to_pylist()), pa.string()),
        **(_translated_rules(made) if request.benchmark else {}),
        "initial_board": own["puzzle"],
        "solution": own["solution"],
        "rows": size,
        "cols": size,
        "visual_elements": own["visual_elements"],
        "encoded_puzzle": pa.array(packed, pa.string()),
    }


def _translated_rules(made: _Puzzles) -> dict[str, Any]:
    """The rules in each other language, as texts of JSON too."""
    found = {}
    for language in LANGUAGES[1:]:
        first = words_in(language).say("places", "sudoku", size=made.game.shape.size)
        texts = ["\n".join([first, *in_words(variant, language)]) for variant in made.variants]
        found[f"rules_{language}"] = pa.array(map(json.dumps, texts), pa.string())
    return found


def _solution_columns(made: _Puzzles) -> dict[str, Any]:
    lines = [as_lines(np.array(boards)) for boards in made.solutions]
    counts = pa.array(list(map(len, lines)), pa.int64())
    return {"solution_count": counts, "all_solutions": pa.array(lines, pa.list_(pa.string()))}


def _score_columns(request: DatasetPlan, made: _Puzzles) -> dict[str, Any]:
    """The score and the level, and by the path of people whether it is logical, and its hardest technique."""
    if made.game.rulebook:  # a score depends on the order of rules: that of the text which the row has
        scores = engine.score([constraint_text.read(constraint_text.write(variant)) for variant in made.variants])
    else:
        scores = made.game.score(made.found.puzzles)
    if "logical" not in (scores.dtype.names or ()):
        others = {"logical": pa.bool_(), "hardest": pa.string()} if len(request.kinds) > 1 else {}
        return {**_scored(scores), **{name: pa.nulls(len(scores), kind) for name, kind in others.items()}}
    return {**_scored(scores), "logical": scores["logical"], "hardest": list(map(hardest_of, scores))}


# --- The columns of others --------------------------------------------------------------------------------------------

SOURCE = "board-catalogue"

_FORMER = {"rating": "explainer_rating"}
"""Other names of columns here where the set of others has another meaning for them."""


def in_schema(table: pa.Table, schema: str | None) -> pa.Table:
    """Return the rows of plain puzzles with the columns of another data set first, by its names."""
    if schema == SUDOKU_EXTREME:
        first = {
            "source": pa.array([SOURCE] * len(table), pa.string()),
            **{"question": table["puzzle"], "answer": table["solution"], "rating": table["backtracks"]},
        }
        left_out = {"puzzle", "solution"}
    elif schema == REASONING_GYM:
        entries = [gym_entry(row) for row in table.select(["puzzle", "solution", "position"]).to_pylist()]
        texts = ([entry["question"] for entry in entries], [entry["answer"] for entry in entries])
        metadata = [json.dumps(entry["metadata"]) for entry in entries]
        first, left_out = dict(zip(("question", "answer", "metadata"), (*texts, metadata), strict=True)), set()
    else:
        return table
    rest = {name: table[name] for name in table.column_names if name not in left_out}
    renamed = {_FORMER.get(name, name) if name in first else name: column for name, column in rest.items()}
    return pa.table({**first, **renamed})


_QUESTION = """Solve this 9x9 Sudoku; an empty cell is _.
{}
Answer with the solved grid alone: nine rows, each on a line, with a space between digits."""


def gym_entry(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as reasoning-gym has it: question, answer, and metadata with the cells as lists."""
    puzzle, solution = row["puzzle"].replace(".", "0"), row["solution"]
    shown, answer = ("\n".join(" ".join(line[at : at + 9]) for at in range(0, 81, 9)) for line in (puzzle, solution))
    grids = {name: [list(map(int, line.split())) for line in text.split("\n")] for name, text in
             (("puzzle", shown), ("solution", answer))}  # fmt: skip
    empty = puzzle.count("0")
    about = {"source_dataset": "sudoku", "source_index": row["position"], **grids, "num_empty": empty}
    metadata = {**about, "difficulty": {"empty": [empty, empty]}}
    return {"question": _QUESTION.format(shown.replace("0", "_")), "answer": answer, "metadata": metadata}


def row_hash(table: pa.Table) -> int:
    """Return the sum of the SHA-256 of each row's `puzzle,solution`, which does not depend on the order of rows."""
    puzzles = table["puzzle" if "puzzle" in table.column_names else "initial_board"].to_pylist()
    pairs = zip(puzzles, table["solution"].to_pylist(), strict=True)
    lines = (f"{puzzle},{solution or ''}".encode() for puzzle, solution in pairs)
    return sum(int.from_bytes(hashlib.sha256(line).digest(), "big") for line in lines)


# --- What rows are compared by ----------------------------------------------------------------------------------------

_KEY = 16


def class_numbers(boards: Boards, game: Game) -> NDArray[np.int64]:
    """Return a number of each board, `int64 (n,)`, that all its images by the symmetries of the rules share.

    On plain 9x9 blocks it is that of `engine.rank`; otherwise a hash of the least image, so that boards which differ
    may share one by chance.
    """
    shape, book = game.shape, game.rulebook
    if book is not None and book.layout is not None:  # a jigsaw
        least = game.keys(boards, symmetry_of(game))
    elif shape == Shape.of(9):
        return engine.rank(boards)
    else:
        least = engine.canonical(boards, symmetry="full", blocks=shape.blocks)
    return np.array([int.from_bytes(_hash(row.tobytes(), 8)) >> 1 for row in least], np.int64)


@lru_cache(maxsize=64)  # it takes seconds to find that there are too many to list
def symmetry_of(game: Game) -> str:
    """Return the greatest of SYMMETRIES by which puzzles of a game can be compared."""
    if game.rulebook is None:
        return SYMMETRIES[-1]
    for symmetry in SYMMETRIES[:0:-1]:
        try:
            symmetries_ruled(game.rulebook, symmetry)
        except ValueError:  # too many to list
            continue
        return symmetry
    return SYMMETRIES[0]


def _keys(made: _Puzzles) -> list[bytes]:
    found = made.found
    keys, forms = made.game.puzzle_keys(found.boards, found.puzzles, found.own, symmetry_of(made.game))
    return [_hash(b"\0".join([made.kind.encode(), *each]), _KEY) for each in zip(keys, forms, strict=True)]


def _hash(content: bytes, width: int) -> bytes:
    return hashlib.blake2b(content, digest_size=width).digest()


def _claims(made: _Puzzles) -> dict[str, Any]:
    """The classes of all solutions of each puzzle: no two splits share one."""
    whole = np.array(list(chain.from_iterable(made.solutions)), np.uint8).reshape(-1, made.game.shape.cells)
    numbers = iter(class_numbers(whole, made.game).tolist())
    lists: Sequence[list[int]] = [[next(numbers) for _ in boards] for boards in made.solutions]
    return {CLAIMS: pa.array(lists, pa.list_(pa.int64()))}
