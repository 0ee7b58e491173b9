"""Shim until the merge."""

from catalogue.analysis_ import WIDE_ENOUGH as WIDE_ENOUGH
from catalogue.analysis_ import ClueRange as ClueRange
from catalogue.analysis_ import Shares as Shares
from catalogue.analysis_ import shares as shares
