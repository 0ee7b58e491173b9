#pragma once

namespace engine::rating {

inline constexpr int largest_rated_size = 12;  // of a board whose puzzles are rated

}  // namespace engine::rating
