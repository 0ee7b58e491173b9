// Candidates as the variables of a clause-learning search.
#pragma once

#include <cstdint>

namespace engine::learning {

// A candidate of the puzzle, numbered from 0.
using Variable = std::uint32_t;

// That a candidate is true (even) or false (odd).
using Literal = std::uint32_t;

constexpr Literal is_true(Variable variable) { return 2 * variable; }
constexpr Literal is_false(Variable variable) { return 2 * variable + 1; }
constexpr Literal negation(Literal literal) { return literal ^ 1; }
constexpr Variable variable_of(Literal literal) { return literal >> 1; }
constexpr bool says_true(Literal literal) { return !(literal & 1); }

}  // namespace engine::learning
