"""Write a site of puzzles to play, as plain files without a server.

FOLDER gets index.html, the player, the puzzles with their solution paths, lists and lessons on techniques. Put it on
any web host, or on a USB stick: a browser opens index.html from there, and nothing is loaded from elsewhere. Hints
follow the path of the puzzle. Where a player leaves it, the page finds singles and subsets itself, and leads back.
Opened by https or from this machine, it can be installed, and works offline.

The options of catalogue query choose the puzzles. Default: all. A second call replaces the site. A folder with other
files is refused.

\b
Examples:
  catalogue site site --level easy --limit 100
  catalogue site class-7 --numbers 3,5,10-20 --title "Puzzles of class 7"
  catalogue site train --sort random --seed 1 --limit 1000
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from ..verbs.site import SiteRequest, site
from .options import DEFAULT_HOME, Home, Quiet
from .terminal import print_figures, progress
from .values import usage_errors


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles the site has, and its folder."""

    request: SiteRequest
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the site."""
    begin = time.monotonic()
    with progress("puzzles", quiet=options.quiet) as show, usage_errors():
        report = site(
            options.home,
            replace(
                options.request,
                on_progress=lambda done, wanted: show(done, wanted, time.monotonic() - begin, ""),
            ),
        )
    if not options.quiet:
        print_figures(
            [
                ("puzzles", f"{report.puzzles:,}"),
                ("megabytes", f"{report.bytes / 1e6:.1f}"),
                ("seconds", f"{time.monotonic() - begin:.2f}"),
                ("open", str(report.folder / "index.html")),
            ]
        )
