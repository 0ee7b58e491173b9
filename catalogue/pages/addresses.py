"""The addresses of the pages as names of files: a template names `/play?board=12`, a folder has `play.html`."""

from __future__ import annotations

import re

_LINK = re.compile(r'(?P<name>\b(?:href|src|action|data-address))="/(?P<address>[^"]*)"')
_RULES = (
    (r"", "index.html"),
    (r"play", "index.html"),
    (r"practise/(?P<name>[\w-]+)", r"play.html?technique=\g<name>&start=1"),
    (r"play\?(?P<query>.*)", r"play.html?\g<query>"),
    (r"boards/(?P<number>[\w.-]+)(?:\?.*)?", r"play.html?board=\g<number>"),
    (r"puzzles", "puzzles/1.html"),
    (r"puzzles\?level=(?P<level>\w+)", r"puzzles/\g<level>-1.html"),
    (r"puzzles/(?P<page>[\w-]+)", r"puzzles/\g<page>.html"),
    (r"techniques", "techniques.html"),
    (r"techniques/(?P<name>[\w-]+)", r"techniques/\g<name>.html"),
    (r"(?P<file>static/[\w.-]+|data/site\.js|manifest\.webmanifest)", r"\g<file>"),
)
"""Each kind of address without its first stroke, and its file."""


def file_of(address: str) -> str:
    """Return the file of an address such as `/play?board=12`, from the root of the folder; LookupError without one."""
    for kind, name in _RULES:
        if found := re.fullmatch(kind, address.removeprefix("/")):
            return found.expand(name)
    raise LookupError(f"a site without a server has no page {address}")


def with_files(html: str, depth: int = 0) -> str:
    """Return a page with files in place of addresses; `depth` is how many folders below the root it lies."""
    return _LINK.sub(lambda link: f'{link["name"]}="{"../" * depth}{_linked(**link.groupdict())}"', html)


def _linked(name: str, address: str) -> str:
    """The file of a link; a form has a question after it."""
    return file_of(f"{address}?" if name == "action" else address).removesuffix("?")
