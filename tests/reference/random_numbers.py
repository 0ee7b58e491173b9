"""The random numbers of a seed and an index."""

WORD = 2**64
GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    """The finalizer of SplitMix64 (Steele, Lea, Flood 2014)."""
    word %= WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


class Random:
    """The random numbers of (seed, index)."""

    def __init__(self, seed: int, index: int) -> None:
        self.state = mix(mix(seed + GOLDEN_GAMMA) + index)

    def below(self, bound: int) -> int:
        self.state += GOLDEN_GAMMA
        return (mix(self.state) >> 32) * bound >> 32

    def shuffled(self, count: int) -> list[int]:
        items = list(range(count))
        for left in range(count, 1, -1):
            drawn = self.below(left)
            items[left - 1], items[drawn] = items[drawn], items[left - 1]
        return items
