"""Shim until the merge."""

from engine.sentences import (
    BranchText as BranchText,
)
from engine.sentences import (
    Eliminations as Eliminations,
)
from engine.sentences import (
    LinkText as LinkText,
)
from engine.sentences import (
    Placement as Placement,
)
from engine.sentences import (
    branch_lines as branch_lines,
)
from engine.sentences import (
    branch_texts as branch_texts,
)
from engine.sentences import (
    sentence_of as sentence_of,
)
