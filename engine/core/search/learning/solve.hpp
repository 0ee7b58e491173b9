// Solving and counting by a search that learns from its conflicts: compiled once, for boards of any shape.
#pragma once

#include <cstdint>

#include "board/geometry.hpp"

namespace engine {

// Counts the solutions of a puzzle up to a limit, and writes the first one where `solution` is not null. A clause is
// kept for each solution, so the limit is for small numbers.
std::int32_t solve_by_learning(Shape shape, const std::uint8_t* puzzle, int limit, std::uint8_t* solution);

}  // namespace engine
