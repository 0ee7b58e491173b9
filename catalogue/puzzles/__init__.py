"""The puzzles of a catalogue: which are wanted, their rules, and their rows. No SQL and no files.

`columns` has their columns and numbers, `kinds` says which are wanted and how far they are rated. `settings` is what is
fixed when a catalogue is created, `game` its rules, and `stored` its rows and the text of boards.
"""

from typing import TYPE_CHECKING

from ...engine.lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
