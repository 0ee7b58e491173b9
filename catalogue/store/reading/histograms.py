"""Shim until the merge."""

from catalogue.statistics import Histograms as Histograms
from catalogue.statistics import histograms as histograms
from catalogue.statistics import technique_counts as technique_counts
