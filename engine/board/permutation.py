"""Shim until the merge."""

from engine.grid import permutation_grid as permutation_grid
