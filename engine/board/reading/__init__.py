"""Shim until the merge."""

from engine.reading import MOST_BYTES as MOST_BYTES
from engine.reading import read as read
from engine.reading import read_text as read_text
from engine.reading_forms import Reading as Reading
