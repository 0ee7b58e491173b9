"""Shim until the merge."""

from catalogue.kinds import Kind as Kind
from catalogue.kinds import technique_numbers as technique_numbers
