// Puzzles with the rules that hold for them, as they come in.
#pragma once

#include <cstdint>

namespace engine::rules {

// Rules for all puzzles, or those of each: `starts[i]` is where the rules of puzzle i begin in `numbers`.
struct Puzzles {
    const std::int32_t* numbers;
    const std::int64_t* starts;
    bool shared;
    const std::uint8_t* clues;  // `cells` a puzzle, 0 where there is none
    std::int64_t cells, count;
};

}  // namespace engine::rules
