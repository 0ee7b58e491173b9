"""Shim until the merge."""

from catalogue.opening import Choices as Choices
from catalogue.opening import DifferentCatalogue as DifferentCatalogue
