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

// The singles of one kind that a position has; the queues keep them.
inline void find_singles(const Grid& grid, Found& found, Technique technique) {
    const bool hidden = technique == Technique::hidden_single;
    const SinglesQueue& queue = hidden ? grid.hidden : grid.naked;
    Cells seen;
    for (int place = queue.begin(); place < queue.end(); ++place) {
        const Spot single = queue[place];
        if (grid.value[single.cell] || seen.has(single.cell)) continue;
        const auto& of_cell = units.of_cell[single.cell];
        const bool holds = technique == Technique::naked_single || std::any_of(of_cell.begin(), of_cell.end(), [&](int unit) {
            return hidden ? grid.free[unit][single.digit] == 1 : grid.open[unit] == 1;
        });
        if (!holds) continue;
        seen.add(single.cell);
        Step step;
        place_single(step, technique, single);
        if (found.take(step)) return;
    }
}

}  // namespace engine::scoring
