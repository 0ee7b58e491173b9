"""Shim until the merge."""

from engine.symmetry import Transform as Transform
