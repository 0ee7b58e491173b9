"""What a fill makes of its boards, and how a catalogue spells it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from catalogue.rating.grades import Depth
from catalogue.rating.rows import CEILINGS
from catalogue.rating.target import Kind
from engine.batch.carving import CARVED_CLUES, EFFORT
from engine.rating.grades import Grade


@dataclass(frozen=True)
class Recipe:
    """Which puzzles are made of the boards: minimal ones, or with `clues` clues for an `effort`, or in a pattern.

    Boards take the `patterns` in turn. Puzzles are rated to a `depth`. With a `kind`, only puzzles of that kind are
    wanted, rated in full; `strict` wants only those that have exactly `clues` clues. `by_grade` says that each grade of
    the kind has a quota of its own. Boards have `files` or not.
    """

    clues: int | None = None
    effort: int = EFFORT
    patterns: Sequence[str | None] = (None,)
    depth: Depth = Depth.none
    kind: Kind | None = None
    strict: bool = False
    by_grade: bool = False
    files: bool = True

    @property
    def selects(self) -> bool:
        """Whether a board is stored only if its puzzle is wanted."""
        return self.kind is not None or self.strict

    @property
    def has_quotas(self) -> bool:
        """Whether a board may be passed over because there are enough of its grade."""
        return self.kind is not None and len(self.kind.grades) > 1

    @property
    def ceiling(self) -> float | None:
        """Up to which rating puzzles are rated; None: no ceiling."""
        return self.kind.ceiling if self.kind else CEILINGS[self.depth]

    @property
    def rates(self) -> bool:
        """Whether puzzles are rated."""
        return self.kind is not None or self.depth is not Depth.none

    @property
    def spelled(self) -> str:
        """What puzzles depend on, as a JSON object; whatever is by default is left out."""
        searched = self.clues is not None and self.clues < CARVED_CLUES and self.patterns == (None,)
        kind = self.kind or Kind()
        parts = {
            "clues": self.clues,
            "effort": self.effort if searched else None,
            "patterns": self.patterns if self.patterns != (None,) else None,
            "grades": kind.grades,
            "techniques": kind.techniques,
            "strict": self.strict,
        }
        return json.dumps({name: part for name, part in parts.items() if part})

    @classmethod
    def read(cls, text: str) -> "Recipe":
        """Return the recipe that a catalogue spells so. ValueError for any other text."""
        try:
            parts = json.loads(text)
            kind = Kind(tuple(map(Grade, parts.get("grades", ()))), tuple(parts.get("techniques", ())))
            found = cls(
                parts.get("clues"),
                parts.get("effort", EFFORT),
                tuple(parts.get("patterns", (None,))),
                kind=kind if kind != Kind() else None,
                strict=parts.get("strict", False),
            )
            if found.spelled == text:
                return found
        except (AttributeError, TypeError, ValueError, KeyError, IndexError):
            pass
        raise ValueError(f"no recipe is spelled {text!r}")
