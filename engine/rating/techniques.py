"""Shim until the merge."""

from engine.rating_ import (
    TECHNIQUES as TECHNIQUES,
)
from engine.rating_ import (
    Technique as Technique,
)
from engine.rating_ import (
    technique_of as technique_of,
)
