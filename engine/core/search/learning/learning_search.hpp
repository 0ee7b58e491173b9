// A search that learns from its conflicts, for puzzles in which guessing alone does not end.
//
// Each candidate is a variable of a satisfiability problem (clauses.hpp). Its constraints are groups, as those of
// board/candidates.hpp: of the candidates of a cell, or of a digit in a unit, exactly one is true. A group is a word of
// bits, so what follows from one is found without clauses. Further rules are asked when nothing follows from these, and
// again for their reasons if these take part in a conflict (O. Ohrimenko and others, "Propagation via lazy clause
// generation", 2009). A conflict is traced back to what caused it, which is learned as a clause
// (J. Marques-Silva and K. Sakallah, "GRASP", 1999; conflict.cpp). Clauses of use are shortened, others
// forgotten (clauses.hpp): G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers", 2009.
//
// It is compiled once, for boards of any shape, and takes the same steps on any processor: what is decided by
// comparing numbers uses whole numbers, or sums and quotients that are rounded alike everywhere.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "board/geometry.hpp"
#include "search/learning/clauses.hpp"
#include "stop/watch.hpp"

namespace engine::learning {

class LearningSearch {
public:
    explicit LearningSearch(const Problem& problem);

    // Looks for a solution that was not found before.
    bool next();

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
    struct Group {
        Digits members;  // that are not known to be false for good
        Digits left;     // that are not false
    };
    struct Membership {
        std::uint32_t group;
        Digits bit;
    };
    // Why a literal is true.
    struct Reason {
        enum class Kind : std::uint32_t { none, literal, group, clause, inference } kind = Kind::none;
        std::uint32_t number = 0;
    };
    // What a literal was found to be while a conflict is traced.
    enum class Mark : std::uint8_t { none, involved, redundant, needed, of_level };
    struct ToShorten {
        ClauseNumber number;
        std::vector<Literal> literals;
    };

    std::span<const Membership> groups_of(Variable variable) const {
        return {membership_.data() + memberships_[variable], membership_.data() + memberships_[variable + 1]};
    }
    std::span<const Variable> bans_of(Variable variable) const {
        return {banned_.data() + bans_[variable], banned_.data() + bans_[variable + 1]};
    }
    Variable member(std::uint32_t group, Digits bits) const {
        return variable_[group * width_ + std::countr_zero(bits)];
    }
    bool known(Variable variable) const { return truth_[is_true(variable)] != 0; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(level_begin_.size()); }

    void join_groups(const std::vector<std::vector<Variable>>& groups);
    bool assign(Literal literal, Reason reason);
    bool propagate();
    bool follow_true(Variable variable);
    bool follow_false(Variable variable);
    bool follow_clauses(Literal now_false);
    bool infer();
    std::span<const Literal> explanation(Literal literal, Reason reason);
    Literal* new_watch(std::span<Literal> literals);
    template <class Visit>
    void for_each_cause(Literal literal, Reason reason, Visit visit);

    bool decide();
    void assume(Literal literal);
    void back_to(std::uint32_t level);
    void restart();
    bool forget();
    bool exclude_solution();

    // conflict.cpp
    bool back_to_conflict();
    bool learn();
    void trace_conflict();
    void raise_activity();
    void shrink();
    bool shrink_level(std::span<const Literal> literals);
    bool redundant(Literal literal, int depth);
    void note_level(Literal literal);
    void mark(Variable variable, Mark mark);
    void clear_marks(std::size_t kept);
    void note_use(ClauseNumber clause);
    std::uint16_t spread_of(std::span<const Literal> literals);

    // ... and its end: clauses shortened
    bool shorten_clauses();
    std::vector<ToShorten> clauses_to_shorten();
    std::vector<Literal> needed_of(std::span<const Literal> literals);
    std::vector<Literal> assumptions_behind(Literal literal, Reason reason);

    std::uint32_t width_ = 0;             // of the largest group
    std::vector<Variable> variable_;      // by group and bit
    std::vector<Membership> membership_;  // of one variable after another, and where those of each begin
    std::vector<std::uint32_t> memberships_;
    std::vector<Variable> banned_;  // likewise
    std::vector<std::uint32_t> bans_;
    std::vector<Group> groups_;
    Inference* inference_;
    Clauses clauses_;
    Activity activity_;
    bool open_ = true;  // there may be a solution
    bool at_solution_ = false;

    std::vector<std::int8_t> truth_;       // of a literal: 1 true, -1 false, 0 not known
    std::vector<Reason> reason_;           // by variable
    std::vector<std::uint32_t> level_of_;  // by variable
    std::vector<std::uint32_t> place_;     // by variable: where in the trail
    std::vector<Literal> trail_;           // all that is true, in order
    std::vector<std::uint32_t> level_begin_;
    std::size_t followed_ = 0;  // literals of the trail that have been followed up
    Reason conflict_;
    const Literal nothing_;     // that is false for good
    Literal contradicted_ = 0;  // the literal that the reason of the conflict demands though it is false
    Restarts restarts_;
    std::int64_t guesses_ = 0, conflicts_ = 0, most_conflicts_ = INT64_MAX;

    // Reasons of the inference, by variable; empty until they are asked for. The last is that of a conflict.
    std::vector<std::vector<Literal>> explanations_;
    std::vector<Variable> gone_;

    // What a conflict needs:
    std::vector<Mark> mark_;  // by variable
    std::vector<Variable> marked_;
    std::vector<std::uint32_t> level_seen_;   // by level, the last conflict or count that saw it
    std::vector<std::uint32_t> first_place_;  // by level seen in this conflict, of its literals in the clause
    std::uint32_t seeing_ = 0;
    std::vector<Literal> learned_, shrunk_;
    std::vector<std::pair<Variable, Mark>> of_level_;  // and their marks before

    std::int64_t followed_ever_ = 0, followed_at_shortening_ = 0;
    Watch<64> watch_;
};

// Visits the literals that had to be false for the reason to demand this one.
template <class Visit>
void LearningSearch::for_each_cause(Literal literal, Reason reason, Visit visit) {
    switch (reason.kind) {
        case Reason::Kind::none: break;
        case Reason::Kind::literal: visit(negation(static_cast<Literal>(reason.number))); break;
        case Reason::Kind::group:
            for (Digits rest = groups_[reason.number].members; rest; rest &= rest - 1)
                if (const Literal other = is_true(member(reason.number, rest)); other != literal) visit(other);
            break;
        case Reason::Kind::clause:
            for (const Literal other : clauses_.literals(reason.number))
                if (other != literal) visit(other);
            break;
        case Reason::Kind::inference:
            for (const Literal other : explanation(literal, reason)) visit(other);
            break;
    }
}

}  // namespace engine::learning
