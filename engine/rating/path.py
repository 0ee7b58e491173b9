"""Shim until the merge."""

from engine.explanations import Step as Step
from engine.paths import (
    FAMILIES as FAMILIES,
)
from engine.paths import (
    find_step as find_step,
)
from engine.paths import (
    steps as steps,
)
