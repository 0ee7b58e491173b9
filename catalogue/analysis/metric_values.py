"""Shim until the merge."""

from catalogue.analysis_ import RATING as RATING
from catalogue.analysis_ import MetricValues as MetricValues
from catalogue.analysis_ import metric_values as metric_values
