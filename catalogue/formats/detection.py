"""Shim until the merge."""

from catalogue.formats import readable as readable
from catalogue.formats.opening import HEAD_BYTES as HEAD_BYTES
from catalogue.formats.opening import detect as detect
