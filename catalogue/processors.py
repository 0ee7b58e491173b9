"""Shim until the merge."""

from catalogue.numbers import MOST_THREADS as MOST_THREADS
from catalogue.numbers import PROCESSORS as PROCESSORS
