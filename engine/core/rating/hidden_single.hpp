// A hidden single is a digit that has one place left in a row, column or block, so it stands there.
// Where that is the last empty cell of the region it is easier still, and in a block easier than on a line.
#pragma once

#include "step.hpp"

namespace engine::rating {

inline bool find_last_value(const Position& position, Step& step) {
    for (const int region : blocks_columns_rows) {
        if (!is_single(position.open[region])) continue;
        const int cell = regions.cell[region][lowest(position.open[region])];
        if (!position.candidates[cell]) continue;
        step.begin(Technique::last_value);
        step.regions = 1u << region;
        step.put(cell, lowest(position.candidates[cell]));
        return true;
    }
    return false;
}

inline bool find_hidden_single(const Position& position, Step& step) {
    if (find_last_value(position, step)) return true;
    for (const int region : blocks_columns_rows) {
        unsigned once = 0, twice = 0;
        for (const int cell : regions.cell[region]) {
            twice |= once & position.candidates[cell];
            once |= position.candidates[cell];
        }
        once &= ~twice;
        if (!once || is_single(position.open[region])) continue;
        const int digit = lowest(once);
        step.begin(kind_of(region) == block ? Technique::hidden_single_block : Technique::hidden_single_line);
        step.regions = 1u << region;
        step.put(regions.cell[region][lowest(position.places[digit][region])], digit);
        return true;
    }
    return false;
}

}  // namespace engine::rating
