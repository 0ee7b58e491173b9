"""Shim until the merge."""

from engine.positions import Candidates as Candidates
