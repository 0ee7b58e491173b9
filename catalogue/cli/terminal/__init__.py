"""What the commands print in a terminal, and how: tables, bars, progress, animations, Ctrl-C."""

from collections.abc import Callable

Show = Callable[[int, int, float, str], None]
"""Shows progress: takes how many are done, how many are wanted, the seconds so far, and a remark or an empty string."""
