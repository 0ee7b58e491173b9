"""The fewest clues that a puzzle with one solution can have, where that is known. Nothing here needs numpy."""

from engine.shape import Shape

PROVEN = {
    Shape.of(4): (4, "every puzzle with 3 has been tried"),
    Shape.of(9): (17, "McGuire, Tugemann and Civario proved it in 2012"),
}
"""The fewest clues of a shape, and who says so; both are in OEIS A198297."""


def least_clues(shape: Shape) -> tuple[int, str]:
    """Return a number of clues below which no puzzle of a shape has one solution, and the reason.

    Where nothing is PROVEN it is one less than there are digits, which need not be reached.
    """
    if shape in PROVEN:
        return PROVEN[shape]
    return shape.size - 1, "two digits that no clue shows could be exchanged"


def check_clues(clues: int, shape: Shape) -> None:
    """ValueError with the reason where no puzzle of a shape has so few clues and one solution."""
    least, reason = least_clues(shape)
    if clues < least:
        raise ValueError(f"no {shape} puzzle with one solution has fewer than {least} clues: {reason}")
