"""The levels of processor that the kernels are compiled for, as parameters of a test."""

import pytest

from engine import native

HIGHEST = native.LEVELS.index(native.LEVEL)

levels = pytest.mark.parametrize(
    "level",
    [
        pytest.param(level, marks=pytest.mark.skipif(i > HIGHEST, reason=f"this processor lacks x86-64-{level}"))
        for i, level in enumerate(native.LEVELS)
    ],
)
