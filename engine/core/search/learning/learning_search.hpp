// A search that learns from its conflicts, for puzzles in which guessing alone does not end.
//
// Each candidate is a variable of a satisfiability problem. Its constraints are the groups of board/candidates.hpp: of
// the candidates of a cell, or of a digit in a unit, exactly one is true. A group is a word of bits, so what follows
// from one is found without clauses. A conflict is traced back to what caused it, which is learned as a clause
// (J. Marques-Silva and K. Sakallah, "GRASP", 1999; conflict.cpp). Clauses of use are shortened (shortening.cpp), others
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
#include "search/learning/activity.hpp"
#include "search/learning/clauses.hpp"
#include "search/learning/literal.hpp"
#include "search/learning/restarts.hpp"
#include "stop/watch.hpp"

namespace engine::learning {

class LearningSearch {
public:
    // `candidates` has the digits that each cell may hold.
    LearningSearch(Shape shape, std::span<const Digits> candidates);

    // Looks for a solution that was not found before.
    bool next();

    // The solution found last.
    void write(std::uint8_t* board) const;

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
        enum class Kind : std::uint32_t { none, literal, group, clause } kind = Kind::none;
        std::uint32_t number = 0;
    };
    // What a literal was found to be while a conflict is traced.
    enum class Mark : std::uint8_t { none, involved, redundant, needed, of_level };
    struct ToShorten {
        ClauseNumber number;
        std::vector<Literal> literals;
    };

    std::span<const Membership> groups_of(Variable variable) const { return {&membership_[kinds_ * variable], kinds_}; }
    Variable member(std::uint32_t group, Digits bits) const {
        return variable_[group * shape_.size() + std::countr_zero(bits)];
    }
    bool known(Variable variable) const { return truth_[is_true(variable)] != 0; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(level_begin_.size()); }

    bool assign(Literal literal, Reason reason);
    bool propagate();
    bool follow_true(Variable variable);
    bool follow_false(Variable variable);
    bool follow_clauses(Literal now_false);
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

    // shortening.cpp
    bool shorten_clauses();
    std::vector<ToShorten> clauses_to_shorten();
    std::vector<Literal> needed_of(std::span<const Literal> literals);
    std::vector<Literal> assumptions_behind(Literal literal, Reason reason);

    Shape shape_;
    std::uint32_t kinds_;                 // of groups, and groups that a candidate is in
    std::vector<Variable> variable_;      // by group and bit
    std::vector<Membership> membership_;  // by variable and kind
    std::vector<std::uint16_t> cell_;     // by variable
    std::vector<Group> groups_;
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
    Literal contradicted_ = 0;  // the literal that the reason of the conflict demands though it is false
    Restarts restarts_;

    // What a conflict needs:
    std::vector<Mark> mark_;  // by variable
    std::vector<Variable> marked_;
    std::vector<std::uint32_t> level_seen_;   // by level, the last conflict or count that saw it
    std::vector<std::uint32_t> first_place_;  // by level seen in this conflict, of its literals in the clause
    std::uint32_t seeing_ = 0;
    std::vector<Literal> learned_, shrunk_;
    std::vector<std::pair<Variable, Mark>> of_level_;  // and their marks before

    std::int64_t followed_ever_ = 0, followed_at_shortening_ = 0;  // literals, as a measure of time
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
    }
}

}  // namespace engine::learning
