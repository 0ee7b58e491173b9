"""How sure one may be of a share that was counted."""

from math import sqrt
from statistics import NormalDist


def share_interval(count: int, total: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """Return the confidence interval of a share, of which `count` out of `total` independent cases were counted.

    It is Wilson's score interval ("Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22, 1927), which is sound for shares near 0 and 1 too. ValueError unless
    0 <= count <= total and total >= 1.
    """
    if not 0 <= count <= total or not total:
        raise ValueError(f"{count} of {total} is not a share")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = (count + z**2 / 2) / (total + z**2)
    reach = z / (total + z**2) * sqrt(count * (total - count) / total + z**2 / 4)
    return max(0.0, centre - reach), min(1.0, centre + reach)
