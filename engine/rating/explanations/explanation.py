"""Shim until the merge."""

from engine.explanations import (
    EXPLANATION_VERSION as EXPLANATION_VERSION,
)
from engine.explanations import (
    Link as Link,
)
from engine.explanations import (
    NestedChain as NestedChain,
)
from engine.explanations import (
    Part as Part,
)
from engine.explanations import (
    chains_of as chains_of,
)
