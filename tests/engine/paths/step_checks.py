"""Steps of `solving_steps` followed in plain Python: what a step names must rule out what it removes.

A step names cells, units and links. Each gives a clause: one of these candidates is true, all candidates of a cell or
all places of a digit in a unit in the position before the step. With these clauses alone, and the rule that no digit
sees itself, the opposite of each conclusion must be impossible. A position is as in rating_oracle.
"""

from rating_oracle import NINE, places

FISH = ("x-wing", "swordfish", "jellyfish", "kraken-fish-1", "kraken-fish-2")
FROM_UNIQUENESS = ("uniqueness", "hidden-rectangle", "avoidable")


def check(step, position, solution):
    """Nothing of the solution goes, and each conclusion follows from what the step names."""
    for cell, digit in step.eliminations:
        assert digit in position.candidates[cell] and solution[cell] != digit
    if step.placement:
        cell, digit = step.placement
        assert digit in position.candidates[cell] and solution[cell] == digit
    assert step.placement or step.eliminations
    assert step.sentence.endswith(".")
    check_links(step, position)
    if step.technique == "brute-force":
        return
    if step.technique == "bug-plus-1":
        check_bug(step, position)
        return
    clauses = clauses_of(step, position)
    for false in [{step.placement}] if step.placement else []:
        assert impossible(set(), false, clauses), step
    for candidate in step.eliminations:
        assert impossible({candidate}, set(), clauses), (step, candidate)


def conflict(a, b):
    return a != b and (a[0] == b[0] or (a[1] == b[1] and b[0] in NINE.seen[a[0]]))


def impossible(true, false, clauses):
    """Whether no choice of one candidate of each clause agrees with what is true and what is false."""
    true = set(true)
    while True:
        left = []
        for clause in clauses:
            if clause & true:
                continue
            open_ = [each for each in clause if each not in false and not any(conflict(each, other) for other in true)]
            if not open_:
                return True
            left.append(open_)
        forced = {each[0] for each in left if len(each) == 1}
        if not forced:
            break
        if any(conflict(a, b) for a in forced for b in forced):
            return True
        true |= forced
    if not left:
        return False
    shortest = min(left, key=len)
    rest = [set(each) for each in left]
    return all(impossible(true | {choice}, false, rest) for choice in shortest)


def cell_clause(cell, position):
    return {(cell, digit) for digit in position.candidates[cell]}


def unit_clause(unit, digit, position):
    return {(cell, digit) for cell in places(position, position.board.named[unit], digit)}


def clauses_of(step, position):
    """The clauses of the cells, units and links that a step names."""
    of = {part.role: [part for part in step.parts if part.role == each] for part in step.parts for each in [part.role]}
    if step.technique in ("full-house", "hidden-single"):
        return [unit_clause(step.units[0], step.placement[1], position)]
    if step.technique == "naked-single":
        return [cell_clause(step.placement[0], position)]
    if step.technique.endswith(FISH):
        base = [unit_clause(unit, step.digits[0], position) for unit in of["base"][0].units]
        return base + chain_clauses(step, position)
    if step.technique.startswith("hidden-") and step.technique != "hidden-rectangle":
        return [unit_clause(step.units[0], digit, position) for digit in step.digits]
    if step.technique in ("pointing", "claiming"):
        return [unit_clause(step.units[0], step.digits[0], position)]
    if step.technique.startswith(("simple-colors", "multi-colors")):
        return color_clauses(step, position)
    if step.technique.startswith(FROM_UNIQUENESS):
        return rectangle_clauses(step, position)
    if step.chains:
        return chain_clauses(step, position)
    clauses = [unit_clause(part.units[0], part.digits[0], position) for part in of.get("strong", [])]
    if step.technique == "empty-rectangle":
        clauses += [unit_clause(of["places"][0].units[0], step.digits[0], position)]
    cells = {
        cell
        for role in ("set", "stem", "pivot", "pincer", "crossing")
        for part in of.get(role, [])
        for cell in part.cells
    }
    return clauses + [cell_clause(cell, position) for cell in sorted(cells)]


def color_clauses(step, position):
    """The strong links within each pair of colours."""
    (digit,) = step.digits
    pairs = [{*a.cells, *b.cells} for a, b in zip(step.parts[::2], step.parts[1::2], strict=True)]
    clauses = [unit_clause(unit, digit, position) for unit in position.board.named]
    return [clause for clause in clauses if len(clause) == 2 and any({c for c, _ in clause} <= pair for pair in pairs)]


