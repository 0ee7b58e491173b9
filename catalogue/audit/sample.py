"""Some puzzles of a file, rated, and whether its difficulty label agrees with our figures."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.analysis import rank_correlation
from catalogue.audit.report import FileReport
from engine.grades import RatingStatus, why_unrated

_RATING_SECONDS = 30.0
"""The rating of a file ends after this time: the hardest puzzles known take a second each."""

_RATED_TOGETHER = 128

_WORDS = {word: rank for rank, words in enumerate((
    ("trivial", "beginner", "very easy"), ("easy", "simple"), ("medium", "moderate", "intermediate", "normal"),
    ("hard", "difficult", "challenging"), ("expert", "very hard", "fiendish", "unfair"),
    ("evil", "extreme", "diabolical", "master", "insane"),
)) for word in words}  # fmt: skip
"""Words for difficulty, by their usual order."""


class Sample:
    """Some sound puzzles of a file, chosen evenly, with what the file says about them."""

    def __init__(self, most: int, label: str | None, seed: int) -> None:
        self._most, self._label = most, label
        self._draw = np.random.default_rng(seed)
        self._chances = np.empty(0)
        self._puzzles: NDArray[np.uint8] | None = None
        self._labels: list[str] = []

    def add(self, puzzles: NDArray[np.uint8], labels: list[str] | None) -> None:
        """Draw a number for each puzzle, and keep those with the least numbers so far."""
        chances = np.concatenate([self._chances, self._draw.random(len(puzzles))])
        chosen = np.argsort(chances, kind="stable")[: self._most]
        every = puzzles if self._puzzles is None else np.concatenate([self._puzzles, puzzles])
        self._puzzles, self._chances = every[chosen], chances[chosen]
        if labels is not None:
            said = [*self._labels, *labels]
            self._labels = [said[place] for place in chosen]

    def report(self, report: FileReport, threads: int) -> None:
        """Rate the sample, and compare the ratings with the label."""
        puzzles = self._puzzles
        if puzzles is None or not len(puzzles):
            report.ratings = {"rated": 0}
            return
        if reason := why_unrated(round(puzzles.shape[1] ** 0.5)):
            report.ratings = {"rated": 0, "why": reason}
            return
        rated = _rated(puzzles, threads)
        puzzles = puzzles[: len(rated)]
        known = rated["status"] == RatingStatus.RATED
        ratings = rated["rating"] / 10
        report.ratings = {"rated": int(np.count_nonzero(known)), **_spread(ratings[known])}
        if self._label is not None and (label := _as_numbers(self._labels)) is not None:
            label = label[: len(rated)]
            stated = known & ~np.isnan(label)
            figures = {"rating": ratings, **_other_figures(puzzles, threads)}
            found = {name: rank_correlation(label[stated], figure[stated]) for name, figure in figures.items()}
            rho = {name: None if each is None else round(each.rho, 3) for name, each in found.items()}
            report.label = {"column": self._label, "stated": int(np.count_nonzero(stated)), "rank_correlation": rho}
        elif self._label is not None and any(self._labels):
            report.label = {"column": self._label, "stated": 0, "rank_correlation": {}}


def _other_figures(puzzles: NDArray[np.uint8], threads: int) -> dict[str, NDArray[Any]]:
    """Other figures that a difficulty label may agree with."""
    scores = {"score": engine.score(puzzles, threads=threads)["score"]} if puzzles.shape[1] == 81 else {}
    found = {"clues": np.count_nonzero(puzzles, axis=1), "backtracks": engine.measure(puzzles)["backtracks"]}
    return {**scores, **found}


def _rated(puzzles: NDArray[np.uint8], threads: int) -> NDArray[np.void]:
    """Rate the first puzzles, as many as the time allows; they are in a random order."""
    end = time.monotonic() + _RATING_SECONDS
    done = [engine.rate(puzzles[:0])]
    for start in range(0, len(puzzles), _RATED_TOGETHER):
        if time.monotonic() > end:
            break
        done.append(engine.rate(puzzles[start : start + _RATED_TOGETHER], threads=threads))
    return np.concatenate(done)


def _spread(ratings: NDArray[np.float64]) -> dict[str, Any]:
    if not len(ratings):
        return {}
    values, counts = np.unique(ratings, return_counts=True)
    return {
        "least": float(values[0]),
        "median": float(np.median(ratings)),
        "greatest": float(values[-1]),
        "counts": {f"{value:.1f}": count for value, count in zip(values, counts.tolist(), strict=True)},
    }


def _as_numbers(labels: Sequence[str]) -> NDArray[np.float64] | None:
    """Labels as numbers, nan for none: numbers, or words in their usual order; None where they are neither."""
    numbers = np.array([_as_number(label) for label in labels])
    stated = sum(bool(label.strip()) for label in labels)
    return numbers if stated and np.count_nonzero(~np.isnan(numbers)) > 0.9 * stated else None


def _as_number(label: str) -> float:
    word = label.strip().lower().replace("_", " ").replace("-", " ")
    if word in _WORDS:
        return _WORDS[word]
    try:
        return float(word)
    except ValueError:
        return np.nan
