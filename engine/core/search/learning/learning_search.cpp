#include "search/learning/learning_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "board/any_geometry.hpp"
#include "search/solve.hpp"

namespace engine::learning {

LearningSearch::LearningSearch(Shape shape, std::span<const Digits> candidates)
    : shape_(shape), kinds_(shape.has_blocks() ? 4 : 3), clauses_(0), activity_(0) {
    const auto size = static_cast<std::uint32_t>(shape.size()), cells = static_cast<std::uint32_t>(shape.cells());
    groups_.resize(kinds_ * cells);
    variable_.resize(groups_.size() * size);
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        const std::uint32_t row = shape.row(cell), column = shape.column(cell), block = shape.block(cell);
        const std::uint32_t in_block = row % shape.rows * shape.columns + column % shape.columns;
        for (std::uint32_t digit = 0; digit < size; ++digit) {
            if (!(candidates[cell] >> digit & 1)) continue;
            const auto variable = static_cast<Variable>(cell_.size());
            const auto join = [&](std::uint32_t group, std::uint32_t place) {
                groups_[group].members |= Digits{1} << place;
                variable_[group * size + place] = variable;
                membership_.push_back({group, Digits{1} << place});
            };
            cell_.push_back(static_cast<std::uint16_t>(cell));
            join(cell, digit);
            join(cells + row * size + digit, column);
            join(2 * cells + column * size + digit, row);
            if (kinds_ == 4) join(3 * cells + block * size + digit, in_block);
        }
    }
    const std::size_t variables = cell_.size();
    clauses_ = Clauses(variables);
    activity_ = Activity(variables);
    truth_.resize(2 * variables);
    reason_.resize(variables);
    level_of_.resize(variables);
    place_.resize(variables);
    mark_.resize(variables);
    level_seen_.resize(variables + 1);
    first_place_.resize(variables + 1);
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        Group& each = groups_[group];
        each.left = each.members;
        open_ = open_ && each.left;
        if (open_ && std::has_single_bit(each.left)) open_ = assign(is_true(member(group, each.left)), {});
    }
}

bool LearningSearch::next() {
    if (at_solution_) open_ = open_ && exclude_solution();
    at_solution_ = false;
    while (open_) {
        watch_.step();
        if (!propagate()) {
            open_ = level() > 0 && learn();
        } else if (restarts_.due()) {
            restart();
        } else if (!decide()) {
            return at_solution_ = true;
        }
    }
    return false;
}

void LearningSearch::write(std::uint8_t* board) const {
    for (const Literal literal : trail_) {
        if (!says_true(literal)) continue;
        const Membership& in_cell = groups_of(variable_of(literal)).front();
        board[in_cell.group] = static_cast<std::uint8_t>(std::countr_zero(in_cell.bit) + 1);
    }
}

// False when the literal is known to be false: that is a conflict.
bool LearningSearch::assign(Literal literal, Reason reason) {
    if (truth_[literal] > 0) return true;
    if (truth_[literal] < 0) {
        conflict_ = reason;
        contradicted_ = literal;
        return false;
    }
    const Variable variable = variable_of(literal);
    truth_[literal] = 1;
    truth_[negation(literal)] = -1;
    reason_[variable] = reason;
    level_of_[variable] = level();
    place_[variable] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(literal);
    return true;
}

// All that follows from what is true, or false at a conflict.
bool LearningSearch::propagate() {
    while (followed_ < trail_.size()) {
        const Literal literal = trail_[followed_++];
        ++followed_ever_;
        const Variable variable = variable_of(literal);
        if (!(says_true(literal) ? follow_true(variable) : follow_false(variable))) return false;
        if (!follow_clauses(negation(literal))) return false;
    }
    return true;
}

// The others of its groups are false.
bool LearningSearch::follow_true(Variable variable) {
    for (const auto& [group, bit] : groups_of(variable))
        for (Digits rest = groups_[group].left & ~bit; rest; rest &= rest - 1)
            if (!assign(is_false(member(group, rest)), {Reason::Kind::literal, is_true(variable)})) return false;
    return true;
}

// The last one that is left of a group is true.
bool LearningSearch::follow_false(Variable variable) {
    for (const auto& [group, bit] : groups_of(variable)) {
        const Digits left = groups_[group].left &= ~bit;
        if (left & (left - 1)) continue;
        const Variable last = left ? member(group, left) : variable;
        if (!assign(is_true(last), {Reason::Kind::group, group})) return false;
    }
    return true;
}

