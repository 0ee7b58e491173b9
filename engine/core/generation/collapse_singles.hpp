// Random full boards by wave function collapse with a longer look: after each choice all naked and hidden singles are
// followed up, so a contradiction shows long before a cell has nothing left.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "board/candidates.hpp"
#include "board/random.hpp"

namespace engine {

// One attempt at a board. A choice that leads to a contradiction makes the attempt invalid; or, with `TakeBack`, it is
// taken back and excluded, and the attempt is invalid only if excluding it is a contradiction too.
template <bool TakeBack, class G>
bool collapse_singles(const G& geometry, Random& random, std::uint8_t* board) {
    Candidates<G> candidates(geometry), before(geometry);
    while (candidates.open().any()) {
        int fewest = geometry.size + 1, ties = 0;
        std::uint16_t tied[G::max_cells];
        candidates.open().for_each([&](int cell) {
            const int count = std::popcount(candidates.of(cell));
            if (count < fewest) ties = 0;
            fewest = std::min(fewest, count);
            if (count == fewest) tied[ties++] = static_cast<std::uint16_t>(cell);
        });
        const int cell = tied[random.below(ties)];
        const int digit = nth_bit(candidates.of(cell), random.below(fewest));
        if constexpr (TakeBack) before = candidates;
        if (candidates.place(cell, digit)) continue;
        if constexpr (TakeBack) candidates = before;
        if (!TakeBack || !candidates.drop(cell, digit)) return false;
    }
    for (int cell = 0; cell < geometry.cells; ++cell)
        board[cell] = static_cast<std::uint8_t>(candidates.settled_digit(cell));
    return true;
}

}  // namespace engine
