"""The templates of the pages, and the files that a browser loads with them."""

import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

_NEEDS = re.compile(r"^  const .* = catalogue\.(\w+);$", re.MULTILINE)


SERVER, STORED = "source.js", "stored.js"
"""The two scripts that set `catalogue.source`: one asks the server, one knows the path of the puzzle."""


@cache
def scripts_of(script: str, source: str = SERVER) -> Sequence[str]:
    """Return the scripts that a script of the page needs, each after those that it needs itself, and the script."""
    needs = _NEEDS.findall((STATIC / script).read_text(encoding="utf-8"))
    files = [source if name == "source" else f"{name}.js" for name in needs]
    before = [each for file in files for each in scripts_of(file, source)]
    return list(dict.fromkeys([*before, script]))


def environment(source: str = SERVER, title: str = "Board Catalogue") -> Environment:
    """Return the templates, with what they use, for the pages of a title with a source of data."""
    templates = Environment(
        loader=PackageLoader("board_catalogue.catalogue.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["thousands"] = "{:,}".format
    templates.filters["with_code"] = _with_code
    templates.globals["scripts_of"] = partial(scripts_of, source=source)
    templates.globals["has_server"] = source == SERVER
    templates.globals["title"] = title
    return templates


def _with_code(text: str) -> Markup:
    """A text of ours on a page, with what is between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
