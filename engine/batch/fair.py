"""Shim until the merge."""

from engine.carving import (
    FAIR_SIZES as FAIR_SIZES,
)
from engine.carving import (
    FairSample as FairSample,
)
from engine.carving import (
    carve_weighted as carve_weighted,
)
from engine.carving import (
    fair_puzzles as fair_puzzles,
)
