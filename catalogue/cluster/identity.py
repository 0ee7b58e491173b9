"""What a worker has to have in common with the program that gives it work."""

import hashlib
import pickle
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import engine

MESSAGES = 1
"""Version of what workers and this program send each other."""

_SAMPLE = 16  # boards


@cache
def identity() -> dict[str, str]:
    """Return the versions of this process, by name, and a digest of what its kernels answer to a small sample.

    The digest also tells apart engines whose versions are the same by mistake.
    """
    return {
        "board-catalogue": _package(),
        "metrics": str(engine.METRICS_VERSION),
        "ratings": str(engine.RATING_VERSION),
        "messages": str(MESSAGES),
        "pickle protocol": str(pickle.HIGHEST_PROTOCOL),
        "answers of the kernels": _answers(),
    }


def difference(ours: dict[str, str], theirs: dict[str, str]) -> str | None:
    """Say what a worker has otherwise, in a few words; None: nothing."""
    for name in ours:
        if theirs.get(name) != ours[name]:
            return f"{name} {theirs.get(name)}, not {ours[name]}"
    return None


def _package() -> str:
    try:
        return version("board-catalogue")
    except PackageNotFoundError:
        return "not installed"


def _answers() -> str:
    boards = engine.generate(_SAMPLE, seed=1)
    puzzles = engine.carve(boards, seed=1)
    digest = hashlib.sha256()
    for answer in (
        boards,
        engine.keys(boards, symmetry="full"),
        puzzles,
        engine.measure(puzzles),
        engine.rate(puzzles),
    ):
        digest.update(answer.tobytes())
    return digest.hexdigest()[:16]
