"""Shim until the merge."""

from catalogue.puzzles import Puzzle as Puzzle
