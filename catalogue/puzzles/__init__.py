"""The puzzles of a catalogue: their numbers, kinds, rules and rows. No SQL and no files.

`numbers` names the metrics, `kinds` says how far puzzles are rated and which are looked for, `filters` which are asked
for. `settings` is what is fixed when a catalogue is created, `game` its rules, and `stored` its rows and
the text of boards.
"""

from typing import TYPE_CHECKING

from ...engine.lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
