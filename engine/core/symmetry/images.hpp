// Sets of turns and mirrors of a board, a bit for each image that symmetry.hpp numbers.
#pragma once

#include <cstdint>

namespace engine {

using Images = std::uint8_t;  // bit 0, the board as it is, is in every set

}  // namespace engine
