"""Shim until the merge."""

from catalogue.plots import _LARGEST as _LARGEST
from catalogue.plots import plot_shares as plot_shares
