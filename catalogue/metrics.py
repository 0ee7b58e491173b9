"""Shim until the merge."""

from catalogue.numbers import NUMBER_COLUMNS as NUMBER_COLUMNS
from catalogue.numbers import PUZZLE_METRICS as PUZZLE_METRICS
from catalogue.numbers import RANDOM as RANDOM
from catalogue.numbers import Metric as Metric
from catalogue.numbers import COLUMNS as COLUMNS
