// Puzzles under the same rules side by side, if they are 9x9 and the rules are houses and relations of two cells
// (ruled_lanes.hpp). For other rules the answer is false, and nothing is done.
#pragma once

#include <cstdint>

namespace engine::rules {

inline constexpr int not_counted = -1;

// As RuledPuzzle::count for each puzzle; `not_counted` if guessing does not end soon.
bool solve_in_lanes(const std::uint8_t* puzzles, std::int64_t count, const std::int32_t* numbers, int limit,
                    std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses);

// As RuledPuzzle::carve for each board.
bool carve_in_lanes(const std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                    const std::int64_t* positions, std::uint8_t* puzzles);

// Full boards at random (ruled_drawing.hpp), for rules under which RuledPuzzle::draw takes long: digits that cannot be
// neighbours, or houses of few cells. Rows for which there is no board stay as they are.
bool draw_in_lanes(std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                   const std::int64_t* positions);

}  // namespace engine::rules
