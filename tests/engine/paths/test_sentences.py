"""One exact sentence for every technique, and for each form that it can take."""

# ruff: noqa: E501 (a sentence stays on one line, so that it can be searched for)

from technique_examples import EXAMPLES, position_after

from board_catalogue import engine
from board_catalogue.engine.paths.record import Step
from board_catalogue.engine.paths.sentences import rated_phrase
from board_catalogue.engine.shape import Unit

# Of the steps in `technique_examples`.
ON_A_PATH = {
    "hidden-single-block": "In block 4, 1 can only be in r6c3.",
    "hidden-single-line": "In column 1, 9 can only be in r9c1.",
    "direct-pointing": "In block 9, 8 can only be in column 9, so in block 6, 8 can only be in r6c7.",
    "direct-hidden-pair": "In column 3, 3 and 5 can only be in r2c3 and r9c3, so 9 can only be in r7c3.",
    "naked-single": "The only candidate of r7c8 is 4.",
    "direct-hidden-triplet": "In column 5, 4, 5 and 7 can only be in r5c5, r6c5 and r7c5, so 9 can only be in r3c5.",
    "pointing": "In block 9, 3 can only be in column 7, so 3 is removed from r4c7.",
    "claiming": "In row 6, 3 can only be in block 4, so 3 is removed from r4c1, r4c3 and r5c1.",
    "naked-pair": "In block 7, r7c3 and r8c1 have only the candidates 2 and 6, so 6 is removed from r7c2.",
    "x-wing": "In rows 1 and 9, 9 can only be in columns 2 and 5, so 9 is removed from r4c2, r5c2 and r7c2.",
    "hidden-pair": "In column 1, 1 and 3 can only be in r1c1 and r6c1, so 4 and 7 are removed from r6c1.",
    "naked-triplet": "In column 9, r3c9, r5c9 and r8c9 have only the candidates 1, 4 and 9, so 1 is removed from r1c9 and r2c9, 4 from r1c9, r2c9 and r9c9, and 9 from r9c9.",
    "swordfish": "In columns 2, 4 and 6, 4 can only be in rows 3, 4 and 9, so 4 is removed from r9c5.",
    "hidden-triplet": "In column 8, 1, 3 and 4 can only be in r5c8, r7c8 and r8c8, so 7 is removed from r5c8, and 8 from r5c8, r7c8 and r8c8.",
    "xy-wing": "Whatever the pivot r4c3 is, one of the pincers r1c3 and r6c1 must be 4, so 4 is removed from r1c1 and r6c3.",
    "xyz-wing": "Whatever the pivot r9c1 is, it or one of the pincers r8c1 and r9c4 must be 6, so 6 is removed from r9c3.",
    "unique-rectangle": "If r3c2, r3c3, r8c2 and r8c3 had only the candidates 7 and 9, they could be filled in two ways, so 7 is removed from r8c2 and r8c3.",
    "unique-loop": "If r1c7, r1c9, r6c8, r6c9, r8c7 and r8c8 had only the candidates 2 and 9, they could be filled in two ways, so 2 and 9 are removed from r8c7.",
    "naked-quad": "In block 5, r4c5, r4c6, r5c6 and r6c6 have only the candidates 1, 5, 6 and 7, so 1 and 6 are removed from r4c4 and r5c4.",
    "jellyfish": "In columns 3, 5, 6 and 7, 1 can only be in rows 3, 5, 6 and 8, so 1 is removed from r3c1, r5c1, r5c8, r6c1, r6c2, r6c4, r6c8, r8c1, r8c2 and r8c8.",
    "hidden-quad": "In column 7, 3, 7, 8 and 9 can only be in r1c7, r3c7, r6c7 and r9c7, so 1 and 4 are removed from r1c7, and 6 from r1c7 and r6c7.",
    "bug-1": "Without 8 in r7c8, all empty cells could be filled in two ways, so 2 and 5 are removed from r7c8.",
    "bug-2": "Without 6 in r5c2 and r8c1, all empty cells could be filled in two ways, so 6 is removed from r4c1, r8c2 and r9c2.",
    "bug-3": "Without 6 and 7 in r3c9 and r9c9, all empty cells could be filled in two ways, so 6 is removed from r4c9.",
    "bug-4": "Without 1 and 7 in r7c9 and r8c9, all empty cells could be filled in two ways, so 1 is removed from r8c9, and 7 from r7c9.",
    "aligned-pair-exclusion": "Every way to fill r8c4 and r8c6 leaves out some of their candidates, so 8 is removed from r8c6.",
    "x-cycle": "If r7c1 is 9, then r4c1 is not 9, r4c7 is 9, r9c7 is not 9, r8c8 is 9, r8c2 is not 9, and r7c1 is 9: a closed chain, true both ways, so 9 is removed from r8c5 (6 links).",
    "y-cycle": "If r1c8 is 8, then r1c9 is not 8, r1c9 is 6, r1c2 is not 6, r1c2 is 1, r9c2 is not 1, r9c2 is 7, r9c1 is not 7, r9c1 is 5, r9c8 is not 5, r9c8 is 9, r7c8 is not 9, r7c8 is 3, r1c8 is not 3, and r1c8 is 8: a closed chain, true both ways, so 5 is removed from r9c9, and 9 from r4c8, r6c8 and r9c9 (14 links).",
    "x-chain": "If r2c9 is 5, then r2c3 is not 5, r7c3 is 5, r8c2 is not 5, r8c9 is 5, and r2c9 is not 5, so 5 is removed from r2c9 (6 links).",
    "xy-cycle": "If r5c4 is 4, then r6c5 is not 4, r6c9 is 4, r6c9 is not 3, r6c6 is 3, r6c6 is not 2, r6c2 is 2, r6c2 is not 1, r8c2 is 1, r8c2 is not 4, r9c2 is 4, r9c4 is not 4, and r5c4 is 4: a closed chain, true both ways, so 4 is removed from r9c5 and r9c7 (12 links).",
    "forcing-chain": "If r7c8 is 5, then r7c8 is not 4, r5c8 is 4, r5c1 is not 4, r5c1 is 9, r5c5 is not 9, r9c5 is 9, r9c8 is not 9, r9c8 is 5, and r7c8 is not 5, so 5 is removed from r7c8 (10 links).",
    "aligned-triplet-exclusion": "Every way to fill r4c7, r5c1 and r5c3 leaves out some of their candidates, so 1 is removed from r5c3.",
    "nishio": "If r2c4 were 4, the places left for 4 would contradict each other, so 4 is removed from r2c4 (16 links).",
    "cell-chains": "Every candidate of r3c7 leads to the same conclusion, so 3 is removed from r8c8 (16 links).",
    "region-chains": "In block 9, every place for 7 leads to the same conclusion, so 7 is removed from r6c6 (14 links).",
}

