"""The report of a reading: the puzzle, and beside it the list that a person can check."""

from dataclasses import dataclass

from ..variant import Variant


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, or a field of the document, with the rule that it became and the marks that it is about."""

    sentence: str
    rule: str
    """In a few words, such as "whispers 5"."""
    marks: tuple[str, ...] = ()
    """Each with its cells; none for a rule of the whole board."""

    def __str__(self) -> str:
        """Return the pair in a line: what was read, where, and from which words."""
        few = ", ".join(self.marks[:3]) + (f" and {len(self.marks) - 3} more" if len(self.marks) > 3 else "")
        return f"{self.rule}{f': {few}' if few else ''} ({self.sentence})"


@dataclass(frozen=True, slots=True)
class Reading:
    """A puzzle with what its reading is worth."""

    variant: Variant
    pairs: tuple[Pair, ...] = ()
    left: tuple[str, ...] = ()
    """Sentences, marks and fields that are not understood; the variant is the puzzle without them."""
    kept: tuple[str, ...] = ()
    """Parts that say nothing of digits: fog, decoration."""
    title: str = ""
    author: str = ""

    @property
    def understood(self) -> bool:
        """Whether nothing is left over, so that the variant is the whole puzzle."""
        return not self.left

    @property
    def refusal(self) -> str:
        """Say in a line what is left over, for those who want the whole puzzle or none."""
        more = f" and {len(self.left) - 1} more" if len(self.left) > 1 else ""
        return f"the puzzle is not understood: {self.left[0][:160] if self.left else 'nothing'}{more}"
