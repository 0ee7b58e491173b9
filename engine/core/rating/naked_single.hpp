// A naked single is a cell with one candidate left, which it takes.
// It is rated above hidden singles, because a person has to go through nine digits to see it.
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

inline bool find_naked_single(const Position& position, Step& step) {
    for (int cell = 0; cell < cell_count; ++cell) {
        if (!is_single(position.candidates[cell])) continue;
        step.begin(Technique::naked_single);
        step.put(cell, lowest(position.candidates[cell]));
        return true;
    }
    return false;
}

}  // namespace engine::rating
