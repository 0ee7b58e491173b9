#include "search/learning/learning_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace engine::learning {

namespace {

constexpr int deepest_test = 500;          // of whether a literal of a learned clause follows from the others
constexpr std::int64_t shortest_run = 50;  // conflicts between restarts
constexpr std::int64_t first_patience = 2000, more_patience = 300;  // conflicts until clauses are forgotten

}  // namespace

LearningSearch::LearningSearch(Shape shape, std::span<const Digits> candidates)
    : shape_(shape), kinds_(shape.has_blocks() ? 4 : 3), clauses_(0), activity_(0), patience_(first_patience) {
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
    phase_.resize(variables, true);
    reason_.resize(variables);
    level_of_.resize(variables);
    mark_.resize(variables);
    level_seen_.resize(variables + 1);
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
        } else if (restart_due()) {
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

Variable LearningSearch::member(std::uint32_t group, Digits bits) const {
    return variable_[group * shape_.size() + std::countr_zero(bits)];
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
    trail_.push_back(literal);
    return true;
}

// All that follows from what is true, or false at a conflict.
bool LearningSearch::propagate() {
    while (followed_ < trail_.size()) {
        const Literal literal = trail_[followed_++];
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
    std::size_t kept = 0, i = 0;
    bool consistent = true;
    while (i < watchers.size() && consistent) {
        const Clauses::Watcher watcher = watchers[i++];
        watchers[kept++] = watcher;
        if (truth_[watcher.other] > 0) continue;
        const std::span<Literal> literals = clauses_.literals(watcher.clause);
        if (literals[0] == now_false) std::swap(literals[0], literals[1]);
        const Literal first = literals[0];
        watchers[kept - 1].other = first;
        if (truth_[first] > 0) continue;
        const auto other =
            std::find_if(literals.begin() + 2, literals.end(), [&](Literal literal) { return truth_[literal] >= 0; });
        if (other != literals.end()) {
            literals[1] = *other;
            *other = now_false;
            clauses_.watchers(literals[1]).push_back({watcher.clause, first});
            --kept;
        } else {
            consistent = assign(first, {Reason::Kind::clause, watcher.clause});
        }
    }
    while (i < watchers.size()) watchers[kept++] = watchers[i++];
    watchers.resize(kept);
    return consistent;
}

// Visits the literals that had to be false for the reason to demand this one.
template <class Visit>
void LearningSearch::for_each_cause(Literal literal, Reason reason, Visit visit) {
    switch (reason.kind) {
        case Reason::Kind::none: break;
        case Reason::Kind::literal: visit(negation(reason.number)); break;
        case Reason::Kind::group:
            for (Digits rest = groups_[reason.number].members; rest; rest &= rest - 1)
                if (const Literal other = is_true(member(reason.number, rest)); other != literal) visit(other);
            break;
        case Reason::Kind::clause:
            for (const Literal other : clauses_.literals(reason.number))
                if (other != literal) visit(other);
            break;
    }
}

// Makes the clause that the conflict teaches: in it a single literal is of this level, the first.
void LearningSearch::resolve_conflict() {
    learned_.assign(1, 0);
    open_causes_ = 0;
    const auto involve = [this](Literal literal) {
        const Variable variable = variable_of(literal);
        if (level_of_[variable] == 0 || mark_[variable] != Mark::none) return;
        mark_[variable] = Mark::involved;
        marked_.push_back(variable);
        activity_.raise(variable);
        if (level_of_[variable] == level())
            ++open_causes_;
        else
            learned_.push_back(literal);
    };
    involve(contradicted_);
    Literal literal = contradicted_;
    Reason reason = conflict_;
    for (std::size_t i = trail_.size();;) {
        if (reason.kind == Reason::Kind::clause) note_use(reason.number);
        for_each_cause(literal, reason, involve);
        while (mark_[variable_of(trail_[--i])] == Mark::none) {
        }
        literal = trail_[i];
        reason = reason_[variable_of(literal)];
        if (--open_causes_ == 0) break;
    }
    learned_[0] = negation(literal);
    ++seeing_;
    for (const Literal each : learned_) level_seen_[level_of_[variable_of(each)]] = seeing_;
    std::erase_if(learned_, [this](Literal each) { return each != learned_[0] && redundant(each, 0); });
    for (const Variable variable : marked_) mark_[variable] = Mark::none;
    marked_.clear();
}

// Does a literal of the clause follow from the others? (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009)
bool LearningSearch::redundant(Literal literal, int depth) {
    const Variable variable = variable_of(literal);
    const Reason reason = reason_[variable];
    const Mark mark = mark_[variable];
    if (level_of_[variable] == 0 || mark == Mark::redundant || (depth && mark == Mark::involved)) return true;
    if (reason.kind == Reason::Kind::none || mark == Mark::needed || depth == deepest_test ||
        level_seen_[level_of_[variable]] != seeing_)
        return false;
    bool answer = true;
    for_each_cause(negation(literal), reason, [&](Literal cause) { answer = answer && redundant(cause, depth + 1); });
    if (mark == Mark::none) {
        mark_[variable] = answer ? Mark::redundant : Mark::needed;
        marked_.push_back(variable);
    }
    return answer;
}

// A clause that takes part in a conflict may have come down to fewer levels.
void LearningSearch::note_use(ClauseNumber clause) {
    std::uint32_t& spread = clauses_.spread(clause);
    if (spread > 2) spread = std::min(spread, spread_of(clauses_.literals(clause)));
}

std::uint32_t LearningSearch::spread_of(std::span<const Literal> literals) {
    std::uint32_t spread = 0;
    ++seeing_;
    for (const Literal literal : literals) {
        std::uint32_t& seen = level_seen_[level_of_[variable_of(literal)]];
        spread += seen != seeing_;
        seen = seeing_;
    }
    return spread;
}

// Learns from the conflict, and goes back to where the clause says something new.
bool LearningSearch::learn() {
    resolve_conflict();
    const std::uint32_t spread = spread_of(learned_);
    count_conflict(spread);
    if (learned_.size() == 1) {
        back_to(0);
        return assign(learned_[0], {});
    }
    const auto level_below = [this](Literal a, Literal b) {
        return level_of_[variable_of(a)] < level_of_[variable_of(b)];
    };
    std::iter_swap(learned_.begin() + 1, std::max_element(learned_.begin() + 1, learned_.end(), level_below));
    back_to(level_of_[variable_of(learned_[1])]);
    return assign(learned_[0], {Reason::Kind::clause, clauses_.add(learned_, spread)});
}

void LearningSearch::count_conflict(std::uint32_t spread) {
    activity_.end_conflict();
    ++conflicts_, ++since_restart_, ++since_forgetting_;
    const std::int64_t scaled = std::int64_t{spread} << 32;
    recent_spread_ += (scaled - recent_spread_) >> 5;
    usual_spread_ += (scaled - usual_spread_) >> std::min<int>(14, std::bit_width(std::uint64_t(conflicts_)));
}

// Recent clauses are worse than usual: these decisions lead nowhere.
bool LearningSearch::restart_due() { return since_restart_ >= shortest_run && recent_spread_ / 10 * 8 > usual_spread_; }

void LearningSearch::restart() {
    back_to(0);
    since_restart_ = 0;
    if (since_forgetting_ >= patience_) {
        since_forgetting_ = 0;
        patience_ += more_patience;
        shorten_clauses();
        open_ = forget();
    }
    for (Group& group : groups_) group.members = group.left;
}

// Tries which literals the clauses of use can do without (C. Piette and others, "Vivifying propositional clausal
// formulae", 2008): where the others are assumed to be false, and something follows before all are, the rest may go.
void LearningSearch::shorten_clauses() {
    const std::vector<bool> phase = phase_;
    std::vector<std::pair<ClauseNumber, std::vector<Literal>>> shorter;
    for (const ClauseNumber number : clauses_.not_yet_shortened()) {
        watch_.step();
        const std::span<const Literal> in_use = clauses_.literals(number);
        const std::vector<Literal> literals(in_use.begin(), in_use.end());
        std::vector<Literal> needed;
        for (const Literal literal : literals) {
            if (truth_[literal] < 0) continue;
            needed.push_back(literal);
            if (truth_[literal] > 0) break;
            level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
            assign(negation(literal), {});
            if (!propagate()) break;
        }
        back_to(0);
        if (needed.size() < literals.size()) shorter.emplace_back(number, needed);
    }
    for (const auto& [number, literals] : shorter) clauses_.shorten(number, literals);
    phase_ = phase;
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

// Assumes the most active variable to be what it was last; false when all are known.
bool LearningSearch::decide() {
    Variable variable;
    do {
        if (activity_.empty()) return false;
        variable = activity_.pop();
    } while (known(variable));
    level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
    return assign(phase_[variable] ? is_true(variable) : is_false(variable), {});
}

void LearningSearch::back_to(std::uint32_t level) {
    if (level >= this->level()) return;
    for (std::size_t i = trail_.size(), end = level_begin_[level]; i-- > end;) {
        const Literal literal = trail_[i];
        const Variable variable = variable_of(literal);
        if (!says_true(literal) && i < followed_)
            for (const auto& [group, bit] : groups_of(variable)) groups_[group].left |= bit;
        truth_[literal] = truth_[negation(literal)] = 0;
        phase_[variable] = says_true(literal);
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
