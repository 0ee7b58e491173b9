// Weights of puzzles (removal.hpp) at any size, a search for each question; weigh9.hpp has the fast way for 9x9.
#pragma once

#include <cstdint>
#include <cstring>

#include "carving/carve.hpp"
#include "carving/removal.hpp"

namespace engine {

template <class G>
double weigh(const Removal<G>& removal, CandidateSearch<G>& search) {
    Weight<G> weight(removal);
    for (int cell = 0; cell < Removal<G>::cells; ++cell) {
        if (!removal.is_clue(cell)) continue;
        std::uint8_t puzzle[Removal<G>::cells];
        std::memcpy(puzzle, removal.board, sizeof puzzle);
        int time = 0;
        for (; time < removal.time[cell]; ++time) {
            if (other_solution(G(), puzzle, removal.board, cell, search) == Other::found) break;
            puzzle[removal.cell[time]] = 0;
        }
        weight.advance(removal.time[cell], time);
    }
    return weight.value();
}

}  // namespace engine
