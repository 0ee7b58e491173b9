"""The templates of the pages, and the files that a browser loads with them."""

import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from ...engine.grades import spelled
from ...engine.paths.examples import technique_in_words
from ...engine.words import ENGLISH, words_in
from .translating import TranslatedTemplates, many_in, texts_in, translator

STATIC = Path(__file__).parent / "static"
"""The files of the page."""

_NEEDS = re.compile(r"^  const .* = catalogue\.(\w+);$", re.MULTILINE)


SERVER, STORED = "source.js", "stored.js"
"""The two scripts that set `catalogue.source`: one asks the server, one knows the path of the puzzle."""


@cache
@cache
def scripts_of(script: str, source: str = SERVER) -> tuple[str, ...]:
    """Return the scripts that a script of the page needs, each after those that it needs itself, and the script."""
    needs = _NEEDS.findall((STATIC / script).read_text(encoding="utf-8"))
    files = [source if name == "source" else f"{name}.js" for name in needs]
    before = [each for file in files for each in scripts_of(file, source)]
    return tuple(dict.fromkeys([*before, script]))


_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@cache
def said_by(language: str, scripts: tuple[str, ...]) -> Mapping[str, str]:
    """Return the texts of some scripts in a language, by the English ones; none for English."""
    texts = texts_in(language)
    sources = ((STATIC / script).read_text(encoding="utf-8") for script in scripts)
    return {text: texts[text] for source in sources for text in _LITERAL.findall(source) if text in texts}


def environment(source: str = SERVER, title: str = "Board Catalogue", language: str = ENGLISH) -> Environment:
    """Return the templates in a language, with what they use, for the pages of a title with a source of data."""
    words = words_in(language)
    templates = Environment(
        loader=TranslatedTemplates(language),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["thousands"] = words.number
    templates.filters["rating"] = lambda tenths: words.decimal(spelled(tenths))
    templates.filters["level"] = partial(words.say, "levels")
    templates.filters["technique"] = partial(technique_in_words, language=language)
    templates.filters["with_code"] = _with_code
    templates.globals["scripts_of"] = partial(scripts_of, source=source)
    templates.globals["has_server"] = source == SERVER
    templates.globals["title"] = title
    templates.globals["_"] = translator(language)
    templates.globals["many"] = many_in(language)
    templates.globals["language"] = language
    templates.globals["said_by"] = partial(said_by, language)
    return templates


def _with_code(text: str) -> Markup:
    """A text of ours on a page, with what is between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
