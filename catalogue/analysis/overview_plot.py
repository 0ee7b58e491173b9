"""Shim until the merge."""

from catalogue.plots import _GRADE_COLOURS as _GRADE_COLOURS
from catalogue.plots import _MOST_BOXES as _MOST_BOXES
from catalogue.plots import _draw_clues as _draw_clues
from catalogue.plots import _draw_correlations as _draw_correlations
from catalogue.plots import _draw_ratings as _draw_ratings
from catalogue.plots import _draw_ratings_by_clues as _draw_ratings_by_clues
from catalogue.plots import _frame as _frame
from catalogue.plots import plot_overview as plot_overview
