"""The templates of the pages, and the files that a browser loads with them."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

_NEEDS = re.compile(r"^  const .* = catalogue\.(\w+);$", re.MULTILINE)


@cache
def scripts_of(script: str) -> Sequence[str]:
    """Return the scripts that a script of the page needs, each after those that it needs itself, and the script."""
    needs = _NEEDS.findall((STATIC / script).read_text(encoding="utf-8"))
    before = [each for name in needs for each in scripts_of(f"{name}.js")]
    return list(dict.fromkeys([*before, script]))


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
    templates.globals["scripts_of"] = scripts_of
    return templates


def _with_code(text: str) -> Markup:
    """A text of ours on a page, with what is between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
