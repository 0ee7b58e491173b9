"""Shim until the merge."""

from catalogue.library_ import Catalogue as Catalogue
from catalogue.library_ import open as open
