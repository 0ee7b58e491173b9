"""What a drawing of a step marks: the candidates of its pattern, of its chains, and those it places or removes."""

from enum import StrEnum

from engine.rating.path import Step


class Mark(StrEnum):
    """What a candidate is to a step: the sign before it in a terminal."""

    PLACED = "+"
    REMOVED = "-"
    ASSUMED = "?"
    """A chain begins with it."""
    PATTERN = "*"
    """It belongs to the pattern, or holds on a chain."""
    ABSENT = "~"
    """It does not hold on a chain."""


def marks_of(step: Step) -> dict[tuple[int, int], Mark]:
    """The marks of a step by cell and digit; the first of `Mark` where a candidate has several."""
    marks = {(cell, digit): Mark.PATTERN for cell in step.cells for digit in step.digits}
    marks |= {(cell, digit): Mark.PATTERN for part in step.parts for cell in part.cells for digit in part.digits}
    links = [link for branch in step.chains for link in branch]
    marks |= {(link.cell, link.digit): Mark.ABSENT for link in links if not link.holds}
    marks |= {(link.cell, link.digit): Mark.PATTERN for link in links if link.holds}
    marks |= {(branch[0].cell, branch[0].digit): Mark.ASSUMED for branch in step.chains}
    marks |= dict.fromkeys(step.eliminations, Mark.REMOVED)
    return marks | ({step.placement: Mark.PLACED} if step.placement else {})
