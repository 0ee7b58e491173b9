// Answers to puzzles beside their solutions.
#pragma once

#include "board/geometry.hpp"
#include "stop/watch.hpp"

namespace engine {

// For each answer: how many cells are as in the solution, and how many clues of the puzzle are not kept.
inline void check_batch(Shape shape, std::int64_t count, const std::uint8_t* puzzles, const std::uint8_t* answers,
                        const std::uint8_t* solutions, std::int32_t* right, std::int32_t* broken) {
    for_each_row(count, [&](std::int64_t row) {
        const std::int64_t first = shape.cells() * row;
        int right_cells = 0, broken_clues = 0;
        for (std::int64_t cell = first; cell < first + shape.cells(); ++cell) {
            right_cells += answers[cell] == solutions[cell];
            broken_clues += puzzles[cell] != 0 && answers[cell] != puzzles[cell];
        }
        right[row] = right_cells;
        broken[row] = broken_clues;
    });
}

}  // namespace engine
