"""What `--workers` can name: the address of a scheduler, or workers on this machine."""

from catalogue.processors import MOST_THREADS

_LOCAL = "local:"


def check_workers(text: str) -> str:
    """Return the text; ValueError where it is neither `local:N` nor an address."""
    if text.startswith(_LOCAL) and not local_workers(text):
        raise ValueError(f"{text!r} is not local:N with N from 1 to {MOST_THREADS}")
    if not local_workers(text) and not all(text.partition("://")):
        raise ValueError(f"{text!r} is neither local:N nor an address such as tcp://host:8786")
    return text


def local_workers(text: str) -> int | None:
    """How many workers on this machine the text asks for; None where it is no such text."""
    number = text.removeprefix(_LOCAL)
    if not text.startswith(_LOCAL) or not (number.isascii() and number.isdigit()):
        return None
    return int(number) if 1 <= int(number) <= MOST_THREADS else None
