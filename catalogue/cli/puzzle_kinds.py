"""Patterns and techniques, from the names that options give."""

from collections.abc import Sequence

import typer

from catalogue.rating.target import technique_numbers
from engine import patterns_within


def chosen_patterns(name: str | None) -> Sequence[str] | None:
    """Return the patterns of puzzles that have this one; None for any pattern."""
    return patterns_within(name) if name else None


def chosen_techniques(option: str, names: Sequence[str] | None) -> tuple[int, ...]:
    """Return the numbers of techniques; BadParameter for an unknown one."""
    try:
        return technique_numbers(names or ())
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
