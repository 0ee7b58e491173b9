"""Shim until the merge."""

from engine.drawing import (
    CLUE as CLUE,
)
from engine.drawing import (
    CONFLICT as CONFLICT,
)
from engine.drawing import (
    FILLED as FILLED,
)
from engine.drawing import (
    Drawable as Drawable,
)
from engine.drawing import (
    Paint as Paint,
)
from engine.drawing import (
    boxes as boxes,
)
from engine.drawing import (
    coloured as coloured,
)
from engine.drawing import (
    framed as framed,
)
from engine.drawing import (
    marked as marked,
)
from engine.drawing import (
    painted as painted,
)
from engine.drawing import (
    svg as svg,
)
