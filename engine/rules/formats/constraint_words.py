"""The words of constraint text that say one rule each: which rule, and what stands between the tildes.

The same tables read and write. The words come from Interactive-Sudoku-Solver, and further ones for rules that it has
no word for: OWN_WORDS.
"""

WHOLE_BOARD = {
    "Windoku": "windoku",
    "DisjointSets": "disjoint groups",
    "AntiKnight": "anti-knight",
    "AntiKing": "anti-king",
    "AntiConsecutive": "non-consecutive",
    "AntiTaxicab": "anti-taxicab",
    "GlobalEntropy": "global entropy",
    "GlobalMod": "global modular",
    "DutchFlatmates": "dutch flatmates",
    "RegionSameValues": "same digits in regions",
    "StrictKropki": "all kropki",
    "StrictXV": "all xv",
    "AllWhiteDots": "all white dots",
    "AllRatios": "all ratios",
}
"""`.AntiKnight`: nothing follows."""

WORDLESS = ("argyle",)
"""Rules without a word, written as lines of different digits."""

LINES = {
    "Thermo": "thermometer",
    "SlowThermo": "slow thermometer",
    "Arrow": "arrow",
    "DoubleArrow": "double arrow",
    "Renban": "renban",
    "Nabner": "nabner",
    "Palindrome": "palindrome",
    "Between": "between",
    "RegionSumLine": "region sum",
    "Zipper": "zipper",
    "Entropic": "entropic",
    "ValueIndexing": "value indexing",
    "AllDifferent": "all different",
    "CountingCircles": "counting circles",
    "CountDistinct": "count distinct",
    "EqualityCage": "equality cage",
    "IndexingBox": "indexing box",
    "Odd": "odd",
    "Even": "even",
    "Minimum": "minimum",
    "Maximum": "maximum",
}
"""`.Thermo~R1C1~R2C1`: cells."""

NUMBER_FIRST = {
    "Cage": "cage",
    "RellikCage": "rellik cage",
    "Lunchbox": "lunchbox",
    "LookAndSay": "look and say",
    "Sum": "sum",
    "Pill": "pill arrow",
    "Lockout": "lockout",
    "SumLine": "sum line",
    "Modular": "modular",
    "Whisper": "whispers",
    "Difference": "white dot",
    "Ratio": "black dot",
}
"""`.Cage~15~R1C1~R1C2`: a number, then cells."""

DIGITS_FIRST = {"ContainAtLeast": "contains", "ContainExact": "contains exactly", "Quadruple": "quadruple"}
"""`.ContainAtLeast~1_2~R1C1~R1C2`: digits, then cells."""

PAIRS = {"WhiteDot": "white dot", "BlackDot": "black dot", "X": "x", "V": "v", "GreaterThan": "inequality"}
"""`.WhiteDot~R1C1~R1C2`: all pairs of the cells that share an edge."""

TABLES = {"Pair": "table", "PairX": "table of all"}
"""`.Pair~CODE~_name~R1C1~R1C2~~R5C5~R5C6`: a table, then lines of cells."""

FROM_BOTH_ENDS = {
    "XSum": "x-sum",
    "Skyscraper": "skyscraper",
    "HiddenSkyscraper": "hidden skyscraper",
    "NumberedRoom": "numbered room",
    "FullRank": "full rank",
}
"""`.XSum~R1~12~20`: a row or column, and a number for each end."""

GROUPS = {"EqualSum": "equal sums", "Clone": "clone"}
"""`.EqualSum~R1C1~R1C2~-~R5C5`: groups of cells with dashes between them."""

OWN_WORDS = (
    *("AllWhiteDots", "AllRatios", "SlowThermo", "Nabner", "IndexingBox", "Odd", "Even", "Minimum", "Maximum"),
    *("Pill", "Difference", "Ratio", "Quadruple", "Clone"),
)
"""Words that Interactive-Sudoku-Solver does not know."""

RULE_OF = {
    **WHOLE_BOARD,
    **LINES,
    **NUMBER_FIRST,
    **DIGITS_FIRST,
    **PAIRS,
    **TABLES,
    **FROM_BOTH_ENDS,
    **GROUPS,
    "PillArrow": "pill arrow",
    "Sandwich": "sandwich",
    "LittleKiller": "little killer",
    "Diagonal": "diagonal",
    "Quad": "quadruple",
    "SameValues": "same digits",
    "Regex": "regular expression",
    "NFA": "automaton",
    "ConnectedValues": "connected",
    "ChaosConstruction": "chaos construction",
    "ChaosArrow": "chaos arrow",
    "ChaosCount": "chaos count",
    "Doppelganger": "doppelganger",
    "FullRankTies": "full rank ties",
    "Or": "or",
}
"""The rule of each word that has one of its own; Indexing has two, by its first part."""


def word_of(table: dict[str, str], rule: str) -> str:
    """Return the word of a rule in a table."""
    return next(word for word, named in table.items() if named == rule)
