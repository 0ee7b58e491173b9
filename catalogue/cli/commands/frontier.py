"""Search breadth first and count the boards of each level.

Level k has all ways to fill the first k empty cells. The last column is the size of a depth-first search's stack. For
an empty board, the counts of the first band are also computed, as far as no search can get.

\b
Examples:
  catalogue frontier --size 4
  catalogue frontier --limit 1000
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.options import Blocks, Size, number


@dataclass(frozen=True, kw_only=True)
class Options:
    """What to search."""

    file: Annotated[
        Path | None,
        typer.Argument(help="File with a puzzle; - for standard input. Default: an empty board.", metavar="FILE"),
    ] = None
    size: Size = None
    blocks: Blocks = None
    limit: Annotated[int, number("Stop at the first level with more boards than this.", least=1)] = 50_000
