"""Links of places whose puzzles are not read here say so, with a scheme and without."""

import pytest


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ("swaroopg92.github.io/penpa-edit/#m=edit&p=7VTBbpt", "Penpa+"),
        ("puzz.link/p?sudoku/9/9/3g", "puzz.link"),
        ("logic-masters.de/Raetselportal/Raetsel/zeigen.php?id=000ABC", "the Logic Masters portal"),
    ],
)
def test_a_link_of_another_place_says_what_it_is(call, error_of, link, place):
    for word in (link, f"https://{link}"):
        assert f"a link of {place}, which is not read here" in error_of(call("solve", word))
        assert "a link, not a file" in error_of(call("import", word))
