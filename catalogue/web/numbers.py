"""Numbers in the query of an address, where a form leaves empty what a person does not fill in."""

from collections.abc import Mapping

GREATEST_SEED = 2**63 - 1


def whole_in(query: Mapping[str, str], name: str, usual: int, least: int, greatest: int) -> int:
    """Return the whole number of a name, or the usual one where it is missing or empty; ValueError for another text."""
    text = query.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= greatest):
        raise ValueError(f"{name} {text!r} is not a whole number in {least} .. {greatest}")
    return int(text)
