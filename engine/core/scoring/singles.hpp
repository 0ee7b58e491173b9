// Full houses, naked singles and hidden singles, in the order in which they arose.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

inline bool place_single(Step& step, Technique technique, Spot single) {
    step.clear(technique);
    step.placed.push_back(single);
    return true;
}

// A naked single that is the last empty cell of a unit. The queue keeps it.
inline bool find_full_house(const Grid& grid, Step& step) {
    for (int place = grid.naked.begin(); place < grid.naked.end(); ++place) {
        const Spot single = grid.naked[place];
        if (grid.value[single.cell]) continue;
        for (const int unit : units.of_cell[single.cell])
            if (grid.open[unit] == 1) return place_single(step, Technique::full_house, single);
    }
    return false;
}

inline bool find_naked_single(Grid& grid, Step& step) {
    while (!grid.naked.empty()) {
        const Spot single = grid.naked.take();
        if (!grid.value[single.cell]) return place_single(step, Technique::naked_single, single);
    }
    return false;
}

// Only the first of an empty cell is looked at: where it is no single any more, another technique has its turn.
inline bool find_hidden_single(Grid& grid, Step& step) {
    while (!grid.hidden.empty()) {
        const Spot single = grid.hidden.take();
        if (grid.value[single.cell]) continue;
        for (const int unit : units.of_cell[single.cell])
            if (grid.free[unit][single.digit] == 1) return place_single(step, Technique::hidden_single, single);
        return false;
    }
    return false;
}

}  // namespace engine::scoring
