"""Rank correlations and shares of many puzzles, with their confidence intervals."""

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Correlation:
    """A rank correlation between -1 and 1, with its confidence interval."""

    rho: float
    low: float
    high: float
    confidence: float
    pairs: int


def rank_correlation(x: ArrayLike, y: ArrayLike, *, confidence: float = 0.95) -> Correlation | None:
    """Return Spearman's rho of pairs of numbers; equal numbers share the mean of their ranks.

    The interval is Fisher's: atanh(rho) is nearly normal, with a standard error of sqrt((1 + rho² / 2) / (n - 3))
    (Bonett and Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
    Psychometrika 65, 2000). None if nothing can be said: fewer than 4 pairs, or numbers that are all equal.
    ValueError if there are not as many y as x, or a confidence outside 0 .. 1.
    """
    first, second = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"pairs have shapes {first.shape} and {second.shape}, not twice (n,)")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} is not between 0 and 1")
    pairs = len(first)
    if pairs < 4 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    rho = float(np.corrcoef(ranks(first), ranks(second))[0, 1])
    if abs(rho) >= 1 - 1e-12:  # in perfect order: no interval
        return Correlation(round(rho), round(rho), round(rho), confidence, pairs)
    error = sqrt((1 + rho**2 / 2) / (pairs - 3))
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
    return Correlation(rho, tanh(atanh(rho) - reach), tanh(atanh(rho) + reach), confidence, pairs)


def rank_correlations(columns: ArrayLike) -> NDArray[np.float64]:
    """Return Spearman's rho of every two of k columns, `(k, k)`; nan if one of them has equal numbers only.

    `columns` has shape `(k, n)`; ValueError for another one.
    """
    numbers = np.asarray(columns, np.float64)
    if numbers.ndim != 2:
        raise ValueError(f"columns have shape {numbers.shape}, not (k, n)")
    ranked = np.array([ranks(column) - (len(column) + 1) / 2 for column in numbers]).reshape(numbers.shape)
    products = ranked @ ranked.T
    lengths = np.sqrt(products.diagonal())
    with np.errstate(invalid="ignore"):  # 0 / 0
        rho: NDArray[np.float64] = products / np.outer(lengths, lengths)
    return rho


def ranks(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rank of each number from 1, equal ones with the mean of theirs."""
    _, which, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: NDArray[np.float64] = (last - (counts - 1) / 2)[which]
    return shared


def share_interval(count: int, total: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return the confidence interval of a share, of which `count` out of `total` independent cases were counted.

    It is Wilson's score interval ("Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22, 1927), which is sound for shares near 0 and 1 too. ValueError unless
    0 <= count <= total and total >= 1.
    """
    if not 0 <= count <= total or not total:
        raise ValueError(f"{count} of {total} is not a share")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = (count + z**2 / 2) / (total + z**2)
    reach = z / (total + z**2) * sqrt(count * (total - count) / total + z**2 / 4)
    return max(0.0, centre - reach), min(1.0, centre + reach)
