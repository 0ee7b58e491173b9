"""Puzzles of a level, by their clues and by what the reference search needs for them."""

from engine.boards import Boards, check_size
from engine.carving import carve
from engine.generation import generate
from engine.measuring import measure

SHARES = {"easy": 0.47, "normal": 0.38}
"""Clues of a level as a share of all cells: 38 and 31 of the 81 at size 9."""

LEVELS = (*SHARES, "hard")

_CANDIDATES = 32  # boards out of which a puzzle is chosen


def puzzle_of_level(level: str, *, size: int = 9, seed: int) -> Boards:
    """Make a puzzle with one solution, `uint8 (S*S,)`, of one of the LEVELS.

    Easy and normal ones have their share of clues, and of 32 such puzzles it is the first for which the reference
    search guesses least; mostly singles solve it. A hard one is minimal, as far as `carve` goes, and of 32 the one for
    which the search looks at the most nodes. So a level is a matter of clues and of search, not of the techniques that
    a person needs. ValueError for another level, and as in `generate`.
    """
    if level not in LEVELS:
        raise ValueError(f"level {level!r} is not one of {', '.join(LEVELS)}")
    if level == "hard":
        puzzles = carve(generate(_CANDIDATES, size=check_size(size), seed=seed), seed=seed)
        hardest: Boards = puzzles[measure(puzzles)["nodes"].argmax()]
        return hardest
    clues = round(SHARES[level] * size**2)
    puzzles = carve(generate(_CANDIDATES, size=check_size(size), seed=seed), seed=seed, clues=clues)
    easiest: Boards = puzzles[measure(puzzles)["guesses"].argmin()]
    return easiest
