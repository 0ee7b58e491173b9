"""Shim until the merge."""

from catalogue.numbers import Range as Range
from catalogue.numbers import number_of as number_of
from catalogue.numbers import parsed_number as parsed_number
