"""How boards that people hold look: which sizes there are, and the character of every value."""

SIZES = (1, 4, 9, 16, 25)
"""Sizes of a `Grid`: squares, so that blocks fit. The kernels have their own list, `engine.SIZES`."""

DIGITS = ".123456789ABCDEFGHIJKLMNOP"
"""How the value of a cell is written in one character; an empty cell is a full stop."""

VALUES = {symbol: value for value, symbol in enumerate(DIGITS)} | {"0": 0}
"""The value of every character that stands for one."""
