"""The names that people give to a colour."""

import colorsys
import re
from functools import cache

Colours = frozenset[str]

GREY_BELOW = 0.1
"""The saturation below half of which a colour is only grey, black or white; up to three times that it may be."""

_HUES = {
    "red": (340, 375),
    "orange": (12, 48),
    "peach": (10, 45),
    "brown": (10, 45),
    "yellow": (42, 70),
    "gold": (38, 60),
    "green": (70, 172),
    "lime": (65, 130),
    "teal": (160, 195),
    "turquoise": (160, 198),
    "cyan": (165, 200),
    "aqua": (160, 200),
    "blue": (170, 262),
    "purple": (250, 335),
    "violet": (250, 320),
    "lavender": (240, 300),
    "magenta": (285, 345),
    "pink": (285, 375),
}
"""From which degree to which a colour may have the name; red goes on beyond 360."""

_SAME = {"gray": "grey", "silver": "grey", "lilac": "lavender", "golden": "gold", "mauve": "lavender", "azure": "blue"}

NAMES = frozenset({*_HUES, *_SAME, "grey", "black", "white", "beige"})
"""Every name of a colour that a text may use."""


def called(word: str) -> str:
    """Return the usual name of a colour for any of NAMES."""
    return _SAME.get(word, word)


@cache
def names_of(colour: object) -> Colours:
    """Return the names of a colour in hexadecimal digits, such as "#67f067ff"; none for one that cannot be seen."""
    channels = _channels(str(colour))
    if channels is None:
        return frozenset()
    hue, saturation, value = colorsys.rgb_to_hsv(*channels)
    names: set[str] = set()
    if saturation < GREY_BELOW * 3 or value < 0.25:
        names |= _grey(value)
    if saturation >= GREY_BELOW / 2 and value >= 0.2:
        degrees = hue * 360
        names |= {name for name, (low, high) in _HUES.items() if low <= degrees <= high or low <= degrees + 360 <= high}
        if value > 0.75:
            names.discard("brown")
        if value > 0.8 and saturation < 0.45 and 10 <= degrees <= 60:
            names.add("beige")
    return frozenset(names)


def _grey(value: float) -> set[str]:
    if value >= 0.93:
        return {"white"}
    return {"black"} if value < 0.2 else {"grey"}


def _channels(text: str) -> tuple[float, float, float] | None:
    """Red, green and blue from 0 to 1 on white; None for what is no colour or lets everything through."""
    match = re.fullmatch(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text.strip())
    if not match:
        named = _NAMED.get(text.strip().lower())
        return _channels(named) if named else None
    digits = match[1] if len(match[1]) > 4 else "".join(digit * 2 for digit in match[1])
    red, green, blue, *alpha = (int(digits[place : place + 2], 16) / 255 for place in range(0, len(digits), 2))
    seen = alpha[0] if alpha else 1.0
    if seen < 0.05:
        return None
    return (1 - seen + seen * red, 1 - seen + seen * green, 1 - seen + seen * blue)


_NAMED = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff"} | {
    "grey": "#808080",
    "gray": "#808080",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "pink": "#ffc0cb",
}
"""The colours of CSS that setters write as words."""
