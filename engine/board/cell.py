"""Shim until the merge."""

from engine.shape import (
    Cell as Cell,
)
from engine.shape import (
    Conflict as Conflict,
)
from engine.shape import (
    RowColumn as RowColumn,
)
from engine.shape import (
    cell_name as cell_name,
)
