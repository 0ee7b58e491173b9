"""Shim until the merge."""

from engine.symmetry import (
    SYMMETRIES as SYMMETRIES,
)
from engine.symmetry import (
    automorphisms as automorphisms,
)
from engine.symmetry import (
    canonical as canonical,
)
from engine.symmetry import (
    check_symmetry as check_symmetry,
)
from engine.symmetry import (
    keys as keys,
)
from engine.symmetry import (
    pack as pack,
)
from engine.symmetry import (
    puzzle_keys as puzzle_keys,
)
from engine.symmetry import (
    unpack as unpack,
)
