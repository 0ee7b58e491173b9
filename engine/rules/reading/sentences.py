"""The text of a puzzle as sentences in plain words, each with the heading that it stands under."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .colours import called

LONGEST = 20_000
"""The most characters of a text that are read."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it is written, and in words: small letters and figures, one space between two, commas apart."""

    text: str
    words: str
    heading: str = ""
    """The words of the heading of its paragraph, or of its line."""
    paragraph: int = 0


_NUMBERS = {
    **{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9},
    **{"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16},
}
_SIGNS = str.maketrans(
    {0x2018: "'", 0x2019: "'", 0x60: "'", 0xB4: "'", 0x201C: '"', 0x201D: '"', 0xD7: "x", 0x2715: "x"}
    | dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-")
    | dict.fromkeys((0x2022, 0xB7, 0x25CF, 0x25AA, 0x25BA, 0x25E6, 0x25CB, 0x2023), "*")
    | dict.fromkeys((0x200B, 0x200C, 0x200D, 0xFEFF, 0xFE0F), "")
)
"""Quotes, dashes, bullets and signs that cannot be seen, as keyboards have them."""
SYMBOLS = {
    **dict.fromkeys("\u2600\U0001f31e\U0001f323", "sun"),
    **dict.fromkeys("\u2601\U0001f325", "cloud"),
    **dict.fromkeys("\u2605\u2606\u2b50\U0001f31f", "star"),
    **dict.fromkeys("\u2665\u2661\u2764", "heart"),
    **dict.fromkeys("\u2666\u25c6\u25c7", "diamond"),
    **dict.fromkeys("\U0001f319\u263d\u263e", "moon"),
}
"""The names of signs that setters put into cells."""

_EXAMPLE = r"(?:e\.?\s?g\b\.?|i\.?\s?e\b\.?|for example|for instance|ex[.:]|example|such as|as an example|in chess)"
_HEADING = re.compile(r"^\s*([^.:!?]{1,60}?)\s*(?::|\s[-=]+>?\s)\s*(?=\S)")
_LONE_HEADING = re.compile(r"^[^.!?:,]{1,40}:?$")
_BULLET = re.compile(r"^\s*(?:[-*+#>]+|\(?\d{1,2}[.):]+|\(?[a-z]\))\s*", re.IGNORECASE)
_VERB = re.compile(r"\b(apply|applies|is|are|must|may|can|sum|contain|cannot|increase|differ)\b", re.IGNORECASE)
_STATES = re.compile(r"\b(apply|must|digits? (?!lines?))|\bfollowing$")
"""The words of a rule, so that what stands before a colon is no heading."""
_RULES_APPLY = re.compile(
    r"^(?:normal |standard |usual |classic )?(?:killer|cage|killer cage|kropki|xv|thermo\w*|arrow|whispers?|renban"
    r"|german whispers?|palindrome|little killer|sandwich|skyscraper|x-sum|anti[- ]?knight|anti[- ]?king|between"
    r"|region sum|zipper|entropic|modular|quadruple|non-?consecutive|diagonal|disjoint \w+) rules apply$"
)
"""The name of a rule that the words after the colon state."""
_BY_ITSELF = re.compile(r"(normal |classic )?sudoku rules|anti ?(knight|king)s?|non ?consecutive")


_QUOTED = {"<": "lesssign", ">": "greatersign", "?": "unknown1", "??": "unknown2"}
"""The words for signs in quotes, which may be the clues of cages."""


def _with_quoted_signs(text: str) -> str:
    return re.sub(r"\"([<>]|\?\??)\"", lambda match: f" {_QUOTED[match[1]]} ", text)


def sentences_of(text: str) -> list[Sentence]:
    """Return the sentences of a text, without those that only give examples. ValueError for a very long text."""
    if len(text) > LONGEST:
        raise ValueError(f"the rules have {len(text):,} characters: {LONGEST:,} are the most")
    found: list[Sentence] = []
    above, number = "", 0
    for line in _with_quoted_signs(text.translate(_SIGNS)).replace("\\n", "\n").replace("\r", "\n").split("\n"):
        bare = _BULLET.sub("", line).strip()
        if not bare:
            number, above = number + 1, ""
        elif _is_heading(bare):
            number, above = number + 1, words_of(bare)
            if _BY_ITSELF.fullmatch(above):
                found.append(Sentence(bare, above, "", number))
        else:
            heading, rest = _split(bare)
            number += bool(heading)
            both = " ".join(part for part in (above, heading) if part)
            found += [Sentence(one, words_of(one), both, number) for one in _cut(rest) if words_of(one)]
    return found


def _is_heading(line: str) -> bool:
    if not _LONE_HEADING.match(line):
        return False
    return line.isupper() or line.endswith(":") or (len(line.split()) <= 4 and not _VERB.search(line))


def _split(line: str) -> tuple[str, str]:
    """The heading of a line and the rest, if it has both."""
    match = _HEADING.match(line)
    if not match or len(match[1].split()) > 7 or _STATES.search(_RULES_APPLY.sub("", match[1].lower())):
        return "", line
    return words_of(match[1]), line[match.end() :]


def _cut(text: str) -> Iterator[str]:
    """The sentences of a line; what only gives an example, in brackets or not, is left out."""
    text = re.sub(rf"[\[(]\s*{_EXAMPLE}[^\])]*[\])]", " ", text, flags=re.IGNORECASE)
    text = re.sub(
        r"\be\.\s?g\b\.?", "eg", re.sub(r"\bi\.\s?e\b\.?", "ie", text, flags=re.IGNORECASE), flags=re.IGNORECASE
    )
    for part in re.split(r"(?<=[.!?;])[\s\"')\]]+|(?<=[.!?])(?=[A-Z])|;", text):
        sentence = re.sub(r"(?<=\w)[\s,:(-]+\b(?:eg|ie|for example|for instance)\b.*", "", part, flags=re.IGNORECASE)
        sentence = re.sub(r"^\W*ie\b", "", sentence, flags=re.IGNORECASE).strip().strip("\"'")
        if sentence and not re.match(rf"\W*{_EXAMPLE}", sentence, re.IGNORECASE):
            yield sentence


def symbol_of(text: str) -> str:
    """Return the name of a sign, "" for a text that is none."""
    bare = text.translate(_SIGNS).strip()
    return SYMBOLS.get(bare, "")


def words_of(text: str) -> str:
    """Return a text in small letters and figures, without signs but commas and signs of arithmetic."""
    text = re.sub(r"(?<=\w)\((e?s)\)", r"\1", text.translate(_SIGNS).lower())
    text = re.sub(r"(?<=[a-z])\s*/\s*(?=[a-z])", " or ", text)
    text = re.sub(r"(\d)\s*([x:-])\s*(?=\d)", r"\1\2", text)
    text = re.sub(r"(?<![\d:x])-|-(?!\d)", " ", text)
    text = re.sub(r"\bcan't\b|\bcan not\b", "cannot", text)
    text = re.sub(r"\bwon't\b", "will not", text)
    text = re.sub(r"\b(do|does|is|are|must|should|may|could|has|have|need)n't\b", r"\1 not", text)
    text = text.replace("'", "")
    text = re.sub(r"[^\w\s:≥≤<>=+&/,-]|_", " ", text)
    text = re.sub(r"(?<!\d):|:(?!\d)", " ", text).replace(",", " , ")
    words = (str(_NUMBERS[word]) if word in _NUMBERS else called(word) for word in text.split())
    return " ".join(words).strip(" ,")
