"""Shim until the merge."""

from catalogue.plots import _ENDINGS as _ENDINGS
from catalogue.plots import _FAINT as _FAINT
from catalogue.plots import _RULES as _RULES
from catalogue.plots import _draw_endings as _draw_endings
from catalogue.plots import _draw_line as _draw_line
from catalogue.plots import _draw_medians as _draw_medians
from catalogue.plots import _Point as _Point
from catalogue.plots import plot_outcomes as plot_outcomes
