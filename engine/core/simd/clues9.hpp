// The clues of a 9x9 puzzle, found sixteen cells at a time.
//
// Whether a cell has a clue cannot be foreseen: a branch for each of the 81 cells is mispredicted at nearly every clue, which
// takes longer than all that is then done with it.
#pragma once

#include <bit>
#include <cstdint>

#include "simd/bytes16.hpp"

namespace engine {

// Calls visit(cell) for each cell with a clue, in ascending order.
template <class Visit>
inline void for_each_clue(const std::uint8_t* puzzle, Visit visit) {
    const auto filled = [&](int first) -> std::uint64_t {
        return ~equal_bytes(load_bytes(puzzle + first), 0) & 0xFFFF;
    };
    std::uint64_t cells = filled(0) | filled(16) << 16 | filled(32) << 32 | filled(48) << 48;
    for (; cells; cells &= cells - 1) visit(std::countr_zero(cells));
    cells = filled(64) | std::uint64_t{puzzle[80] != 0} << 16;
    for (; cells; cells &= cells - 1) visit(64 + std::countr_zero(cells));
}

}  // namespace engine
