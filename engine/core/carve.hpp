// Carving at every size but 9x9, one board after another; carve9.hpp has the fast way for 9x9.
//
// The question is the same: with the clue gone and its digit forbidden there, is there any solution?
#pragma once

#include "carving.hpp"
#include "singles_search.hpp"

namespace engine {

template <int Box>
void carve(const std::uint8_t* board, std::uint64_t seed, int clues, const Orbits<Box>& orbits, SinglesSearch<Box>& search,
           std::uint8_t* out) {
    Carving<Box> carving;
    carving.start(board, seed, clues, orbits, out);
    std::uint8_t without[Geometry<Box>::cells];
    do {
        for (int cell; (cell = carving.cell()) >= 0;) {
            std::memcpy(without, carving.puzzle(), sizeof without);
            without[cell] = 0;
            search.forbid(cell, carving.digit(cell));
            if (search.run(without, 1).solutions) {
                carving.keep([](int) {});
            } else {
                carving.remove();
            }
        }
    } while (carving.another_pass());
}

}  // namespace engine
