#include "search/learning/learning_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "board/geometry.hpp"
#include "search/solve.hpp"

namespace engine::learning {

LearningSearch::LearningSearch(const Problem& problem)
    : memberships_(problem.variables + 1),
      bans_(problem.variables + 1),
      inference_(problem.inference),
      clauses_(problem.variables + 1),
      activity_(problem.variables),
      truth_(2 * problem.variables + 2),
      reason_(problem.variables + 1),
      level_of_(problem.variables + 1),
      place_(problem.variables + 1),
      nothing_(is_true(static_cast<Variable>(problem.variables))),
      explanations_(problem.inference ? problem.variables + 1 : 0),
      mark_(problem.variables + 1),
      level_seen_(problem.variables + 1),
      first_place_(problem.variables + 1) {
    truth_[nothing_] = -1;
    truth_[negation(nothing_)] = 1;
    join_groups(problem.groups);
    for (std::size_t variable = 0; variable < problem.bans.size(); ++variable) {
        banned_.insert(banned_.end(), problem.bans[variable].begin(), problem.bans[variable].end());
        bans_[variable + 1] = static_cast<std::uint32_t>(banned_.size());
    }
    for (const std::vector<Literal>& clause : problem.clauses) clauses_.add(clause, kept_for_good);
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        const Group& each = groups_[group];
        open_ = open_ && each.left;
        if (open_ && std::has_single_bit(each.left)) open_ = assign(is_true(member(group, each.left)), {});
    }
}

void LearningSearch::join_groups(const std::vector<std::vector<Variable>>& groups) {
    for (const std::vector<Variable>& group : groups)
        width_ = std::max(width_, static_cast<std::uint32_t>(group.size()));
    variable_.resize(groups.size() * width_);
    for (const std::vector<Variable>& group : groups) {
        std::ranges::copy(group, variable_.begin() + static_cast<std::ptrdiff_t>(groups_.size() * width_));
        const auto all = static_cast<Digits>((std::uint64_t{1} << group.size()) - 1);
        groups_.push_back({all, all});
        for (const Variable variable : group) ++memberships_[variable + 1];
    }
    for (std::size_t variable = 1; variable < memberships_.size(); ++variable)
        memberships_[variable] += memberships_[variable - 1];
    membership_.resize(memberships_.back());
    std::vector<std::uint32_t> next = memberships_;
    for (std::uint32_t group = 0; group < groups.size(); ++group)
        for (std::size_t bit = 0; bit < groups[group].size(); ++bit)
            membership_[next[groups[group][bit]]++] = {group, Digits{1} << bit};
}

bool LearningSearch::next() {
    if (at_solution_) open_ = open_ && exclude_solution();
    at_solution_ = false;
    while (open_) {
        watch_.step();
        if (!propagate()) {
            open_ = (conflict_.kind != Reason::Kind::inference || back_to_conflict()) && level() > 0 && learn();
            if (++conflicts_ >= most_conflicts_) return false;
        } else if (restarts_.due()) {
            restart();
        } else if (!decide()) {
            return at_solution_ = true;
        }
    }
    return false;
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
    do {
        while (followed_ < trail_.size()) {
            const Literal literal = trail_[followed_++];
            ++followed_ever_;
            const Variable variable = variable_of(literal);
            if (!(says_true(literal) ? follow_true(variable) : follow_false(variable))) return false;
            if (!follow_clauses(negation(literal))) return false;
        }
        if (!inference_ || !inference_->waiting()) return true;
    } while (infer());
    return false;
}

// What a further constraint rules out.
bool LearningSearch::infer() {
    gone_.clear();
    const auto [holds, number] = inference_->look(trail_.size(), gone_);
    const Reason reason{Reason::Kind::inference, number};
    for (const Variable variable : gone_) {
        explanations_[variable].clear();
        if (!assign(is_false(variable), reason)) return false;
    }
    if (holds) return true;
    explanations_.back().clear();
    conflict_ = reason;
    contradicted_ = nothing_;
    return false;
}

std::span<const Literal> LearningSearch::explanation(Literal literal, Reason reason) {
    std::vector<Literal>& causes = explanations_[variable_of(literal)];
    if (causes.empty()) {
        const Variable gone = literal == nothing_ ? no_variable : variable_of(literal);
        inference_->explain(reason.number, gone, {truth_, place_, level_of_}, causes);
    }
    return causes;
}

// The others of its groups are false.
bool LearningSearch::follow_true(Variable variable) {
    for (const auto& [group, bit] : groups_of(variable))
        for (Digits rest = groups_[group].left & ~bit; rest; rest &= rest - 1)
            if (!assign(is_false(member(group, rest)), {Reason::Kind::literal, is_true(variable)})) return false;
    for (const Variable other : bans_of(variable))
        if (!assign(is_false(other), {Reason::Kind::literal, is_true(variable)})) return false;
    return true;
}

// The last one that is left of a group is true.
bool LearningSearch::follow_false(Variable variable) {
    if (inference_) inference_->note_false(variable);
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
    ++guesses_;
    assign(literal, {});
}

void LearningSearch::back_to(std::uint32_t level) {
    if (level >= this->level()) return;
    for (std::size_t i = trail_.size(), end = level_begin_[level]; i-- > end;) {
        const Literal literal = trail_[i];
        const Variable variable = variable_of(literal);
        if (!says_true(literal) && i < followed_) {
            for (const auto& [group, bit] : groups_of(variable)) groups_[group].left |= bit;
            if (inference_) inference_->forget_false(variable);
        }
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

// Cells, and the digits of each row, column and block, with the variables of the candidates in order.
learning::Problem problem_of(Shape shape, const Candidates<AnyGeometry>& candidates, std::vector<Candidate>& of) {
    const auto size = static_cast<std::size_t>(shape.size()), cells = static_cast<std::size_t>(shape.cells());
    learning::Problem problem;
    problem.groups.resize((shape.has_blocks() ? 4 : 3) * cells);
    for (int cell = 0; cell < shape.cells(); ++cell)
        for (Digits rest = candidates.of(cell); rest; rest &= rest - 1) {
            const int digit = std::countr_zero(rest);
            const auto variable = static_cast<learning::Variable>(of.size());
            of.push_back({cell, digit});
            const auto join = [&](std::size_t kind, int unit) {
                problem.groups[kind * cells + static_cast<std::size_t>(unit) * size + static_cast<std::size_t>(digit)]
                    .push_back(variable);
            };
            problem.groups[cell].push_back(variable);
            join(1, shape.row(cell));
            join(2, shape.column(cell));
            if (shape.has_blocks()) join(3, shape.block(cell));
        }
    problem.variables = of.size();
    return problem;
}

std::int32_t solve_by_learning(Shape shape, const std::uint8_t* puzzle, int limit, std::uint8_t* solution) {
    std::int32_t count = 0;
    Candidates<AnyGeometry> candidates{AnyGeometry(shape)};
    if (!candidates.place_clues(puzzle) || !candidates.clear_locked()) return count;
    std::vector<Candidate> of;
    learning::LearningSearch search(problem_of(shape, candidates, of));
    while (count < limit && search.next())
        if (count++ == 0 && solution)
            search.for_each_true([&](learning::Variable variable) {
                solution[of[variable].cell] = static_cast<std::uint8_t>(of[variable].digit + 1);
            });
    return count;
}

}  // namespace engine
