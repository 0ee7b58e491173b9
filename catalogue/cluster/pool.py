"""Shim until the merge."""

from catalogue.workers import PATIENCE as PATIENCE
from catalogue.workers import Pool as Pool
