"""How values are written on the command line."""

import pytest

from board_catalogue.catalogue.requests.request import (
    number_ranges,
    one_of,
    read_whole,
    seconds,
    several,
    spans,
    tenths,
)


def test_counts_are_written_as_people_write_them():
    for text, number in [
        ("7", 7),
        ("1e6", 10**6),
        ("1E6", 10**6),
        ("1_000_000", 10**6),
        ("2.5e3", 2500),
        ("1e+3", 1000),
        ("0", 0),
        ("20k", 20_000),
        ("2.5K", 2500),
        ("1M", 10**6),
        ("20,000", 20_000),
        ("1,000,000", 10**6),
    ]:
        assert read_whole()(text) == number


def test_anything_else_is_no_count():
    for text in [
        "",
        "x",
        "1.5",
        "1e-3",
        "1e",
        "_1",
        "1_",
        "1__0",
        "50g",
        "k",
        "1,00",
        "1,0000",
        ",100",
        "nan",
        "inf",
        "0x10",
        "٣",
        "1e999999999",
    ]:
        with pytest.raises(ValueError, match="is not a whole number"):
            read_whole()(text)


def test_bounds_are_named():
    assert read_whole(1, 5)("1") == 1
    assert read_whole(1, 5)("5") == 5
    with pytest.raises(ValueError, match="0 is less than 1"):
        read_whole(1, 5)("0")
    with pytest.raises(ValueError, match="6 is more than 5"):
        read_whole(1, 5)("6")


def test_a_count_of_the_program_is_read_so(copied, call, error_of):
    assert call("query", "--limit", "1e1", "--format", "line").out.count("\n") == 10
    assert (
        call("query", "--min-clues", "2_7", "--count-only").out == call("query", "--min-clues", 27, "--count-only").out
    )
    message = error_of(call("query", "--limit", "ten"), status=2)
    assert message == (
        "catalogue query: Invalid value for '--limit' / '-n': 'ten' is not a whole number"
        " (see catalogue query --help)\n"
    )


def test_one_of_some_values_is_itself():
    assert one_of((4, 9))("9") == 9
    with pytest.raises(ValueError, match="'5' is not one of 4, 9"):
        one_of((4, 9))("5")


def test_several_values_count_once_and_may_have_spaces():
    assert several(read_whole(0, 9))("3, 1,3") == (3, 1)
    assert several(read_whole())((1, 2)) == (1, 2)
    with pytest.raises(ValueError, match="'' is not a whole number"):
        several(read_whole())("1,")


def test_spans_of_numbers_are_numbers():
    assert spans(0, 81)("10-13,2,12") == (10, 11, 12, 13, 2)
    assert spans(0, 9)((1, 2)) == (1, 2)
    with pytest.raises(ValueError, match="20-10 ends before it begins"):
        spans(0, 81)("20-10")
    with pytest.raises(ValueError, match="82 is more than 81"):
        spans(0, 81)("10-82")


def test_seconds_are_a_number_from_0():
    for text in ["nan", "-1", "x", ""]:
        assert seconds("0.5") == 0.5
        with pytest.raises(ValueError, match="is not a number of seconds"):
            seconds(text)


def test_ratings_and_ranges():
    assert (tenths("7.1"), tenths("12")) == (71, 120)
    assert (number_ranges("7"), number_ranges("7-9")) == (((7, 7, 0),), ((7, 9, None),))
    assert number_ranges("3,5-6,all") == ((3, 3, 0), (5, 6, None), (0, None, None))
    assert number_ranges("3.12,0") == ((3, 3, 12), (0, 0, 0))
