"""Values on the command line: what is wrong with one is a wrong call, with the reason."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import typer

from ...engine.shape import NoUsualBlocks
from ..errors import DifferentCatalogue
from ..storage.home import Home, home_of

T = TypeVar("T")

ADD_BLOCKS = "add --blocks"
"""The advice for a size without usual blocks."""


def in_dashes(text: str) -> str:
    """Write the names of fields of a request as options: `max_clues` is --max-clues."""
    return re.sub(r"`(\w+)`", lambda match: f"--{match[1].replace('_', '-')}", text)


@contextmanager
def usage_errors(before: str = "") -> Iterator[None]:
    """Turn a ValueError into a BadParameter with the same line, after `before`."""
    try:
        yield
    except DifferentCatalogue as error:
        raise typer.BadParameter(f"{error}; name another --home") from None
    except NoUsualBlocks as error:
        raise typer.BadParameter(error.advised(ADD_BLOCKS)) from None
    except ValueError as error:
        raise typer.BadParameter(f"{before}{in_dashes(str(error))}") from None


def parser(read: Callable[[str], T]) -> Callable[[str], T]:
    """Make a reader of values one whose ValueError is a BadParameter."""

    def parse(text: str) -> T:
        with usage_errors():
            return read(text)

    return parse


def home(name: str | Home) -> Home:
    """Parse the place of a catalogue: the name of a folder, or the URL of a database."""
    if not str(name):
        raise typer.BadParameter("the name of the folder is empty")
    with usage_errors():
        return home_of(name)
