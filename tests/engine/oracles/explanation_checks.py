"""Explanations followed in plain Python: each link must hold in the position, and the chain must end at the step.

A position is as in rating_oracle; candidates are a list of sets.
"""

from itertools import pairwise


def check(step, position):
    """Follow the parts and chains of a step in the position before it."""
    if step.chains:
        removed = check_chains(step.chains, position.candidates, position.board)
        assert set(step.eliminations) <= removed
        if step.placement:
            assert step.chains[-1][-1].holds or len(step.chains) == 2
        assert step.links == length(step.chains)
    for part in step.parts:
        check_part(part, step, position)


def length(chains):
    """The length as Sudoku Explainer counts it: all links, those of a cycle once, and each nested chain once."""
    nested = {link.nested for branch in chains for link in branch if link.nested}
    return sum(map(len, chains)) - is_cycle(chains) + sum(chain.links for chain in nested)


def is_cycle(chains):
    return len(chains) == 1 and literal(chains[0][0]) == literal(chains[0][-1])


def literal(link):
    return link.cell, link.digit, link.holds


def check_chains(chains, candidates, board):
    """What the branches rule out together, each followed from its assumption."""
    for branch in chains:
        check_branch(branch, candidates, board)
    firsts, lasts = ([literal(branch[place]) for branch in chains] for place in (0, -1))
    if is_cycle(chains):
        return between(chains[0], candidates, board)
    if len(chains) == 1:
        assert opposite(firsts[0]) == lasts[0]
        return settled(lasts[0], candidates, board)
    if len(set(firsts)) == 1:
        assert len(chains) == 2 and lasts[0] == opposite(lasts[1])
        return settled(opposite(firsts[0]), candidates, board)
    assert len(set(lasts)) == 1
    assert exhaustive(firsts, candidates, board)
    return settled(lasts[0], candidates, board)


def opposite(of):
    return *of[:2], not of[2]


def settled(of, candidates, board):
    """The candidates that go once a literal is known."""
    cell, digit, holds = of
    if not holds:
        return {(cell, digit)}
    others = {(cell, other) for other in candidates[cell] - {digit}}
    return others | {(other, digit) for other in board.seen[cell] if digit in candidates[other]}


def between(cycle, candidates, board):
    """What sees both kinds of candidates on a cycle: those of one kind or the other hold."""
    assert all(one.holds != two.holds for one, two in pairwise(cycle))
    kinds = [{(link.cell, link.digit) for link in cycle if link.holds == holds} for holds in (True, False)]

    def sees(cell, digit, others):
        return any(digit == other and cell in board.seen[place] for place, other in others)

    return {(c, d) for c in board.cells for d in candidates[c] if all(sees(c, d, kind) for kind in kinds)}


def exhaustive(assumptions, candidates, board):
    """Whether one of these must be true: a candidate or not, those of a cell, the places of a digit in a unit."""
    given = set(assumptions)
    if len(given) == 2 and opposite(assumptions[0]) == assumptions[1]:
        return True
    cell, digit, _ = assumptions[0]
    choices = [{(cell, other, True) for other in candidates[cell]}]
    choices += [{(at, digit, True) for at in unit if digit in candidates[at]} for unit in board.ordered[cell]]
    return given in choices


def check_branch(branch, candidates, board):
    for place, link in enumerate(branch):
        assert link.digit in candidates[link.cell]
        assert (link.kind == "assumption") == (place == 0) == (not link.after)
        assert all(earlier < place for earlier in link.after)
        before = [literal(branch[earlier]) for earlier in link.after]
        if link.kind == "weak":
            check_weak(link, before, board)
        elif link.kind == "strong":
            check_strong(link, before, candidates, board)
        elif place:
            check_deeper(link, before, candidates, board)


def check_weak(link, before, board):
    ((cell, digit, holds),) = before
    assert holds and not link.holds
    if link.unit == "cell":
        assert cell == link.cell and digit != link.digit
    else:
        assert digit == link.digit and cell != link.cell and {cell, link.cell} <= set(board.named[link.unit])


def check_strong(link, before, candidates, board):
    """All that could take its place do not hold."""
    if link.unit == "cell":
        rivals = {(link.cell, other, False) for other in candidates[link.cell] if other != link.digit}
    else:
        rivals = {
            (cell, link.digit, False)
            for cell in board.named[link.unit]
            if cell != link.cell and link.digit in candidates[cell]
        }
    assert link.holds and rivals and set(before) == rivals


def check_deeper(link, before, candidates, board):
    """Without what does not hold, a technique or a nested chain rules the candidate out."""
    assert before and not link.holds and not any(holds for *_, holds in before)
    left = [set(digits) for digits in candidates]
    for cell, digit, _ in before:
        left[cell].discard(digit)
    if link.kind == "nested":
        assert link.nested.branches
        assert (link.cell, link.digit) in check_chains(link.nested.branches, left, board)
    else:
        assert impossible((link.cell, link.digit), left, board)


def impossible(candidate, candidates, board):
    """Whether singles alone contradict a candidate: that is so for locked candidates, pairs and X-wings."""
    left = [set(digits) for digits in candidates]
    filled = [not digits for digits in left]
    left[candidate[0]] = {candidate[1]}
    known = []
    while True:
        if any(not digits and not done for digits, done in zip(left, filled, strict=True)):
            return True
        new = next((c for c in board.cells if len(left[c]) == 1 and c not in known), None)
        if new is not None:
            known.append(new)
            for other in board.seen[new]:
                left[other] = left[other] - left[new]
            continue
        for unit in board.units:
            for digit in set().union(*(candidates[cell] for cell in unit)):
                places = [cell for cell in unit if digit in left[cell]]
                if not places:
                    return True
                if len(places) == 1 and len(left[places[0]]) > 1:
                    left[places[0]], new = {digit}, places[0]
        if new is None:
            return False


def check_part(part, step, position):
    candidates, board = position.candidates, position.board
    cells = set(part.cells)
    match part.role:
        case "pivot":
            others = {cell for other in step.parts if other.role == "pincer" for cell in other.cells}
            assert others <= board.seen[part.cells[0]] and set(part.digits) == candidates[part.cells[0]]
            assert step.cells and set(step.cells) == others | cells
            for digit in part.digits:  # each leaves a pincer, or the pivot itself, with the shared digit
                held = [candidates[cell] - {digit} for cell in others]
                assert digit == step.digits[0] or {step.digits[0]} in held
        case "pincer":
            assert set(part.digits) == candidates[part.cells[0]] and len(part.digits) == 2
        case "base":
            for line in part.units:
                assert {c for c in board.named[line] if step.digits[0] in candidates[c]} <= cells
        case "cover":
            covered = {cell for line in part.units for cell in board.named[line]}
            assert cells <= covered and {cell for cell, _ in step.eliminations} <= covered - cells
        case "loop":
            assert len(cells) >= 4 and all(set(part.digits) <= candidates[cell] for cell in cells)
            assert all(len(cells & set(unit)) in (0, 2) for unit in board.units)
        case "extra":
            assert set(part.digits) <= candidates[part.cells[0]] and part.digits
        case "places":
            holding = [unit for unit in part.units if cells <= set(board.named[unit])]
            assert any({c for c in board.named[u] if part.digits[0] in candidates[c]} == cells for u in holding)
        case "set":
            if part.units:
                assert cells <= set(board.named[part.units[0]])
            own = set().union(*(candidates[cell] for cell in cells))
            assert set(part.digits) <= own
        case _:
            raise AssertionError(part.role)
