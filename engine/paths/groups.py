"""Techniques in groups as books have them: the usual ones first, the large fish and what only programs do last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TypeVar

_GROUPS: Mapping[str, Sequence[str]] = {
    "Singles": ("full-house", "last-value", "naked-single", "hidden-single*"),
    "Blocks, pairs, triples and quadruples": (
        *("pointing", "claiming", "locked-*", "naked-*", "hidden-pair", "hidden-triple*", "hidden-quad*"),
        "direct-*",
    ),
    "Two places of a digit": (
        *("skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "simple-colors-*", "multi-colors-*"),
    ),
    "Basic fish": ("x-wing", "swordfish", "jellyfish"),
    "Wings": ("xy-wing", "xyz-wing", "w-wing", "remote-pair"),
    "Uniqueness": ("uniqueness-*", "unique-*", "hidden-rectangle", "avoidable-rectangle-*", "bug-*"),
    "Fish with fins": (
        "finned-fish",
        *(f"{kind}-{fish}" for kind in ("finned", "sashimi") for fish in ("x-wing", "*fish")),
    ),
    "Chains": (
        *("x-chain", "xy-chain", "x-cycle", "y-cycle", "xy-cycle", "aic", "grouped-*", "*nice-loop"),
        "forcing-chain",
    ),
    "Almost locked sets": ("sue-de-coq", "als-*", "death-blossom", "aligned-*"),
    "Large fish": ("*franken*", "*mutant*", "kraken-*"),
    "Forcing": ("forcing-*", "nishio", "*-chains*", "contradiction-*", "all-rules", "brute-force"),
}
"""The names of the techniques of each group, with * for any letters; large fish go before fish with fins."""

OF_RULES = "Rules of variants"
"""The group of techniques that a rule brings."""

GROUPS = (*_GROUPS, OF_RULES)
"""The groups, in the order of a page."""


def group_of(name: str) -> str:
    """Return the group of a technique of any scale."""
    found = [group for group, names in _GROUPS.items() if any(fnmatchcase(name, each) for each in names)]
    return "Large fish" if "Large fish" in found else found[0] if found else OF_RULES


T = TypeVar("T")


def grouped(named: Iterable[tuple[str, T]]) -> list[tuple[str, list[T]]]:
    """Return things by the group of the technique that each names, without empty groups; their order stays."""
    found: dict[str, list[T]] = {group: [] for group in GROUPS}
    for name, thing in named:
        found[group_of(name)].append(thing)
    return [(group, things) for group, things in found.items() if things]
