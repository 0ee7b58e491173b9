import pytest

from board_catalogue.catalogue.runs.analysis import share_interval


# Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998, table I.
@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_the_literature(count, total, low, high):
    assert share_interval(count, total) == pytest.approx((low, high), abs=5e-5)
    assert share_interval(total - count, total) == pytest.approx((1 - high, 1 - low), abs=5e-5)


@pytest.mark.parametrize(("count", "total"), [(0, 0), (-1, 5), (6, 5)])
def test_what_is_no_share_is_refused(count, total):
    with pytest.raises(ValueError, match=f"{count} of {total} is not a share"):
        share_interval(count, total)
