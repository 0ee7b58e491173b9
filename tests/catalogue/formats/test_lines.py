import csv
import io
import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.lines import lines_of

COLUMNS = ("id", "clues", "minimal", "givens")
# Whatever could confuse a format that is not on its guard.
texts = st.text(string.ascii_letters + string.digits + ".,;\t\"' \n\\ü", min_size=1)
rows = st.lists(st.tuples(st.integers(0, 2**63 - 1), st.integers(), st.booleans(), texts), max_size=8)


def written(form, rows, columns=COLUMNS):
    file = io.StringIO()
    FORMATS[form].write(iter(rows), columns, file)
    return file.getvalue()


@pytest.mark.slow
@given(rows)
def test_json_comes_back_as_it_was(rows):
    expected = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    assert json.loads(written("json", rows)) == expected
    assert [json.loads(line) for line in written("jsonl", rows).splitlines()] == expected


@pytest.mark.daily("csv-,")
@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
@given(rows=rows)
def test_separated_values_come_back_as_they_were(form, delimiter, rows):
    text = written(form, rows)
    assert "\r" not in text
    back = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    assert back == [list(COLUMNS), *([str(value) for value in row] for row in rows)]


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**12)), min_size=1, max_size=8))
def test_a_table_holds_every_number(rows):
    heading, rule, *lines = written("table", rows, ("id", "nodes")).splitlines()
    assert heading.split() == ["id", "nodes"]
    assert set(rule) <= {"-", " "}
    assert [tuple(map(int, line.split())) for line in lines] == rows
    assert len({len(line) for line in [rule, *lines]}) == 1


@given(st.lists(st.tuples(st.text(".123456789", min_size=1)), max_size=8))
def test_a_line_is_a_puzzle_and_nothing_else(rows):
    assert written("line", rows, ("givens",)) == "".join(givens + "\n" for (givens,) in rows)


def test_nothing_found_is_valid_in_every_format():
    assert json.loads(written("json", [])) == []
    assert written("jsonl", []) == ""
    assert written("csv", []) == "id,clues,minimal,givens\n"
    assert written("tsv", []) == "id\tclues\tminimal\tgivens\n"
    assert written("line", []) == ""
    assert written("table", []) == ""


@pytest.mark.parametrize("form", ["csv", "json", "jsonl", "line", "tsv"])
def test_rows_are_written_as_they_come(form):
    """So that a million rows take no memory."""
    file = io.StringIO()

    def rows():
        for number in range(3):
            yield (number, 24, True, f"givens {number}")
            assert f"givens {number}" in file.getvalue()

    FORMATS[form].write(rows(), COLUMNS, file)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_lines_after_many_empty_ones_keep_their_numbers(end):
    content = b"one" + end * 300_000 + b"two" + end * 90 + b"three" + end * 2000
    file = io.BufferedReader(io.BytesIO(content), 4097)
    found = [(number, line.strip()) for number, line in lines_of(file) if line.strip()]
    assert found == [(1, "one"), (300_001, "two"), (300_091, "three")]
