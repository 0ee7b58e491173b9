"""The settings and the recipes, proven by the boards and puzzles that follow from them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

import engine
from catalogue.files import BoardFiles, count_boards
from catalogue.game import Game, game_of
from catalogue.making import carved
from catalogue.request import FAIR, RULED, Recipe
from catalogue.settings import Settings
from catalogue.verify.faults import Fault, extra, missing, wrong
from catalogue.verify.ground import Stretch, made
from catalogue.verify.proving import is_place, keys_of, parsed
from catalogue.verify.puzzles import plain_recipes
from catalogue.verify.snapshot import Snapshot
from engine.boards import as_lines
from engine.carving import FAIR_SIZES
from engine.generation import methods_of
from engine.names import MARKS
from engine.rating import RATING_VERSION
from engine.rules.rulebook import JIGSAW, KILLER, whole_board_rules
from engine.shape import LARGEST_SIZE, NO_BLOCKS, SIZE_OF_CELLS, USUAL_BLOCKS, Shape
from engine.symmetry import SYMMETRIES

_SAMPLE = 32  # boards that a setting is tried on
_FEW = 4  # the same for rules, under which a board may take long

_NAMES = tuple(field.name for field in fields(Settings))


@dataclass(frozen=True)
class Foundations:
    """The settings, the recipes of the stretches, and what is wrong with both."""

    settings: Settings
    recipes: Sequence[tuple[int, int, Recipe | None]]
    faults: Sequence[Fault]


def foundations(snapshot: Snapshot, files: BoardFiles | None) -> Foundations | str:
    """Find the settings and recipes that the boards agree with.

    The name of a setting where that is not known, and nothing else can be without it: the size or the rules.
    """
    faults: list[Fault] = []
    rowid, row = _stored_settings(snapshot, faults)
    own = snapshot.value("SELECT seed FROM recipes WHERE own = ?", (True,))
    sample = snapshot.rows("SELECT id, seed, position, solution FROM boards ORDER BY id LIMIT ?", (_SAMPLE,))
    size = _size(row.get("size"), sample)
    if size is None:
        return "size"
    shape = _shape(size, row.get("blocks"), sample)
    rules = _rules(snapshot, row, shape, sample)
    if rules is None:
        return "rules"
    game = game_of(shape, rules)
    method = RULED if rules else _method(row.get("method"), shape, sample)
    expected = {
        "size": size,
        "symmetry": _symmetry(snapshot, row.get("symmetry"), game, sample),
        "seed": own if own is not None else row.get("seed"),
        "metrics_version": row.get("metrics_version", engine.METRICS_VERSION),
        "method": method,
        "rating_version": row.get("rating_version", RATING_VERSION),
        "blocks": shape.blocks,
        "rules": rules,
        "files": row["files"]
        if row.get("files") in (0, 1)
        else int(files is not None and count_boards(files.folder) > 0),
    }
    if not isinstance(expected["seed"], int):
        expected["seed"] = sample[0][1] if sample else 0
    if not row:
        faults.append(missing("settings", {}, expected))
    for name in _NAMES:
        if row and row[name] != expected[name]:
            faults.append(wrong("settings", {"rowid": rowid}, name, row[name], expected[name]))
    settings = Settings(**{name: expected[name] for name in _NAMES})
    return Foundations(settings, _recipes(snapshot, settings, faults), faults)


def _stored_settings(snapshot: Snapshot, faults: list[Fault]) -> tuple[int, dict[str, Any]]:
    """The one row, empty where there is none; every further one should not be there."""
    rows = snapshot.rows(f"SELECT rowid, {', '.join(_NAMES)} FROM settings ORDER BY rowid")
    for rowid, *values in rows[1:]:
        faults.append(extra("settings", {"rowid": rowid}, " ".join(map(str, values))))
    if not rows:
        return 0, {}
    return rows[0][0], dict(zip(_NAMES, rows[0][1:], strict=True))


def _size(stored: object, sample: Sequence[tuple[Any, ...]]) -> int | None:
    lengths = Counter(len(row[3]) for row in sample if isinstance(row[3], str))
    if lengths:
        return SIZE_OF_CELLS.get(lengths.most_common(1)[0][0])
    return stored if isinstance(stored, int) and 1 <= stored <= LARGEST_SIZE else None


def _shape(size: int, stored: object, sample: Sequence[tuple[Any, ...]]) -> Shape:
    """The shape of most of the boards: that of the stored blocks, the usual one, or any other of the size."""
    known = [f"{rows}x{size // rows}" for rows in range(1, size + 1) if size % rows == 0]
    usual = [Shape.of(size).blocks] if size in USUAL_BLOCKS else []
    names = list(dict.fromkeys([*([str(stored)] if stored in (*known, NO_BLOCKS) else []), *usual, *known]))
    fitting = [int(parsed([row[3] for row in sample], game_of(Shape.of(size, name)))[1].sum()) for name in names]
    return Shape.of(size, names[fitting.index(max(fitting))])


def _method(stored: object, shape: Shape, sample: Sequence[tuple[Any, ...]]) -> str:
    """The method by which most of the boards are those of their seeds; the stored one where several do as well."""
    methods = [*methods_of(shape.size, shape.blocks), *([FAIR] if shape.size in FAIR_SIZES and shape.is_usual else [])]
    by_stored = [str(stored)] if stored in methods else []
    placed = [row for row in sample if is_place(row[1], row[2])]

    def fitting(method: str) -> int:
        settings = Settings(shape.size, "d4", 0, 0, method, 0, blocks=shape.blocks)
        return sum(as_lines(made(settings, row[1], [row[2]]).boards)[0] == row[3] for row in placed)

    return _most_fitting(by_stored, methods, len(placed), fitting)


def _rules(snapshot: Snapshot, row: Mapping[str, Any], shape: Shape, sample: Sequence[tuple[Any, ...]]) -> str | None:
    """The rules whose boards those of the seeds are, the stored ones first; "" for none, None where they are not known.

    A catalogue with rules says so in its method, too.
    """
    stored = row.get("rules")
    if not stored and row.get("method") != RULED:
        return ""
    placed = any(is_place(row[1], row[2]) for row in sample)
    for text in (str(stored), *whole_board_rules(), JIGSAW, KILLER, *MARKS):
        if placed and _rules_fit(shape, text, sample) and _is_puzzle_by(snapshot, game_of(shape, text), sample):
            return text
    return str(stored) if _rules_fit(shape, str(stored), sample) else None


def _rules_fit(shape: Shape, text: str, sample: Sequence[tuple[Any, ...]]) -> bool:
    """Whether most boards are those of their seeds under some rules; without seeds, whether most obey them."""
    try:
        game = game_of(shape, text)
    except ValueError:
        return False
    if game.rulebook is None or game.rulebook.text != text or game.shape != shape:
        return False
    placed = [row for row in sample if is_place(row[1], row[2])]
    legal = parsed([row[3] for row in sample], game)[1]
    if not placed or 2 * int(legal.sum()) < len(sample):
        return bool(2 * int(legal.sum()) >= len(sample))
    again = [game.boards(1, seed=seed, start=position, method=RULED)[0] for _, seed, position, _ in placed[:_FEW]]
    same = [as_lines(one)[0] == row[3] for one, row in zip(again, placed, strict=False)]
    return bool(2 * sum(same) >= len(same))


def _is_puzzle_by(snapshot: Snapshot, game: Game, sample: Sequence[tuple[Any, ...]]) -> bool:
    """Whether one of the first puzzles is what the game carves of its board."""
    for number, seed, position, solution in sample[:_FEW]:
        stored = snapshot.rows("SELECT givens, constraints FROM puzzles WHERE board_id = ? AND place = 0", (number,))
        if not is_place(seed, position) or not stored:
            continue
        puzzles, own = carved(parsed([solution], game)[0], [position], seed, Recipe(), game)
        if (as_lines(puzzles)[0], own[0] if own else None) == tuple(stored[0]):
            return True
    return False


def _symmetry(snapshot: Snapshot, stored: object, game: Game, sample: Sequence[tuple[Any, ...]]) -> str:
    """The symmetry by which most of the boards are claimed; the stored one where several do as well."""
    boards, legal = parsed([row[3] for row in sample], game)
    rules = game.rulebook.text if game.rulebook else ""

    def fitting(symmetry: str) -> int:
        try:
            like = Settings(game.shape.size, symmetry, 0, 0, "", 0, blocks=game.blocks, rules=rules)
            keys = keys_of(boards[legal], like)
        except ValueError:  # rules with too many symmetries
            return 0
        return len(dict(snapshot.looked_up("SELECT key, board_id FROM claims WHERE key IN", keys)))

    by_stored = [str(stored)] if stored in SYMMETRIES else []
    return _most_fitting(by_stored, SYMMETRIES, int(legal.sum()), fitting)


def _most_fitting(stored: list[str], known: Iterable[str], most: int, fitting: Callable[[str], int]) -> str:
    """The stored name if it fits at least half of `most`, else the one that fits best."""
    if stored and 2 * fitting(stored[0]) >= most:
        return stored[0]
    return max([*stored, *known], key=fitting)


def _recipes(snapshot: Snapshot, settings: Settings, faults: list[Fault]) -> list[tuple[int, int, Recipe | None]]:
    """The recipes that can be read; those that cannot, or that are missing, are guessed from the puzzles."""
    rows = snapshot.rows("SELECT seed, start, recipe, own FROM recipes ORDER BY seed, start")
    found: list[tuple[int, int, Recipe | None]] = []
    for seed, start, text, own in rows:
        key = {"seed": seed, "start": start}
        if not (isinstance(seed, int) and isinstance(start, int)):  # SQLite takes any type in any column
            faults.append(extra("recipes", key, text))
            continue
        recipe = None
        if text is not None:
            try:
                recipe = Recipe.read(str(text))
            except ValueError:
                recipe = guessed_recipe(snapshot, (seed, start), settings)
                faults.append(wrong("recipes", key, "recipe", text, recipe and recipe.spelled))
        found.append((seed, start, recipe))
        known = int(seed == settings.seed)
        if own != known and (own is not None or not _is_older(settings, text)):
            faults.append(wrong("recipes", key, "own", own, known))
    starts = {(seed, start) for seed, start, _ in found}
    for (seed,) in snapshot.rows("SELECT seed FROM streams WHERE seed IN (SELECT seed FROM boards)"):
        if (seed, 0) in starts:
            continue
        first = min((start for other, start in starts if other == seed), default=None)
        recipe = guessed_recipe(snapshot, (seed, 0), settings)
        same = next((row for row in found if row[:2] == (seed, first)), None)
        if same is not None and recipe is not None and same[2] is not None and same[2].spelled == recipe.spelled:
            faults.append(wrong("recipes", {"seed": seed, "start": first}, "start", first, 0))
        else:
            rest = {"recipe": recipe and recipe.spelled, "own": int(seed == settings.seed)}
            faults.append(missing("recipes", {"seed": seed, "start": 0}, rest))
        found.append((seed, 0, recipe))
    return found


def _is_older(settings: Settings, text: object) -> bool:
    """Whether an upgrade made this row, for a catalogue whose version kept no recipes or did not need them."""
    return text is None or (settings.method == FAIR and text == "{}")


def guessed_recipe(snapshot: Snapshot, stretch: Stretch, settings: Settings) -> Recipe | None:
    """The recipe that carves the first puzzles of a stretch, if it is a plain one."""
    if settings.method == FAIR:
        return Recipe()
    seed, start = stretch
    end = snapshot.value("SELECT min(start) FROM recipes WHERE seed = ? AND start > ?", stretch)
    rows = snapshot.rows(
        "SELECT b.position, b.solution, p.givens, p.clues, p.pattern FROM boards AS b JOIN puzzles AS p"
        " ON p.board_id = b.id WHERE b.seed = ? AND b.position >= ? AND b.position < ? ORDER BY b.position LIMIT ?",
        (seed, start, 2**62 if end is None else end, _SAMPLE),
    )
    boards, legal = parsed([row[1] for row in rows], settings.game)
    chosen = [row for row, fine in zip(rows, legal.tolist(), strict=True) if fine]
    candidates: Mapping[str, Recipe] = {
        recipe.spelled: recipe for row in chosen[:1] for recipe in plain_recipes(row[3], row[4])
    }
    for recipe in candidates.values():
        puzzles, _own = carved(boards[legal], [row[0] for row in chosen], seed, recipe, settings.game)
        same = np.asarray([line == row[2] for line, row in zip(as_lines(puzzles), chosen, strict=True)])
        if 2 * same.sum() > len(chosen):
            return recipe
    return None
