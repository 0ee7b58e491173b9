"""The levels of processor that the kernels are compiled for, as parameters of a test."""

import pytest

from board_catalogue.engine import native

EVERY = ("generic",) if native.PROCESSOR_LEVELS == ("generic",) else ("v2", "v3", "v4")


def why_not(level):
    if level not in native.PROCESSOR_LEVELS:
        return f"x86-64-{level} is not in this build: build with ENGINE_LEVELS=all"
    return f"this processor lacks x86-64-{level}"


levels = pytest.mark.parametrize(
    "level",
    [
        pytest.param(level, marks=pytest.mark.skipif(level not in native.RUNNABLE, reason=why_not(level)))
        for level in EVERY
    ],
)
