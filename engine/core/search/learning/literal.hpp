// Candidates as the variables of a clause-learning search.
#pragma once

#include <cstdint>

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

}  // namespace engine::learning
