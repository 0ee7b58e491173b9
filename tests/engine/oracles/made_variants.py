"""Puzzles under many rules, made of a seed."""

from board_catalogue.engine.rules.rulebook import Rulebook

KINDS = [
    ("diagonal", 9),
    ("killer", 9),
    ("killer", 6),
    ("thermo", 9),
    ("whispers", 9),
    ("arrow,renban", 6),
    ("renban", 9),
    ("kropki", 6),
    ("xv", 9),
    ("anti-knight", 9),
    ("non-consecutive", 6),
    ("jigsaw", 6),
    ("disjoint groups,windoku", 9),
]


def made(rules, size, count, seed=1):
    book = Rulebook.read(rules, size)
    boards, _ = book.boards(count, seed=seed, start=0)
    clues, own = book.carve(boards, seed=seed, positions=range(count))
    return [book.variant(own and own[place], clues[place].tolist()) for place in range(count)]
