"""The text of a puzzle as sentences in plain words, each with the heading that it stands under.

Also the digits of a board whose text names others than 1 to its size: 0 to 8, or 1 to 9 on a board of size 6.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ..frame import Frame

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
    strange: int = 0
    """How many words that nobody knows it may have."""


_SIGNS = str.maketrans(
    {0x2018: "'", 0x2019: "'", 0x60: "'", 0xB4: "'", 0x201C: '"', 0x201D: '"', 0xD7: "x", 0x2715: "x"}
    | dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-")
    | dict.fromkeys((0x2022, 0xB7, 0x25CF, 0x25AA, 0x25BA, 0x25E6, 0x25CB, 0x2023), "*")
    | dict.fromkeys((0x200B, 0x200C, 0x200D, 0xFEFF, 0xFE0F), "")
)
"""Quotes, dashes, bullets and signs that cannot be seen, as keyboards have them."""


def _plain(text: str) -> str:
    """The text with usual letters for bold, slanted and wide ones, and usual signs."""
    text = re.sub("(?<=[a-z])â(?:€™|\x80\x99)?(?=s\\b)", "'", text)  # an apostrophe that was decoded twice
    return unicodedata.normalize("NFKC", text).translate(_SIGNS).replace("--", ": ")


_EXAMPLE = r"(?:e\.?\s?g\b\.?|i\.?\s?e\b\.?|for example|for instance|ex[.:]|example|such as|as an example|in chess)"
_HEADING = re.compile(r"^\s*((?:\([^()]{1,40}\)|[^.:!?(]){1,60}?)\s*(?:(?<!\d):|:(?!\d)|\s[-=]+>?\s)\s*(?=\S)")
_LONE_HEADING = re.compile(r"^[^.!?:,]{1,40}:?$")
_BULLET = re.compile(r"^\s*(?:[-*+#>]+|\(?\d{1,2}[.):]+|\(?[a-z]\))\s*", re.IGNORECASE)
_VERB = re.compile(r"\b(apply|applies|is|are|must|may|can|sum|contain|cannot|increase|differ)\b", re.IGNORECASE)
_STATES = re.compile(r"\b(apply|must|digits? (?!lines?)|sums? to|(?:contains?|have|has|may|can|cannot) )|\bfollowing$")
"""The words of a rule, so that what stands before a colon is no heading."""
_QUOTED = {"<": "lesssign", ">": "greatersign", "?": "unknown1", "??": "unknown2"}
"""The words for signs in quotes, which may be the clues of cages."""


def sentences_of(text: str) -> list[Sentence]:
    """Return the sentences of a text, without those that only give examples. ValueError for a very long text."""
    if len(text) > LONGEST:
        raise ValueError(f"the rules have {len(text):,} characters: {LONGEST:,} are the most")
    found: list[Sentence] = []
    above, number = "", 0
    text = re.sub(
        r"\(\s*(?:there (?:is|are) )?no negative constraints?[.!]?\s*\)", "", _plain(text), flags=re.IGNORECASE
    )
    text = re.sub(r"\"([<>]|\?\??)\"", lambda match: f" {_QUOTED[match[1]]} ", text)
    for line in text.replace("\\n", "\n").replace("\r", "\n").split("\n"):
        bare = _BULLET.sub("", line).strip()
        if not bare:
            number, above = number + 1, ""
        elif _is_heading(bare):
            number, above = number + 1, words_of(bare)
            if _any_of("heading_rules").fullmatch(above):
                found.append(Sentence(bare, above, "", number))
        else:
            heading, rest = _split(bare)
            number += bool(heading)
            for one in _cut(rest):
                name, bare = _named(one)  # "... apply. Killer: digits ... . Thermo: digits ..."
                heading, number = name or heading, number + bool(name)
                both = " ".join(part for part in (above, heading) if part)
                if words := words_of(bare):
                    found.append(Sentence(one, words, both, number))
    return found


@cache
def english() -> dict[str, Any]:
    """Return the table of what setters write, read once."""
    return tomllib.loads(Path(__file__).with_name("english.toml").read_text("utf-8"))


@cache
def colour_names() -> frozenset[str]:
    """Return every name of a colour that a text may use."""
    colours = english()["colours"]
    return frozenset({*colours["hues"], *colours["same"], *colours["further"].split()})


@cache
def _any_of(name: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """The expressions of a list, and what stands around each."""
    return re.compile(f"{before}(?:{'|'.join(english()[name])}){after}")


def _is_heading(line: str) -> bool:
    is_marked = line.isupper() or line.endswith(":") or (len(line.split()) <= 4 and not _VERB.search(line))
    return is_marked and _LONE_HEADING.match(line) is not None


def _split(line: str) -> tuple[str, str]:
    """The heading of a line and the rest, if it has both."""
    match = _HEADING.match(line)
    apply = _any_of("named_rules", "^(?:normal |standard |usual |classic |ordinary )?", "(?: sudoku)? rules apply$")
    if not match or len(match[1].split()) > 7 or _STATES.search(apply.sub("", match[1].lower())):
        return "", line
    return words_of(match[1]), line[match.end() :]


def _named(sentence: str) -> tuple[str, str]:
    """The name of a rule before the colon of a sentence, and the rest; "" if there is none."""
    heading, rest = _split(sentence)
    known = _any_of("named_rules", "(?<!\\S)(?:", ")s?(?!\\S)") if heading else None
    return (heading, rest) if known and known.search(heading) else ("", sentence)


def _cut(text: str) -> Iterator[str]:
    """The sentences of a line; what only gives an example, in brackets or not, is left out."""
    text = re.sub(rf"[\[(]\s*{_EXAMPLE}[^\])]*[\])]", " ", text, flags=re.IGNORECASE)
    text = re.sub(r"\bi\.\s?e\b\.?", "ie", text, flags=re.IGNORECASE)
    text = re.sub(r"\be\.\s?g\b\.?", "eg", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(min|max|resp)\.", r"\1", text, flags=re.IGNORECASE)
    for part in re.split(r"(?<=[.!?;])[\s\"')\]]+|(?<=[.!?])(?=[A-Z])|;", text):
        sentence = re.sub(
            r"(?<=\w)[\s,:(-]+\b(?:eg|ie|for example|for instance|(?:such as|like)(?=[\s\d,]+[.!]?$))\b.*",
            "",
            part,
            flags=re.IGNORECASE,
        )
        sentence = re.sub(r"^\(?\d{1,2}\)\s+", "", sentence)  # "1) Arrows ... ; 2) lines ..."
        sentence = re.sub(r"^\W*ie\b", "", sentence, flags=re.IGNORECASE).strip().strip("\"'")
        if sentence and not re.match(rf"\W*{_EXAMPLE}|\d{{1,2}}[.)]$|if$", sentence, re.IGNORECASE):
            yield sentence


def symbol_of(text: str) -> str:
    """Return the name of a sign that setters put into cells, "" for a text that is none."""
    bare = _plain(text).strip()
    return next((name for name, signs in english()["symbols"].items() if len(bare) == 1 and bare in signs), "")


def words_of(text: str) -> str:
    """Return a text in small letters and figures, without signs but commas and signs of arithmetic."""
    text = re.sub(r"\([A-Z]{1,4}\)|[,(] *if any *[,)]", " ", _plain(text))  # "German Whisper (GW) lines, if any,"
    text = re.sub(r"(?<=\w)\((e?s)\)", r"\1", text.lower())
    usual = _usual_words()
    text = re.sub(r"\b(\w+) ?[\[(](\d+)[\])]", lambda it: it[1] if usual.get(it[1]) == it[2] else it[0], text)
    text = re.sub(r"(?<=[a-z])\s*/\s*(?=[a-z])", " or ", text)
    text = re.sub(r"(?<=\d) by (?=\d)", "x", text)
    text = re.sub(r"(?<=[a-z.)]) - (?=[a-z(])", " , ", text)
    text = _sets_of_digits().sub(lambda match: "".join([" ", *filter(str.isdecimal, match[0]), " "]), text)
    text = re.sub(r"(\d)\s*([x:-])\s*(?=\d)", r"\1\2", text)
    text = re.sub(r"(?<![\d:x])-|-(?!\d)", " ", text)
    text = re.sub(r"\bcan't\b|\bcan not\b", "cannot", text)
    text = re.sub(r"\bone another\b", "each other", text)
    text = re.sub(r"\bwon't\b", "will not", text)
    text = re.sub(r"\b(do|does|is|are|must|should|may|could|has|have|need)n't\b", r"\1 not", text)
    text = text.replace("'", "")
    text = re.sub(r"[^\w\s:≥≤<>=+&/,-]|_", " ", text)
    text = re.sub(r"(?<!\d):|:(?!\d)", " ", text).replace(",", " , ")
    return " ".join(usual.get(word, word) for word in text.split()).strip(" ,")


@cache
def _sets_of_digits() -> re.Pattern[str]:
    """The sets of digits that rules speak of, such as 1/4/7, {1, 4, 7} and "1, 4 or 7"."""
    between = r"\s*(?:,\s*(?:and|or)\b|[,/&]|and\b|or\b)?\s*"
    sets = "|".join(between.join(digits) for digits in english()["sets"].split())
    return re.compile(rf"(?<![\d,/:.-])(?:{sets})(?![\d:.-]\d|\d)")


@cache
def _usual_words() -> dict[str, str]:
    """The figures of numbers, and the usual names of colours."""
    numbers = enumerate(english()["numbers"].split())
    return {**english()["colours"]["same"], **{word: str(number) for number, word in numbers}}


# --- The digits of the board ---------------------------------------------------------------------------------------

_RANGE = re.compile(
    r"(?<!\S)((?:digits?|numbers?|values?) (?:from )?)(\d{1,2})(-| to | through | thru )(\d{1,2})(?!\S)"
)
_PLACES = re.compile(r"(?<!\S)(rows?|columns?|place|put|fill|write|enter|insert|uses?|using)(?!\S)")
_OF_MARKS = re.compile(
    r"(?<!\S)(lines?|cages?|arrows?|circles?|dots?|thermo\S*|clues?|shaded|diagonals?|odd|even)(?!\S)"
)
_EVERY_DIGIT = re.compile(r"(?<!\S)(once|each digit|every digit|all digits|all the digits)(?!\S)")


def digits_of(sentences: Sequence[Sentence], size: int) -> tuple[Frame, list[Sentence]]:
    """Return the frame of a board with the digits that its text names, and the sentences with usual digits in place.

    The usual frame where a text names none, names several ranges, or has more of them than a row has cells and yet all
    in each row.
    """
    usual, ranges, said = Frame.square(size), set(), []
    for sentence in sentences:
        match = _RANGE.search(sentence.words) if _PLACES.search(sentence.words) else None
        if match is None or _OF_MARKS.search(sentence.words):
            said.append(sentence)
            continue
        low, high = int(match[2]), int(match[4])
        ranges.add((low, high))
        if high - low >= size and _EVERY_DIGIT.search(sentence.words):
            return usual, list(sentences)
        said.append(replace(sentence, words=_RANGE.sub(rf"\g<1>1\g<3>{size}", sentence.words)))
    if len(ranges) != 1 or ranges == {(1, size)}:
        return usual, list(sentences)
    ((low, high),) = ranges
    try:
        return Frame(size, size, high - low + 1, low), said
    except ValueError:  # fewer digits than cells of a row, or too many
        return usual, list(sentences)


def in_frame(digits: Sequence[int | None], frame: Frame) -> tuple[int, ...]:
    """Return digits as an array has them: 1 for the lowest, 0 for an empty cell. ValueError for other digits."""
    shown = [None if digit == 0 and frame.lowest == 1 else digit for digit in digits]
    for cell, digit in enumerate(shown):
        if digit is not None and digit not in frame.values:
            span = f"{frame.values[0]}..{frame.values[-1]}"
            raise ValueError(f"{frame.cell_name(cell)}: value {digit} is not in {span}")
    return tuple(0 if digit is None else digit - frame.lowest + 1 for digit in shown)