# Steps of other puzzles: their technique, cells, digits, units, links, placement and eliminations.
OTHERS = [
    (("last-value", (), (), ("row 5",), 0, (40, 3), ()), "r5c5 is the last empty cell of row 5, so it is 3."),
    (
        ("direct-claiming", (0, 1), (7,), ("block 1", "row 1", "row 2"), 0, (12, 7), ()),
        "In row 1, 7 can only be in block 1, so in row 2, 7 can only be in r2c4.",
    ),
    (
        ("nested-multiple-chains", (57,), (3,), (), 295, None, ((57, 3),)),
        "If r7c4 were 3, a contradiction would follow, so 3 is removed from r7c4 (295 links).",
    ),
    (
        ("nested-dynamic-chains", (73, 74, 76, 77), (6,), ("row 9",), 259, None, ((0, 8),)),
        "In row 9, every place for 6 leads to the same conclusion, so 8 is removed from r1c1 (259 links).",
    ),
    (
        ("nested-chains", (19,), (9,), (), 146, None, ((19, 9),)),
        "If r3c2 were 9, a contradiction would follow, so 9 is removed from r3c2 (146 links).",
    ),
    (
        ("dynamic-chains-plus", (50,), (7,), (), 93, None, ((50, 7),)),
        "If r6c6 were 7, a contradiction would follow, so 7 is removed from r6c6 (93 links).",
    ),
    (
        ("dynamic-chains", (62,), (2,), (), 22, None, ((62, 1),)),
        "Whether r7c9 is 2 or not, the same conclusion follows, so 1 is removed from r7c9 (22 links).",
    ),
    (
        ("dynamic-chains", (27,), (8,), (), 25, (27, 8), ((27, 1),)),
        "If r4c1 were not 8, a contradiction would follow, so r4c1 is 8 (25 links).",
    ),
    (
        ("region-chains", (60, 61, 78), (9,), ("block 9",), 21, (19, 8), ((19, 1),)),
        "In block 9, every place for 9 leads to the same conclusion, so r3c2 is 8 (21 links).",
    ),
    (
        ("dynamic-chains", (63,), (1, 7), (), 20, (75, 1), ((75, 7),)),
        "Every candidate of r8c1 leads to the same conclusion, so r9c4 is 1 (20 links).",
    ),
    (
        ("twice-nested-chains", (30,), (2, 4), (), 120, None, ((39, 2),)),
        "Every candidate of r4c4 leads to the same conclusion, so 2 is removed from r5c4 (120 links).",
    ),
]


def test_the_step_of_a_path_has_its_sentence():
    steps = [position_after(puzzle, count)[1] for _, _, puzzle, count, *_ in EXAMPLES]
    assert {step.technique: step.sentence for step in steps} == ON_A_PATH


def test_other_steps_have_their_sentences():
    for fields, sentence in OTHERS:
        check(fields, sentence)


def check(fields, sentence):
    technique, cells, digits, units, links, placement, eliminations = fields
    where = tuple(Unit(kind, int(number)) for kind, number in map(str.split, units))
    step = Step(
        technique=technique,
        rating=1,
        cells=cells,
        digits=digits,
        where=where,
        links=links,
        placement=placement,
        eliminations=eliminations,
        phrase=rated_phrase,
    )
    assert step.units == units
    assert step.sentence == sentence


def test_every_technique_has_a_sentence():
    names = {technique.name for technique in engine.TECHNIQUES}
    assert set(ON_A_PATH) | {fields[0] for fields, _ in OTHERS} == names
    assert set(ON_A_PATH) == {example[0] for example in EXAMPLES}


def test_a_last_value_on_a_board():
    puzzle = engine.generate(1, seed=98)[0]
    digit, puzzle[40] = int(puzzle[40]), 0
    assert engine.steps(puzzle)[0].sentence == f"r5c5 is the last empty cell of block 5, so it is {digit}."


def test_a_step_prints_its_sentence():
    puzzle = engine.carve(engine.generate(1, seed=3), seed=3)[0]
    for step in engine.steps(puzzle):
        assert str(step) == step.sentence
