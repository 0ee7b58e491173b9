"""Shim until the merge."""

from engine.teaching.frontier import solutions as solutions
