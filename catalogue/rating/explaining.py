"""Shim until the merge."""

from catalogue.rating_ import as_data as as_data
from catalogue.rating_ import field_names as field_names
from catalogue.rating_ import meaning_of as meaning_of
from catalogue.rating_ import where_to_look as where_to_look
