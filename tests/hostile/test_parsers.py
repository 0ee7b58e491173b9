"""Hostile input for every parser: what people write with a few bytes changed, and bytes alone."""

import parsers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

FEW = settings(max_examples=15) if settings.default.derandomize else settings()  # all of them in the documented run


@st.composite
def hostile(draw):
    """A sample after some cuts, copies and insertions; or anything."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.binary(max_size=300))
    data = draw(st.sampled_from(parsers.SAMPLES))
    for _ in range(draw(st.integers(0, 4))):
        first, last = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        match draw(st.sampled_from(["cut", "copy", "bytes", "text"])):
            case "cut":
                data = data[:first] + data[last:]
            case "copy":
                data = data[:last] + data[first:last] * draw(st.integers(1, 3)) + data[last:]
            case "bytes":
                data = data[:first] + draw(st.binary(max_size=8)) + data[first:]
            case "text":
                data = data[:first] + draw(st.text(max_size=8)).encode("utf-8", "surrogatepass") + data[first:]
    return data


@pytest.mark.daily(every=3)
@pytest.mark.parametrize("name", parsers.PARSERS)
@FEW
@given(data=hostile())
def test_a_parser_answers_or_refuses_in_one_line(name, data):
    parsers.check(name, data)


@pytest.mark.parametrize("name", parsers.PARSERS)
def test_a_parser_takes_every_sample(name):
    for data in parsers.SAMPLES:
        parsers.check(name, data)
