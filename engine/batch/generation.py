"""Shim until the merge."""

from engine.generation import (
    METHODS as METHODS,
)
from engine.generation import (
    all_boards as all_boards,
)
from engine.generation import (
    check_method as check_method,
)
from engine.generation import (
    default_method as default_method,
)
from engine.generation import (
    generate as generate,
)
from engine.generation import (
    methods_of as methods_of,
)
