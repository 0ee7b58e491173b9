"""Translate the messages of the server, and the meanings of the API's fields, into the language of a page.

All of it is written in English. `languages` has a translation of each text or sentence, such as that of "{text} is not
a rating such as 7.1": what stands in a place is translated too if it is such a text, and else stays.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ...engine.words import ENGLISH
from ..pages.rendering import texts_in

_SENTENCE = re.compile(r"(?<=[^.]\.) (?=[A-Z`])")
_PLACE = re.compile(r"\{(\w+)\}")


def said_in(language: str, text: str) -> str:
    """Return a message or a meaning in a language; what has no translation stays English, and so do names."""
    if language == ENGLISH:
        return text
    said = _translations(language).get(text) or (texts_in(language).get(text) if " " in text else None)
    if said is None and len(sentences := _SENTENCE.split(text)) > 1:
        said = " ".join(said_in(language, each) for each in sentences)
    for pattern, template in () if said else _templates(language):
        if match := pattern.fullmatch(text):
            return template.format(**{name: said_in(language, each) for name, each in match.groupdict().items()})
    return said or text


@cache
def _translations(language: str) -> Mapping[str, str]:
    text = (Path(__file__).parent / "languages" / f"{language}.toml").read_text("utf-8")
    return {english: said for table in tomllib.loads(text).values() for english, said in table.items()}


@cache
def _templates(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The translations with places, those that say most first; a place ends where the text that follows begins."""
    found = []
    for english, said in _translations(language).items():
        head, *rest = _PLACE.split(english)
        if rest:
            *inner, name, end = rest
            parts = zip(inner[::2], inner[1::2], strict=True)
            before = "".join(f"(?>(?P<{place}>.+?){re.escape(after)})" for place, after in parts)
            pattern = re.compile(f"{re.escape(head)}{before}(?P<{name}>.+){re.escape(end)}")
            found.append((len(_PLACE.sub("", english)), pattern, said))
    return [(pattern, said) for _, pattern, said in sorted(found, key=lambda each: -each[0])]
