"""The character of every value."""

DIGITS = ".123456789ABCDEFGHIJKLMNOP"
"""The character of each value; an empty cell is a full stop."""

CLUE_MARK = "'"
"""What follows a clue in a drawing that tells clues from filled cells without colour."""

VALUES = {symbol: value for value, symbol in enumerate(DIGITS)} | dict.fromkeys("0*xX_-", 0)
"""The value of each character; 0 for those that people write for an empty cell."""
