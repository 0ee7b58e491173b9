"""Shim until the merge."""

from engine.explanations import (
    Literal as Literal,
)
from engine.explanations import (
    branches_of as branches_of,
)
from engine.explanations import (
    common_unit as common_unit,
)
