"""The sizes of a `Grid`, and the character of every value."""

GRID_SIZES = (1, 4, 9, 16, 25)
"""Sizes of a `Grid`: squares, so that blocks fit. The kernels know fewer: `engine.SIZES`."""

DIGITS = ".123456789ABCDEFGHIJKLMNOP"
"""The character of each value; an empty cell is a full stop."""

VALUES = {symbol: value for value, symbol in enumerate(DIGITS)} | {"0": 0}
"""The value of each character."""
