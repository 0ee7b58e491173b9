"""Shim until the merge."""

from catalogue.writing import LONGEST as LONGEST
from catalogue.writing import add_tag as add_tag
from catalogue.writing import check_tag as check_tag
from catalogue.writing import remove_tag as remove_tag
