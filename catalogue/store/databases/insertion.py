"""Shim until the merge."""

from catalogue.database import Insertion as Insertion
from catalogue.database import add_up as add_up
