// A search that learns from its conflicts, for puzzles in which guessing alone does not end.
//
// Each candidate is a variable of a satisfiability problem (clauses.hpp). Its constraints are groups, as those of
// board/candidates.hpp: of the candidates of a cell, or of a digit in a unit, exactly one is true. A group is a word of
// bits, so what follows from one is found without clauses. Further rules are asked when nothing follows from these, and
// again for their reasons if these take part in a conflict (O. Ohrimenko and others, "Propagation via lazy clause
// generation", 2009). A conflict is traced back to what caused it, which is learned as a clause
// (J. Marques-Silva and K. Sakallah, "GRASP", 1999). Clauses of use are shortened, others
// forgotten (clauses.hpp): G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", 2009.
//
// It is compiled once, for boards of any shape, and takes the same steps on any processor: what is decided by
// comparing numbers uses whole numbers, or sums and quotients that are rounded alike everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/learning/assignment.hpp"
#include "stop/watch.hpp"

namespace engine::learning {

class LearningSearch : Assignment {
public:
    explicit LearningSearch(const Problem& problem)
        : Assignment(problem),
          mark_(problem.variables + 1),
          level_seen_(problem.variables + 1),
          first_place_(problem.variables + 1) {}

    // Looks for a solution that was not found before.
    bool next() {
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

    // From here on only solutions in which one of these is true, which is assumed of the first, and those found before if they
    // are such.
    void demand(std::vector<Literal> some) {
        at_solution_ = false;
        back_to(0);
        open_ = open_ && propagate();
        std::erase_if(some, [this](Literal each) { return truth_[each] < 0; });
        open_ = open_ && !some.empty();
        if (!open_ || std::ranges::any_of(some, [this](Literal each) { return truth_[each] > 0; })) return;
        if (some.size() > 1) clauses_.add(some, kept_for_good);
        assume(some[0]);
    }

    // Ends the search after so many conflicts: then there may be solutions though `next` finds none.
    void give_up_after(std::int64_t conflicts) { most_conflicts_ = conflicts; }
    bool gave_up() const { return open_; }

    // How often a candidate was assumed.
    std::int64_t guesses() const { return guesses_; }
    // How many literals were followed up, as a measure of time.
    std::int64_t followed() const { return followed_ever_; }

    // Calls `visit(variable)` for those that are true in the solution found last.
    template <class Visit>
    void for_each_true(Visit visit) const {
        for (const Literal literal : trail_)
            if (says_true(literal)) visit(variable_of(literal));
    }

private:
    static constexpr int deepest_test = 500;  // of whether a literal of a learned clause follows from the others
    static constexpr std::int64_t share_of_time = 10;  // one in so many literals followed is for shortening

    // What a literal was found to be while a conflict is traced.
    enum class Mark : std::uint8_t { none, involved, redundant, needed, of_level };
    struct ToShorten {
        ClauseNumber number;
        std::vector<Literal> literals;
    };

    // Assumes that the most active candidate is true, which says more than that it is false; false when all are known.
    bool decide() {
        Variable variable;
        do {
            if (activity_.empty()) return false;
            variable = activity_.pop();
        } while (known(variable));
        assume(is_true(variable));
        return true;
    }

    void restart() {
        back_to(0);
        for (Group& group : groups_) group.members = group.left;
        if (restarts_.forgetting_due()) {
            restarts_.note_forgetting();
            open_ = shorten_clauses() && forget();
        }
        restarts_.note();
    }

    // Forgets clauses; false when what is left of one proves that there is no solution.
    bool forget() {
        bool consistent = true;
        const auto truth = [this](Literal literal) { return truth_[literal]; };
        clauses_.renew(truth, [&](const std::vector<Literal>& left) {
            consistent = consistent && !left.empty() && assign(left[0], {});
        });
        return consistent;
    }

    // Any other solution differs from this one in a decision. False when there is none.
    bool exclude_solution() {
        if (level() == 0) return false;
        learned_.clear();
        for (const std::uint32_t begin : level_begin_) learned_.push_back(negation(trail_[begin]));
        std::ranges::reverse(learned_);
        back_to(level() - 1);
        const Reason reason =
            learned_.size() == 1 ? Reason{} : Reason{Reason::Kind::clause, clauses_.add(learned_, kept_for_good)};
        return assign(learned_[0], reason);
    }

    // Back to where the conflict arises, if a constraint noticed it late; false if that is before all assumptions.
    bool back_to_conflict() {
        std::uint32_t latest = level_of_[variable_of(contradicted_)];
        for_each_cause(contradicted_, conflict_,
                       [&](Literal cause) { latest = std::max(latest, level_of_[variable_of(cause)]); });
        back_to(latest);
        return latest > 0;
    }

    // Learns from the conflict, and goes back to where the clause says something new.
    bool learn() {
        trace_conflict();
        const std::uint16_t spread = spread_of(learned_);
        activity_.end_conflict();
        restarts_.count_conflict();
        if (learned_.size() == 1) {
            back_to(0);
            return assign(learned_[0], {});
        }
        const auto level_below = [this](Literal a, Literal b) {
            return level_of_[variable_of(a)] < level_of_[variable_of(b)];
        };
        std::iter_swap(learned_.begin() + 1, std::max_element(learned_.begin() + 1, learned_.end(), level_below));
        std::stable_partition(learned_.begin() + 2, learned_.end(), [](Literal each) { return !says_true(each); });
        back_to(level_of_[variable_of(learned_[1])]);
        return assign(learned_[0], {Reason::Kind::clause, clauses_.add(learned_, spread)});
    }

    // Makes the clause that the conflict teaches: in it a single literal is of this level, the first.
    void trace_conflict() {
        learned_.assign(1, 0);
        int open_causes = 0;
        const auto involve = [&](Literal literal) {
            const Variable variable = variable_of(literal);
            if (level_of_[variable] == 0 || mark_[variable] != Mark::none) return;
            mark(variable, Mark::involved);
            if (level_of_[variable] == level())
                ++open_causes;
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
            if (--open_causes == 0) break;
        }
        learned_[0] = negation(literal);
        raise_activity();
        shrink();
        clear_marks(0);
    }

    // Of the variables that led to the conflict, and of those that caused what the clause speaks of (J. Liang and others,
    // "Learning rate based branching heuristic for SAT solvers", 2016, find that these are worth it too).
    void raise_activity() {
        const std::size_t involved = marked_.size();
        for (const Literal each : learned_)
            for_each_cause(negation(each), reason_[variable_of(each)], [this](Literal cause) {
                const Variable variable = variable_of(cause);
                if (level_of_[variable] != 0 && mark_[variable] == Mark::none) mark(variable, Mark::involved);
            });
        for (const Variable variable : marked_) activity_.raise(variable);
        clear_marks(involved);
    }

    // Replaces the literals of a level by one that follows from them all, if there is one, and drops what follows from
    // the other literals (M. Fleury and A. Biere, "Efficient all-UIP learned clause minimization", 2021).
    void shrink() {
        ++seeing_;
        for (const Literal each : learned_) note_level(each);
        const auto later = [this](Literal a, Literal b) { return place_[variable_of(a)] > place_[variable_of(b)]; };
        std::sort(learned_.begin() + 1, learned_.end(), later);
        shrunk_.assign(1, learned_[0]);
        for (std::size_t first = 1, end; first < learned_.size(); first = end) {
            const std::uint32_t level = level_of_[variable_of(learned_[first])];
            for (end = first + 1; end < learned_.size() && level_of_[variable_of(learned_[end])] == level;) ++end;
            if (end - first > 1 && shrink_level({learned_.begin() + first, learned_.begin() + end})) continue;
            std::copy_if(learned_.begin() + first, learned_.begin() + end, std::back_inserter(shrunk_),
                         [this](Literal each) { return !redundant(each, 0); });
        }
        learned_.swap(shrunk_);
    }

    // False if the literals, all of one level, do not all follow from one that comes before them.
    bool shrink_level(std::span<const Literal> literals) {
        const std::uint32_t level = level_of_[variable_of(literals[0])];
        std::size_t place = place_[variable_of(literals[0])] + 1;
        bool possible = true;
        int open_causes = 0;
        const auto include = [&](Literal literal) {
            const Variable variable = variable_of(literal);
            if (level_of_[variable] == 0 || mark_[variable] == Mark::of_level) return;
            if (level_of_[variable] != level) {
                possible = possible && mark_[variable] == Mark::involved;
                return;
            }
            of_level_.emplace_back(variable, mark_[variable]);
            mark_[variable] = Mark::of_level;
            ++open_causes;
        };
        for (const Literal each : literals) include(each);
        while (possible) {
            while (mark_[variable_of(trail_[--place])] != Mark::of_level) {
            }
            if (--open_causes == 0) break;
            for_each_cause(trail_[place], reason_[variable_of(trail_[place])], include);
        }
        for (const auto& [variable, before] : of_level_) mark_[variable] = before;
        of_level_.clear();
        if (!possible) return false;
        const Literal common = negation(trail_[place]);
        mark(variable_of(common), Mark::involved);
        note_level(common);
        shrunk_.push_back(common);
        return true;
    }

    // Does a literal of the clause follow from the others? (N. Sörensson and A. Biere, "Minimizing learned clauses", 2009)
    bool redundant(Literal literal, int depth) {
        const Variable variable = variable_of(literal);
        const std::uint32_t level = level_of_[variable];
        const Reason reason = reason_[variable];
        const Mark before = mark_[variable];
        if (level == 0 || before == Mark::redundant || (depth && before == Mark::involved)) return true;
        if (reason.kind == Reason::Kind::none || before == Mark::needed || depth == deepest_test ||
            level_seen_[level] != seeing_ || (depth && place_[variable] < first_place_[level]))
            return false;
        bool answer = true;
        for_each_cause(negation(literal), reason,
                       [&](Literal cause) { answer = answer && redundant(cause, depth + 1); });
        if (before == Mark::none) mark(variable, answer ? Mark::redundant : Mark::needed);
        return answer;
    }

    // What comes before all literals of its level in the clause does not follow from them.
    void note_level(Literal literal) {
        const Variable variable = variable_of(literal);
        const std::uint32_t level = level_of_[variable];
        if (level_seen_[level] != seeing_ || place_[variable] < first_place_[level])
            first_place_[level] = place_[variable];
        level_seen_[level] = seeing_;
    }

    void mark(Variable variable, Mark mark) {
        mark_[variable] = mark;
        marked_.push_back(variable);
    }

    // Of the variables marked last, but for the first so many.
    void clear_marks(std::size_t kept) {
        for (std::size_t i = kept; i < marked_.size(); ++i) mark_[marked_[i]] = Mark::none;
        marked_.resize(kept);
    }

    // A clause that takes part in a conflict may have come down to fewer levels.
    void note_use(ClauseNumber clause) {
        const std::uint16_t spread = clauses_.spread(clause);
        if (spread != kept_for_good) clauses_.use(clause, std::min(spread, spread_of(clauses_.literals(clause))));
    }

    // The decision levels among the literals, but for one.
    std::uint16_t spread_of(std::span<const Literal> literals) {
        std::uint16_t levels = 0;
        ++seeing_;
        for (const Literal literal : literals) {
            std::uint32_t& seen = level_seen_[level_of_[variable_of(literal)]];
            levels += seen != seeing_;
            seen = seeing_;
        }
        return levels - 1;
    }

    // Tries which literals the clauses of use can do without (C. Piette and others, "Vivifying propositional clausal
    // formulae", 2008): the literals are assumed to be false one after another, until something follows. Then the clause
    // needs only the literals that this follows from.
    //
    // False when there is no solution.
    bool shorten_clauses() {
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
    std::vector<ToShorten> clauses_to_shorten() {
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
    std::vector<Literal> needed_of(std::span<const Literal> literals) {
        std::uint32_t shared = 0;
        while (shared < level() && shared < literals.size() &&
               trail_[level_begin_[shared]] == negation(literals[shared]))
            ++shared;
        back_to(shared);
        std::vector<Literal> needed;
        for (const Literal literal : literals) {
            if (truth_[literal] > 0) {
                if (level_of_[variable_of(literal)])
                    needed = assumptions_behind(literal, reason_[variable_of(literal)]);
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
    std::vector<Literal> assumptions_behind(Literal literal, Reason reason) {
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

    // What a conflict needs:
    std::vector<Mark> mark_;  // by variable
    std::vector<Variable> marked_;
    std::vector<std::uint32_t> level_seen_;   // by level, the last conflict or count that saw it
    std::vector<std::uint32_t> first_place_;  // by level seen in this conflict, of its literals in the clause
    std::uint32_t seeing_ = 0;
    std::vector<Literal> learned_, shrunk_;
    std::vector<std::pair<Variable, Mark>> of_level_;  // and their marks before

    Restarts restarts_;
    bool at_solution_ = false;
    std::int64_t conflicts_ = 0, most_conflicts_ = INT64_MAX, followed_at_shortening_ = 0;
    Watch<64> watch_;
};

}  // namespace engine::learning
