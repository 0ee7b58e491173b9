"""Shim until the merge."""

from engine.grid import Grid as Grid
