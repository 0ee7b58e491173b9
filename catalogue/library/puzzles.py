"""Shim until the merge."""

from catalogue.puzzles import Puzzles as Puzzles
from catalogue.puzzles import _numbered as _numbered
