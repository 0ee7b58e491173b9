"""Shim until the merge."""

from catalogue.formats import FORMATS as FORMATS
from catalogue.formats import ROW_FORMATS as ROW_FORMATS
from catalogue.formats import Format as Format
from catalogue.formats import Record as Record
from catalogue.formats import format_for as format_for
