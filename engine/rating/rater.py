"""Shim until the merge."""

from engine.rating_ import (
    NO_CEILING as NO_CEILING,
)
from engine.rating_ import (
    RATED as RATED,
)
from engine.rating_ import (
    RATING_VERSION as RATING_VERSION,
)
from engine.rating_ import (
    kernels_of as kernels_of,
)
from engine.rating_ import (
    rate as rate,
)
from engine.rating_ import (
    rateable_and_shape as rateable_and_shape,
)
from engine.rating_ import (
    technique_counts as technique_counts,
)
