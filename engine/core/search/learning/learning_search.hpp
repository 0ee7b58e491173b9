// A search that learns from its conflicts, for puzzles in which guessing alone does not end.
//
// Each candidate is a variable of a satisfiability problem. Its constraints are the groups of board/candidates.hpp: of
// the candidates of a cell, or of a digit in a unit, exactly one is true. A group is a word of bits, so what follows
// from one is found without clauses. A conflict is traced back to what caused it, which is learned as a clause
// (J. Marques-Silva and K. Sakallah, "GRASP", 1999); restarts and forgetting follow G. Audemard and L. Simon,
// "Predicting learnt clauses quality in modern SAT solvers", 2009.
//
// It is compiled once, for boards of any shape, and takes the same steps on any processor: what is decided by
// comparing numbers uses whole numbers, or sums and quotients that are rounded alike everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/geometry.hpp"
#include "search/learning/activity.hpp"
#include "search/learning/clauses.hpp"
#include "search/learning/literal.hpp"
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

    std::span<const Membership> groups_of(Variable variable) const { return {&membership_[kinds_ * variable], kinds_}; }
    Variable member(std::uint32_t group, Digits bits) const;
    bool known(Variable variable) const { return truth_[is_true(variable)] != 0; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(level_begin_.size()); }

    bool assign(Literal literal, Reason reason);
    bool propagate();
    bool follow_true(Variable variable);
    bool follow_false(Variable variable);
    bool follow_clauses(Literal now_false);
    template <class Visit>
    void for_each_cause(Literal literal, Reason reason, Visit visit);

    void resolve_conflict();
    bool redundant(Literal literal, int depth);
    void note_use(ClauseNumber clause);
    std::uint32_t spread_of(std::span<const Literal> literals);
    bool learn();
    void count_conflict(std::uint32_t spread);
    bool decide();
    void back_to(std::uint32_t level);
    bool restart_due();
    void restart();
    void shorten_clauses();
    bool forget();
    bool exclude_solution();

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
    std::vector<bool> phase_;              // what a variable was last
    std::vector<Reason> reason_;           // by variable
    std::vector<std::uint32_t> level_of_;  // by variable
    std::vector<Literal> trail_;           // all that is true, in order
    std::vector<std::uint32_t> level_begin_;
    std::size_t followed_ = 0;  // literals of the trail that have been followed up
    Reason conflict_;
    Literal contradicted_ = 0;  // the literal that the reason of the conflict demands though it is false

    // What a conflict needs:
    enum class Mark : std::uint8_t { none, involved, redundant, needed };
    std::vector<Mark> mark_;  // by variable
    std::vector<Variable> marked_;
    std::vector<std::uint32_t> level_seen_;  // by level, the last conflict or count that saw it
    std::uint32_t seeing_ = 0;
    std::vector<Literal> learned_;
    int open_causes_ = 0;

    std::int64_t recent_spread_ = 0, usual_spread_ = 0;  // moving averages
    std::int64_t conflicts_ = 0, since_restart_ = 0, since_forgetting_ = 0, patience_;
    Watch<64> watch_;
};

}  // namespace engine::learning