def rectangle_clauses(step, position):
    """One corner holds another digit than the two; with the cells of a set, and the units that two corners share."""
    loop, *others = step.parts
    assert len({cell // 9 for cell in loop.cells}) == len({cell % 9 for cell in loop.cells}) == 2
    assert len({cell // 27 * 3 + cell % 9 // 3 for cell in loop.cells}) == 2
    further = {(cell, digit) for cell in loop.cells for digit in position.candidates[cell] if digit not in loop.digits}
    clauses = [further]
    clauses += [cell_clause(cell, position) for part in others if part.role == "set" for cell in part.cells]
    clauses += [cell_clause(cell, position) for cell in loop.cells if position.candidates[cell]]
    for unit, cells in position.board.named.items():
        if len(set(cells) & set(loop.cells)) >= 2:
            clauses += [unit_clause(unit, digit, position) for digit in loop.digits]
    return [clause for clause in clauses if clause]


def literals(link):
    return {(cell, link.digit) for cell in getattr(link, "cells", ()) or (link.cell,)}


def strong_clause(branch, link, position):
    if link.unit == "cell":
        return cell_clause(link.cell, position)
    return unit_clause(link.unit, link.digit, position)


def locked_units(branch, link, position):
    """The units whose places are all ruled out but for those that see the link's cell."""
    gone = {(branch[place].cell, branch[place].digit) for place in link.after}
    for unit in position.board.named:
        clause = unit_clause(unit, link.digit, position)
        left = clause - gone
        if left and gone <= clause and all(link.cell in NINE.seen[cell] for cell, _ in left):
            yield clause


def check_links(step, position):
    """Every link holds in the position, after those that it names."""
    for branch in step.chains:
        for place, link in enumerate(branch):
            assert all(before < place for before in link.after)
            before = [branch[each] for each in link.after]
            if link.kind == "assumption":
                assert place == 0
            elif link.kind == "weak":
                (cause,) = before
                assert cause.holds and not link.holds
                assert all(conflict(a, b) for a in literals(cause) for b in literals(link))
            elif link.kind == "strong":
                assert link.holds and not any(cause.holds for cause in before)
                gone = set().union(*(literals(cause) for cause in before))
                assert strong_clause(branch, link, position) - gone <= literals(link)
            elif link.kind == "als":
                (cause,) = before
                clauses = [*set_clauses(step, position), cell_clause(link.cell, position)]
                if link.holds:
                    assert impossible(set(), literals(cause) | literals(link), clauses)
                for candidate in () if link.holds else literals(link):
                    assert impossible({candidate}, literals(cause), clauses)
            else:
                assert link.kind in ("pointing", "claiming") and not link.holds
                assert any(locked_units(branch, link, position))


def set_clauses(step, position):
    return [cell_clause(cell, position) for part in step.parts if part.role == "set" for cell in part.cells]


def chain_clauses(step, position):
    clauses = set_clauses(step, position)
    for branch in step.chains:
        for link in branch:
            if link.kind == "als":
                clauses.append(cell_clause(link.cell, position))
            if link.kind == "strong":
                clauses.append(strong_clause(branch, link, position))
            elif link.kind in ("pointing", "claiming"):
                clauses += locked_units(branch, link, position)
    if step.technique.startswith("forcing"):
        clauses += choice_clauses(step, position)
    return clauses


def choice_clauses(step, position):
    """The unit or cell of which the branches begin with every choice, or end with none left."""
    ends = [branch[-1] for branch in step.chains]
    starts = [branch[0] for branch in step.chains]
    for group in ([link for link in starts if link.holds], [link for link in ends if not link.holds]):
        named = {(link.cell, link.digit) for link in group}
        every = [cell_clause(cell, position) for cell in range(81)]
        every += [unit_clause(unit, digit, position) for unit in position.board.named for digit in range(1, 10)]
        yield from (clause for clause in every if clause and clause <= named)


def check_bug(step, position):
    """Without the extra candidate each cell and each unit has two choices."""
    (cell,), (digit,) = step.cells, step.digits
    without = [set(digits) for digits in position.candidates]
    without[cell].remove(digit)
    assert all(len(digits) in (0, 2) for digits in without)
    for unit in position.units:
        for each in range(1, 10):
            assert sum(each in without[at] for at in unit) in (0, 2)
