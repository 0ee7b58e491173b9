"""Techniques by the numbers that the database stores for them. A technique keeps its number; a new one gets a new one.

A separate module because numpy, which the engine needs, takes a while to import and few queries ask for techniques.
"""

from engine import TECHNIQUES

NUMBERS = {technique.name: technique.number for technique in TECHNIQUES}
"""The stored number of a technique by its name; `engine.rate` counts techniques by the same numbers."""

_NAMES = {number: name for name, number in NUMBERS.items()}


def name_of(number: int) -> str:
    """Return the name of a technique by its stored number; a newer program may have stored one unknown here."""
    return _NAMES.get(number, f"technique-{number}")