bool LearningSearch::follow_clauses(Literal now_false) {
    std::vector<Clauses::Watcher>& watchers = clauses_.watchers(now_false);
    auto kept = watchers.begin(), next = kept;
    bool consistent = true;
    while (next != watchers.end() && consistent) {
        Clauses::Watcher& watcher = *kept++ = *next++;
        if (truth_[watcher.other] > 0) continue;
        const Reason reason{Reason::Kind::clause, watcher.clause};
        if (watcher.is_pair) {
            consistent = assign(watcher.other, reason);
            continue;
        }
        const std::span<Literal> literals = clauses_.literals(watcher.clause);
        const Literal first = literals[0] ^ literals[1] ^ now_false;
        literals[0] = watcher.other = first;
        literals[1] = now_false;
        if (truth_[first] > 0) continue;
        Literal* const other = new_watch(literals.subspan(2));
        if (!other) {
            consistent = assign(first, reason);
        } else if (truth_[*other] > 0) {
            watcher.other = *other;
        } else {
            std::swap(literals[1], *other);
            clauses_.watchers(literals[1]).push_back({watcher.clause, first, false});
            --kept;
        }
    }
    watchers.erase(std::copy(next, watchers.end(), kept), watchers.end());
    return consistent;
}

// One of the literals that is not false, or null. It is one that says that a candidate is false, if it can be: few
// candidates become true, so such a literal need not be replaced soon.
Literal* LearningSearch::new_watch(std::span<Literal> literals) {
    Literal* found = nullptr;
    for (Literal& literal : literals) {
        if (truth_[literal] < 0) continue;
        if (!says_true(literal)) return &literal;
        if (!found) found = &literal;
    }
    return found;
}

void LearningSearch::restart() {
    back_to(0);
    for (Group& group : groups_) group.members = group.left;
    if (restarts_.forgetting_due()) {
        restarts_.note_forgetting();
        open_ = shorten_clauses() && forget();
    }
    restarts_.note();
}

// Forgets clauses; false when what is left of one proves that there is no solution.
bool LearningSearch::forget() {
    bool consistent = true;
    const auto truth = [this](Literal literal) { return truth_[literal]; };
    clauses_.renew(truth, [&](const std::vector<Literal>& left) {
        consistent = consistent && !left.empty() && assign(left[0], {});
    });
    return consistent;
}

// Assumes that the most active candidate is true, which says more than that it is false; false when all are known.
bool LearningSearch::decide() {
    Variable variable;
    do {
        if (activity_.empty()) return false;
        variable = activity_.pop();
    } while (known(variable));
    assume(is_true(variable));
    return true;
}

void LearningSearch::assume(Literal literal) {
    level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
    assign(literal, {});
}

void LearningSearch::back_to(std::uint32_t level) {
    if (level >= this->level()) return;
    for (std::size_t i = trail_.size(), end = level_begin_[level]; i-- > end;) {
        const Literal literal = trail_[i];
        const Variable variable = variable_of(literal);
        if (!says_true(literal) && i < followed_)
            for (const auto& [group, bit] : groups_of(variable)) groups_[group].left |= bit;
        truth_[literal] = truth_[negation(literal)] = 0;
        activity_.push(variable);
    }
    trail_.resize(level_begin_[level]);
    followed_ = trail_.size();
    level_begin_.resize(level);
}

// Any other solution differs from this one in a decision. False when there is none.
bool LearningSearch::exclude_solution() {
    if (level() == 0) return false;
    learned_.clear();
    for (const std::uint32_t begin : level_begin_) learned_.push_back(negation(trail_[begin]));
    std::ranges::reverse(learned_);
    back_to(level() - 1);
    const Reason reason =
        learned_.size() == 1 ? Reason{} : Reason{Reason::Kind::clause, clauses_.add(learned_, kept_for_good)};
    return assign(learned_[0], reason);
}

}  // namespace engine::learning

namespace engine {

std::int32_t solve_by_learning(Shape shape, const std::uint8_t* puzzle, int limit, std::uint8_t* solution) {
    std::int32_t count = 0;
    Candidates<AnyGeometry> candidates{AnyGeometry(shape)};
    if (!candidates.place_clues(puzzle) || !candidates.clear_locked()) return count;
    std::vector<Digits> of_cells(shape.cells());
    for (int cell = 0; cell < shape.cells(); ++cell) of_cells[cell] = candidates.of(cell);
    learning::LearningSearch search(shape, of_cells);
    while (count < limit && search.next())
        if (count++ == 0 && solution) search.write(solution);
    return count;
}

}  // namespace engine
