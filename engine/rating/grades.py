"""Shim until the merge."""

from engine.grades import (
    BOUNDS as BOUNDS,
)
from engine.grades import (
    Grade as Grade,
)
from engine.grades import (
    grade_of as grade_of,
)
