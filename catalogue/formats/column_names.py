"""Shim until the merge."""

from engine.reading_tables import PUZZLE_COLUMNS as PUZZLE_COLUMNS
from engine.reading_tables import SOLUTION_COLUMNS as SOLUTION_COLUMNS
from engine.reading_tables import Places as Places
from engine.reading_tables import has_puzzles as has_puzzles
from engine.reading_tables import places_of as places_of
