"""Patterns and techniques, from the names that options give."""

from collections.abc import Sequence

import typer

from catalogue.rating.target import technique_numbers
from engine import patterns_within


def chosen_patterns(names: Sequence[str] | None) -> Sequence[str] | None:
    """Return the patterns of puzzles that have one of these; None for any pattern."""
    return sorted({pattern for name in names for pattern in patterns_within(name)}) if names else None


def chosen_techniques(option: str, names: Sequence[str] | None) -> tuple[int, ...]:
    """Return the numbers of techniques; BadParameter for an unknown one."""
    try:
        return technique_numbers(names or ())
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
