"""Shim until the merge."""

from catalogue.database import insert_numbered as insert_numbered
from catalogue.database import insert_rows as insert_rows
