"""The templates of the pages, and the files that a browser loads with them."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

_IMPORT = re.compile(r'^import .* from "\./(.+)";$', re.MULTILINE)


@cache
def imported_by(module: str) -> Sequence[str]:
    """The modules that a module of the page needs, so that a browser can ask for all of them together."""
    found: dict[str, None] = {}
    waiting = [module]
    while waiting:
        for name in _IMPORT.findall((STATIC / waiting.pop()).read_text(encoding="utf-8")):
            if name not in found:
                found[name] = None
                waiting.append(name)
    return list(found)


def environment() -> Environment:
    """Return the templates, with the filters and functions that they use."""
    templates = Environment(
        loader=PackageLoader("board_catalogue.catalogue.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["thousands"] = "{:,}".format
    templates.filters["with_code"] = _with_code
    templates.globals["imported_by"] = imported_by
    return templates


def _with_code(text: str) -> Markup:
    """A text of ours on a page, with what is between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
