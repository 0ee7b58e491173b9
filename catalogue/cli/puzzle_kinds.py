"""Techniques, from the names that options give."""

from collections.abc import Sequence

import typer

from catalogue.rating.target import technique_numbers


def chosen_techniques(option: str, names: Sequence[str] | None) -> tuple[int, ...]:
    """Return the numbers of techniques; BadParameter for an unknown one."""
    try:
        return technique_numbers(names or ())
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
