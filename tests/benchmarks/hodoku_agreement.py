"""How far levels, scores and paths are those of HoDoKu, which of its examples are found, and how fast.

    python tests/benchmarks/hodoku_agreement.py solved.txt
    python tests/benchmarks/hodoku_agreement.py --library reglib-1.3.txt

`solved.txt` is what `java -jar hodoku.jar /bs puzzles.txt /vp /o solved.txt` writes, or any table with the columns
puzzle, level, score, and techniques such as `Naked Single x3; Full House`. The library is the one that HoDoKu's own
tests read: positions, each with a technique and what it removes there.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from time import process_time

import numpy as np
from pages import table

from board_catalogue import engine
from board_catalogue.catalogue.formats.applications import technique_called, technique_codes
from board_catalogue.catalogue.formats.opening import records_in
from board_catalogue.catalogue.puzzles.stored import from_lines

# --- Levels, scores and paths ---------------------------------------------------------------------------------------


def agreement(path: Path) -> str:
    """For each level the share of puzzles with the same level, score and techniques in order, and how many a second."""
    with records_in(path) as (_, records):
        known = [record for record in records if "score" in record.columns]
    lines = []
    for level in engine.LEVELS:
        of_level = [record for record in known if record.columns["level"].lower() == level]
        if not of_level:
            continue
        puzzles = from_lines([record.puzzle for record in of_level])
        begin = process_time()
        scores = engine.score(puzzles)
        seconds = process_time() - begin
        same = Counter[str]()
        for puzzle, found, record in zip(puzzles, scores, of_level, strict=True):
            same["level"] += engine.LEVELS[found["level"]] == level
            same["score"] += int(found["score"]) == int(record.columns["score"])
            path_here = [step.technique for step in engine.paths.scored.solving_steps(puzzle)]
            same["path"] += path_here == list(techniques_of(record.columns["techniques"]))
        shares = [f"{same[what] / len(of_level):.2%}" for what in ("level", "score", "path")]
        lines.append([level, f"{len(of_level):,}", *shares, f"{len(of_level) / seconds:,.0f}"])
    return table(["", "puzzles", "same level", "same score", "same path", "a second"], lines)


def techniques_of(path: str) -> Iterator[str]:
    """The techniques of a path such as `Naked Single x3; Full House`, each as often as it occurs."""
    for part in path.split("; "):
        name, _, times = part.partition(" x")
        yield from [technique_called(name)] * int(times or 1)


# --- The library ----------------------------------------------------------------------------------------------------

# Variants of a technique are for its options: these allow what HoDoKu leaves out by default.
_WIDE = {"0402-1", "0405", "0709-2", "0710-3", "0710-4", "0711-3", "0711-4", "0902-2", "0903-2", "0904-2"}

# Two steps of one pattern that HoDoKu can report as one; here they are two, as they are by default there. Siamese fish
# are two with the same base; they have a fifth digit in place of a variant.
_DOUBLES = {"0404": "0401", "0405": "0402"}

_SISTERS = {
    f"{kind}-{fish}": (f"{other}-{fish}",)
    for fish in ("swordfish", "jellyfish")
    for kind, other in (("finned", "sashimi"), ("sashimi", "finned"))
}

Removed = frozenset[tuple[int, int]]


def library(path: Path) -> str:
    """For each technique of the library, how many of its examples are found; then the lines of those that are not."""
    found, looked_at, missed = Counter[str](), Counter[str](), []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.startswith(":"):
            continue
        _, code, _digits, cells, deleted, eliminated, placed, *_ = line.split(":")
        base = _DOUBLES.get(code[:4], code[:4])
        technique = technique_codes().get(base, f"{base}, which is no technique here")
        is_siamese = len(code) == 5
        names = {technique, *(_SISTERS.get(technique, ()) if is_siamese else ())}
        wanted = frozenset(map(_spot, (eliminated or placed).split()))
        sets = {each for name in names for each in _removals(name, *_position(cells, deleted), wide=code in _WIDE)}
        is_double = is_siamese or code in _DOUBLES
        is_found = not sets if code.endswith("x") else wanted in sets or (is_double and _is_sum(wanted, sets))
        looked_at[technique] += 1
        found[technique] += is_found
        if not is_found:
            missed.append(f"line {number}, {code}: {technique}")
    lines = [[name, str(number), str(found[name])] for name, number in looked_at.items()]
    lines.append(["all", str(looked_at.total()), str(found.total())])
    return "\n".join([table(["", "examples", "found"], lines), *missed])


def _spot(text: str) -> tuple[int, int]:
    """The cell and the digit of a candidate such as 436: digit, row, column."""
    digit, row, column = map(int, text)
    return 9 * (row - 1) + column - 1, digit


def _position(cells: str, deleted: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The clues, all filled cells, and the candidates that are left."""
    filled = from_lines([cells.replace("+", "")])[0]
    is_clue = np.array([before != "+" for before, cell in zip(" " + cells, cells, strict=False) if cell != "+"])
    candidates = np.full(81, 0x1FF, np.uint16)
    for cell, digit in map(_spot, deleted.split()):
        candidates[cell] &= ~np.uint16(1 << digit - 1)
    return np.where(is_clue, filled, 0).astype(np.uint8), filled, candidates


def _removals(
    technique: str, clues: np.ndarray, filled: np.ndarray, candidates: np.ndarray, *, wide: bool
) -> set[Removed]:
    rule = next((each.rule for each in engine.SOLVING_TECHNIQUES if each.name == technique), None)
    if rule is None:
        return set()
    if engine.count_solutions(clues) != 1:  # an example of uniqueness may leave out clues
        clues = filled
    steps = engine.paths.scored.find_solving_steps(rule, clues, filled, candidates, wide=wide)
    return {
        frozenset(step.eliminations) or frozenset([step.placement]) for step in steps if step.technique == technique
    }


def _is_sum(wanted: Removed, sets: set[Removed]) -> bool:
    return any(one | other == wanted for one, other in combinations([each for each in sets if each <= wanted], 2))


def main() -> None:
    """Read the options and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solved", type=Path, nargs="?", help="puzzles that HoDoKu has solved")
    parser.add_argument("--library", type=Path, metavar="FILE", help="examples that its tests read")
    options = parser.parse_args()
    if options.solved:
        print(agreement(options.solved))
    if options.library:
        print(library(options.library))


if __name__ == "__main__":
    main()
