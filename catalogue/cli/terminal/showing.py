"""Times as people read them."""


def readable(seconds: float) -> str:
    """A time in the two greatest units that it has, such as 11 d 4 h, 2 min 5 s or 40 s."""
    whole = round(seconds)
    units = (("d", whole // 86400), ("h", whole // 3600 % 24), ("min", whole // 60 % 60), ("s", whole % 60))
    first = next((place for place, (_, number) in enumerate(units) if number), len(units) - 1)
    return " ".join(f"{number} {unit}" for unit, number in units[first : first + 2] if number) or "0 s"
