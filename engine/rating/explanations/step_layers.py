"""Shim until the merge."""

from engine.step_drawing import (
    CELL as CELL,
)
from engine.step_drawing import (
    LINKS as LINKS,
)
from engine.step_drawing import (
    SHAPES as SHAPES,
)
from engine.step_drawing import (
    TIP as TIP,
)
from engine.step_drawing import (
    WORDS as WORDS,
)
from engine.step_drawing import (
    arrows as arrows,
)
from engine.step_drawing import (
    candidates as candidates,
)
from engine.step_drawing import (
    corner as corner,
)
from engine.step_drawing import (
    frames as frames,
)
from engine.step_drawing import (
    grounds as grounds,
)
from engine.step_drawing import (
    svg_overlay as svg_overlay,
)
