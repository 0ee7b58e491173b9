"""Shim until the merge."""

from catalogue.opening import Opener as Opener
from catalogue.opening import check_not_itself as check_not_itself
from catalogue.opening import open_to_fill as open_to_fill
from catalogue.opening import opened_to_import as opened_to_import
