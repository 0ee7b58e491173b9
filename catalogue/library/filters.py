"""Shim until the merge."""

from catalogue.filters import Names as Names
from catalogue.filters import _bounds as _bounds
from catalogue.filters import _names as _names
from catalogue.filters import _ranges as _ranges
from catalogue.filters import _stored as _stored
from catalogue.filters import criteria as criteria
from catalogue.filters import kind_of as kind_of
from catalogue.filters import patterns_like as patterns_like
