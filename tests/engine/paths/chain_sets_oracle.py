"""What chains, almost locked sets and rectangles remove, in slow plain Python, from their definitions.

Positions and results are as in scoring_oracle.
"""

from collections import deque
from itertools import combinations

from rating_oracle import NINE
from scoring_oracle import almost_locked, holding, seen_by_all, strong_pairs, with_digit

LONGEST = 20  # links of a chain, as HoDoKu has it


def two_string_kite(position):
    """A strong link in a row and one in a column that have an end each in one block."""
    found = set()
    block_of = {cell: number for number, block in enumerate(NINE.blocks) for cell in block}
    for digit in position.digits:
        for row in strong_pairs(position, digit, NINE.rows):
            for column in strong_pairs(position, digit, NINE.columns):
                if set(row) & set(column):
                    continue
                for (a, tip), (b, other) in ((x, y) for x in (row, row[::-1]) for y in (column, column[::-1])):
                    if block_of[a] == block_of[b]:
                        found |= holding(position, digit, [9 * (other // 9) + tip % 9])
    return found


def reached(start, links):
    """The ends that hold if the start does not, by strong and weak links in turn; `links(end, strong)` has the next."""
    ends, queue = {}, deque([(start, True, 0)])
    while queue:
        at, strong, length = queue.popleft()
        if length == LONGEST:
            continue
        for to in links(at, strong):
            if (to, strong) not in ends:
                ends[to, strong] = length + 1
                queue.append((to, not strong, length + 1))
    return {to for to, strong in ends if strong}


def xy_chain(position):
    """If a cell of two candidates is not one of them, then another such cell is."""
    found = set()
    twos = [cell for cell in range(81) if len(position.candidates[cell]) == 2]

    def links(at, is_strong):
        cell, digit = at
        if is_strong:
            return [(cell, *(position.candidates[cell] - {digit}))]
        return [(other, digit) for other in twos if other in NINE.seen[cell] and digit in position.candidates[other]]

    for start in twos:
        for digit in position.candidates[start]:
            for end, last in reached((start, digit), links):
                if last == digit and end != start:
                    found |= holding(position, digit, seen_by_all([start, end]))
    return found


def restricted(position, sets):
    """The digits, at most two, that only one of two sets without a common cell can hold."""
    common = {}
    for (i, (a, of_a)), (j, (b, of_b)) in combinations(enumerate(sets), 2):
        digits = [
            digit
            for digit in sorted(of_a & of_b)
            if not a & b
            and all(y in NINE.seen[x] for x in with_digit(position, a, digit) for y in with_digit(position, b, digit))
        ]
        if digits:
            common[i, j] = common[j, i] = (digits[0], digits[-1])
    return common


def als_xy_wing(position):
    """A set that shares a restricted common with each of two others, by different digits."""
    found, sets = set(), almost_locked(position)
    common = restricted(position, sets)
    with_set = {}
    for i, j in common:
        with_set.setdefault(i, []).append(j)
    for pivot, others in with_set.items():
        for i, j in combinations(others, 2):
            (a, of_a), (b, of_b) = sets[i], sets[j]
            used = {*common[pivot, i], *common[pivot, j]}
            if len(used) == 1 or a & b:
                continue
            for digit in of_a & of_b - used:
                found |= holding(position, digit, seen_by_all(with_digit(position, a | b, digit)) - a - b)
    return found


def als_chain(position):
    """If the first set lacks a digit, it is locked, so the next one lacks what they share, and so on to the last."""
    found, sets = set(), almost_locked(position)
    shared = {}
    for i, (a, of_a) in enumerate(sets):
        for j, (b, of_b) in enumerate(sets):
            if i != j and not a & b:
                for digit in of_a & of_b:
                    ours, theirs = with_digit(position, a, digit), with_digit(position, b, digit)
                    if all(theirs <= NINE.seen[cell] for cell in ours):
                        shared.setdefault(i, []).append((j, digit))
    for first, (cells, digits) in enumerate(sets):
        for lacking in digits:
            known, queue = {(first, lacking)}, deque([(first, lacking)])
            while queue:
                at, lacks = queue.popleft()
                for to, digit in shared.get(at, ()):
                    if digit != lacks and (to, digit) not in known:
                        known.add((to, digit))
                        queue.append((to, digit))
            for last, lacks in known:
                if last != first and lacks != lacking and lacking in sets[last][1]:
                    both = with_digit(position, cells | sets[last][0], lacking)
                    found |= holding(position, lacking, seen_by_all(both))
    return found


def bug_plus_1(position):
    """All empty cells have two candidates but one with three, and every digit two places but one with three."""
    odd = [cell for cell in range(81) if len(position.candidates[cell]) > 2]
    if len(odd) != 1 or len(position.candidates[odd[0]]) != 3 or any(len(c) == 1 for c in position.candidates):
        return set()
    for kept in position.candidates[odd[0]]:
        left = [digits - {kept} if cell == odd[0] else digits for cell, digits in enumerate(position.candidates)]
        counts = {sum(digit in left[cell] for cell in unit) for unit in NINE.units for digit in position.digits}
        if counts <= {0, 2}:
            return {(odd[0], digit) for digit in position.candidates[odd[0]] - {kept}}
    return set()
