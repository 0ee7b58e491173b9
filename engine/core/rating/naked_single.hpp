// A naked single is a cell with one candidate left, which it takes.
// It is rated above hidden singles, because a person has to go through nine digits to see it.
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

template <class Board>
bool find_naked_single(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    for (int cell = 0; cell < board->cell_count; ++cell) {
        if (!is_single(position.candidates[cell])) continue;
        step.begin(Technique::naked_single);
        step.put(cell, lowest(position.candidates[cell]));
        return true;
    }
    return false;
}

}  // namespace engine::rating
