// Tries which literals the clauses of use can do without (C. Piette and others, "Vivifying propositional clausal
// formulae", 2008): the literals are assumed to be false one after another, until something follows. Then the clause
// needs only the literals that this follows from.
#include <algorithm>
#include <utility>
#include <vector>

#include "search/learning/learning_search.hpp"

namespace engine::learning {

namespace {

constexpr std::int64_t share_of_time = 10;  // one in so many literals followed is for this

}  // namespace

// False when there is no solution.
bool LearningSearch::shorten_clauses() {
    const std::int64_t end = followed_ever_ + (followed_ever_ - followed_at_shortening_) / share_of_time;
    std::vector<ToShorten> shorter;
    bool consistent = true;
    for (const auto& [number, literals] : clauses_to_shorten()) {
        if (followed_ever_ > end || !consistent) break;
        watch_.step();
        clauses_.note_trial(number);
        std::vector<Literal> needed = needed_of(literals);
        if (needed.size() <= 1) {
            back_to(0);
            consistent = !needed.empty() && assign(needed[0], {}) && propagate();
        }
        if (needed.size() < literals.size()) shorter.push_back({number, std::move(needed)});
    }
    back_to(0);
    for (const auto& [number, literals] : shorter) clauses_.shorten(number, literals);
    followed_at_shortening_ = followed_ever_;
    return consistent;
}

// In the order in which most of what is assumed for one is assumed for the next one too.
std::vector<LearningSearch::ToShorten> LearningSearch::clauses_to_shorten() {
    std::vector<ToShorten> clauses;
    std::vector<std::uint32_t> occurrences(truth_.size());
    clauses_.for_each([&](ClauseNumber number) {
        const std::span<const Literal> literals = clauses_.literals(number);
        for (const Literal literal : literals) ++occurrences[literal];
        if (clauses_.worth_shortening(number)) clauses.push_back({number, {literals.begin(), literals.end()}});
    });
    const auto before = [&](Literal a, Literal b) {
        return occurrences[a] != occurrences[b] ? occurrences[a] > occurrences[b] : a < b;
    };
    for (ToShorten& each : clauses) std::ranges::sort(each.literals, before);
    std::ranges::sort(clauses, [&](const ToShorten& a, const ToShorten& b) {
        return std::ranges::lexicographical_compare(a.literals, b.literals, before);
    });
    return clauses;
}

// The literals that the clause needs. What is assumed is left as it is, for the next clause.
std::vector<Literal> LearningSearch::needed_of(std::span<const Literal> literals) {
    std::uint32_t shared = 0;
    while (shared < level() && shared < literals.size() && trail_[level_begin_[shared]] == negation(literals[shared]))
        ++shared;
    back_to(shared);
    std::vector<Literal> needed;
    for (const Literal literal : literals) {
        if (truth_[literal] > 0) {
            if (level_of_[variable_of(literal)]) needed = assumptions_behind(literal, reason_[variable_of(literal)]);
            needed.push_back(literal);
            return needed;
        }
        if (truth_[literal] < 0) continue;
        assume(negation(literal));
        if (!propagate()) {
            needed = assumptions_behind(contradicted_, conflict_);
            back_to(level() - 1);
            return needed;
        }
    }
    for (const std::uint32_t begin : level_begin_) needed.push_back(negation(trail_[begin]));
    return needed;
}

// The assumptions that the literal follows from, by the reason, as literals of a clause; and if it is false, those that
// this follows from.
std::vector<Literal> LearningSearch::assumptions_behind(Literal literal, Reason reason) {
    std::vector<Literal> assumptions;
    const auto involve = [this](Literal cause) {
        const Variable variable = variable_of(cause);
        if (level_of_[variable] != 0 && mark_[variable] == Mark::none) mark(variable, Mark::involved);
    };
    if (truth_[literal] < 0) involve(literal);
    for_each_cause(literal, reason, involve);
    for (std::size_t i = 0; i < marked_.size(); ++i) {
        const Variable variable = marked_[i];
        const Literal holds = truth_[is_true(variable)] > 0 ? is_true(variable) : is_false(variable);
        if (reason_[variable].kind == Reason::Kind::none)
            assumptions.push_back(negation(holds));
        else
            for_each_cause(holds, reason_[variable], involve);
    }
    clear_marks(0);
    return assumptions;
}

}  // namespace engine::learning
