"""Shim until the merge."""

from engine.positions import Position as Position
