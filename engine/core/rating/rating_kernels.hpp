// What the rater offers at a class of boards.
#pragma once

#include <cstdint>

#include "board/geometry.hpp"
#include "rating/explanation.hpp"
#include "rating/record.hpp"

namespace engine::rating {

struct RatingKernels {
    // `solutions` says how many solutions each puzzle has, two for more; only puzzles with one are rated.
    void (*rate)(Shape, const std::uint8_t* puzzles, std::int64_t count, int ceiling, const std::int32_t* solutions,
                 Rating* ratings) = nullptr;
    // Writes the steps of a puzzle with one solution, at most most_steps, and why each holds if it is a chain.
    void (*path)(Shape, const std::uint8_t* puzzle, Record* steps, std::vector<Explanation>& explanations) = nullptr;
    // What one family finds in a position, and why if it is a chain; false where it finds nothing.
    bool (*find_step)(Shape, int family, const std::uint8_t* puzzle, const std::uint16_t* candidates, Record* step,
                      Explanation& explanation) = nullptr;
};

}  // namespace engine::rating
