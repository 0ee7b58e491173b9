"""Shim until the merge."""

from catalogue.statistics import Estimate as Estimate
from catalogue.statistics import WeightedStatistics as WeightedStatistics
from catalogue.statistics import weighted_statistics as weighted_statistics
