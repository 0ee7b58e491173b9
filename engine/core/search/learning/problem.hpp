// Candidates as the variables of a clause-learning search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/geometry.hpp"

namespace engine::learning {

// A candidate of the puzzle, numbered from 0.
using Variable = std::uint16_t;

// That a candidate is true (even) or false (odd).
using Literal = std::uint16_t;

inline constexpr Variable no_variable = 0xffff;

static_assert(2 * largest_size * largest_size * largest_size <= 1 << 16, "a literal fits");

constexpr Literal is_true(Variable variable) { return static_cast<Literal>(2 * variable); }
constexpr Literal is_false(Variable variable) { return static_cast<Literal>(2 * variable + 1); }
constexpr Literal negation(Literal literal) { return literal ^ 1; }
constexpr Variable variable_of(Literal literal) { return literal >> 1; }
constexpr bool says_true(Literal literal) { return !(literal & 1); }

// What a search that learns is to solve: candidates as variables, and what holds between them.

// What the search knows of its variables, as arrays by literal or variable.
struct Knowledge {
    std::span<const std::int8_t> truth;    // of a literal: 1 true, -1 false, 0 not known
    std::span<const std::uint32_t> place;  // in the order in which variables became known
    std::span<const std::uint32_t> level;  // the assumptions before it
};

// Constraints that remove candidates by themselves. They say why only when they are asked.
class Inference {
public:
    virtual ~Inference() = default;

    // Variables that are false now, and that are no longer.
    virtual void note_false(Variable variable) = 0;
    virtual void forget_false(Variable variable) = 0;

    // Is there a constraint to look at?
    virtual bool waiting() const = 0;

    struct Found {
        bool holds;
        std::uint32_t reason;  // a number for `explain`
    };

    // Looks at the next constraint, when `known` variables are known; finds further variables to be false.
    virtual Found look(std::size_t known, std::vector<Variable>& gone) = 0;

    // Finds literals that were false then, and as long as they are all false, so is the variable; or the constraint
    // cannot hold, if the variable is `no_variable`.
    virtual void explain(std::uint32_t reason, Variable gone, const Knowledge& knowledge,
                         std::vector<Literal>& causes) = 0;
};

struct Problem {
    std::size_t variables = 0;
    std::vector<std::vector<Variable>> groups;  // exactly one of each is true
    std::vector<std::vector<Variable>> bans;    // by variable, others that are false if it is true; may be empty
    std::vector<std::vector<Literal>> clauses;  // of two literals or more
    Inference* inference = nullptr;
};

}  // namespace engine::learning
