"""Shim until the merge."""

from catalogue.home import check_database as check_database
from catalogue.home import check_regular as check_regular
