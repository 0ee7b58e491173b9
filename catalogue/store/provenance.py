"""Shim until the merge."""

from catalogue.writing import Origin as Origin
from catalogue.writing import origin_of as origin_of
