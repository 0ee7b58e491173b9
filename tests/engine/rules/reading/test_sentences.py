"""Sentences as setters write them: what each means, and that a twist in one leaves it not understood."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue.engine.rules.reading.grammar import grammar
from board_catalogue.engine.rules.reading.meanings import understand
from board_catalogue.engine.rules.reading.sentences import LONGEST, sentences_of, words_of

HERE = Path(__file__).parent
MEANT = [tuple(line.split(" => ")) for line in (HERE / "sentences.txt").read_text().splitlines()]
"""Sentences, each with its meanings as `meant` writes them."""
TWISTED = (HERE / "twists.txt").read_text().splitlines()
"""Sentences that say something that is not known."""


def meant(text):
    """The meanings of a text in words, each with its colours, its number and what it says of two digits."""
    found, left = understand(sentences_of(text), 9)
    assert not left, left
    for one in (meaning for sentence in found for meaning in sentence.meanings):
        relations = [f"{name} {number}".removesuffix(" 0") for name, number in one.relations]
        flags = sorted(one.flags - {"boxes", "german", "dutch", "marked", "segments"})
        parts = [
            one.sign,
            *sorted(one.colours),
            one.rule,
            *relations,
            "" if one.value is None else str(one.value),
            *flags,
        ]
        yield " ".join(part for part in parts if part)


@pytest.mark.parametrize(("text", "wanted"), MEANT, ids=[text for text, _ in MEANT])
def test_a_sentence_means_this(text, wanted):
    assert "; ".join(meant(text)) == wanted


@pytest.mark.parametrize("text", TWISTED)
def test_a_sentence_with_a_twist_is_not_understood(text):
    assert understand(sentences_of(text), 9)[1]


def test_sentences_have_headings_and_no_examples():
    text = (
        "KROPKI\n- White dots: consecutive digits (e.g. 2 and 3).\n\n1) Renban - Purple lines contain consecutive"
        " digits, for example 4-5-6. In any order! i.e. shuffled\nFor example, 1 is odd."
    )
    found = [(one.heading, one.words) for one in sentences_of(text)]
    assert found == [
        ("kropki white dots", "consecutive digits"),
        ("renban", "purple lines contain consecutive digits"),
        ("renban", "in any order"),
        ("renban", "shuffled"),
    ]


def test_words_are_plain():
    assert words_of("Digits don't “repeat” — a knight\u2019s move, GRAY cell(s); 3 x 3, 1 - 9, two-to-one 2 : 1") == (
        "digits do not repeat a knights move , grey cells 3x3 , 1-9 , 2 to 1 2:1"
    )


def test_a_very_long_text_is_refused():
    with pytest.raises(ValueError, match="20,000 are the most"):
        sentences_of("a" * (LONGEST + 1))


WORDS = sorted(
    {word for pattern in grammar().patterns for word in pattern.allows}
    | grammar().filler
    | {"5", "10", "x", "v", "white"}
)


@given(st.lists(st.sampled_from([*WORDS, ",", ".", "\n", ":", "and"]), max_size=60))
def test_any_words_are_read(words):
    found, left = understand(sentences_of(" ".join(words)), 9)
    assert all(one.meanings for one in found)
    assert all(left)


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    understand(sentences_of(text), 9)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("word", ["and", ",", "no", "differ by", "(", "not be ", "digits ", "1 , 2 ", "each other "])
def test_long_sentences_take_no_time(word):
    understand(sentences_of((word + " ") * 400), 9)
    understand(sentences_of(f"Digits on purple lines {word * 100} sum to 10. " * 15), 9)
