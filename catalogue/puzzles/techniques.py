"""The techniques of both scales, by the numbers and the names under which a catalogue has them.

A name that both scales have means that of the rating; that of the score has SCORED_PREFIX before it.
"""

from board_catalogue.catalogue.puzzles.numbers import FIRST_SCORED, SCORED_PREFIX
from board_catalogue.engine.scoring.scorer import SOLVING_TECHNIQUES, SolvingTechnique, solving_technique
from board_catalogue.engine.techniques import TECHNIQUES, Technique, technique_of

RATED_NUMBERS = {technique.name: technique.number for technique in TECHNIQUES}
"""The stored number of a technique of the rating by its name; `engine.rate` counts techniques by the same numbers."""

SCORED_NUMBERS = {technique.name: FIRST_SCORED + technique.number for technique in SOLVING_TECHNIQUES}
"""The stored number of a technique of the score by its name."""

TECHNIQUE_NUMBERS = RATED_NUMBERS | {
    SCORED_PREFIX + name if name in RATED_NUMBERS else name: number for name, number in SCORED_NUMBERS.items()
}
"""The stored number of any technique by the name that no other has."""

_NAMES = {number: name for name, number in TECHNIQUE_NUMBERS.items()}


def name_of(number: int) -> str:
    """Return the name of a technique by its stored number; a newer program may have stored one unknown here."""
    return _NAMES.get(number, f"technique-{number}")


def technique_with(number: int) -> Technique | SolvingTechnique:
    """Return the technique with a stored number, of either scale; KeyError for a number that none has."""
    return technique_of(number) if number < FIRST_SCORED else solving_technique(number - FIRST_SCORED)
