"""Random numbers: the same on every machine, in every version of Python, and in the kernels."""

import secrets
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from .boards import check_seed

_Item = TypeVar("_Item")

_WORD = 2**64
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15
_ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


class RandomNumbers:
    """The random numbers of a seed and an index: `core/board/random.hpp` in Python.

    The mixer is the finalizer of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
    generators", 2014).
    """

    def __init__(self, seed: int | None, index: int = 0) -> None:
        """Start the numbers of a seed, of a random one if it is None; ValueError for one outside 0 .. 2**63 - 1."""
        if seed is None:
            seed = secrets.randbits(63)
        self._state = _mix(_mix(check_seed(seed) + _GOLDEN_GAMMA) + index)

    def below(self, bound: int) -> int:
        """Draw a number in 0 .. bound-1."""
        self._state += _GOLDEN_GAMMA
        return (_mix(self._state) >> 32) * bound >> 32

    def choice(self, items: Sequence[_Item]) -> _Item:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[_Item]) -> list[_Item]:
        """Return the items in a random order."""
        order = list(items)
        for left in range(len(order), 1, -1):
            drawn = self.below(left)
            order[left - 1], order[drawn] = order[drawn], order[left - 1]
        return order


def drawn_below(bound: int, seed: int, indices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what `RandomNumbers(seed, index).below(bound)` draws first, for each index; `bound` is below 2**31."""
    gamma = np.uint64(_GOLDEN_GAMMA)
    states = _mix_all(indices.astype(np.uint64) + np.uint64(_mix(seed + _GOLDEN_GAMMA))) + gamma
    return ((_mix_all(states) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32)).astype(np.int64)


def _mix(word: int) -> int:
    word %= _WORD
    for shift, factor in _ROUNDS:
        word = (word ^ word >> shift) * factor % _WORD
    return word ^ word >> 31


def _mix_all(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    for shift, factor in _ROUNDS:
        words = (words ^ words >> np.uint64(shift)) * np.uint64(factor)
    return words ^ words >> np.uint64(31)
