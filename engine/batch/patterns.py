"""Shim until the merge."""

from engine.patterns import (
    PATTERNS as PATTERNS,
)
from engine.patterns import (
    check_pattern as check_pattern,
)
from engine.patterns import (
    pattern_images as pattern_images,
)
from engine.patterns import (
    pattern_of as pattern_of,
)
from engine.patterns import (
    patterns_of_shape as patterns_of_shape,
)
from engine.patterns import (
    patterns_within as patterns_within,
)
