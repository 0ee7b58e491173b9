// Solving and counting, one puzzle after another.
#pragma once

#include "search/solve.hpp"

namespace engine {

template <class G>
void solve_batch(Shape shape, const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
                 std::int32_t* counts) {
    const G geometry(shape);
    CandidateSearch<G> search(geometry);
    for (std::int64_t i = 0; i < geometry.cells * count; i += geometry.cells)
        *counts++ = solve(geometry, puzzles + i, limit, search, solutions ? solutions + i : nullptr);
}

inline void solve_batch_by_learning(Shape shape, const std::uint8_t* puzzles, std::int64_t count, int limit,
                                    std::uint8_t* solutions, std::int32_t* counts) {
    for (std::int64_t i = 0; i < shape.cells() * count; i += shape.cells())
        *counts++ = solve_by_learning(shape, puzzles + i, limit, solutions + i);
}

}  // namespace engine
