"""Shim until the merge."""

from catalogue.analysis_ import Correlation as Correlation
from catalogue.analysis_ import rank_correlation as rank_correlation
from catalogue.analysis_ import rank_correlations as rank_correlations
from catalogue.analysis_ import ranks as ranks
