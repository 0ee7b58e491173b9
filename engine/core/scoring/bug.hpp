// The bivalue universal grave plus one: without one candidate every cell and every unit would have two choices.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

inline bool find_bug_plus_1(const Grid& grid, Found& found) {
    int odd = -1;
    for (const int cell : EachCell(grid.empty)) {
        if (grid.candidates(cell) > 3 || (grid.candidates(cell) == 3 && odd >= 0)) return false;
        if (grid.candidates(cell) == 3) odd = cell;
    }
    if (odd < 0) return false;
    int extra = 0;
    std::array<int, 3> at = {-1, -1, -1};
    for (int unit = 0; unit < unit_count; ++unit)
        for (int digit = 1; digit <= 9; ++digit) {
            const int free = grid.free[unit][digit];
            if (free > 3) return false;
            if (free < 3) continue;
            if (at[unit / 9] >= 0 || (extra && extra != digit)) return false;
            extra = digit;
            at[unit / 9] = unit;
        }
    if (!extra || !grid.has(odd, extra)) return false;
    for (int kind = 0; kind < 3; ++kind)
        if (units.of_cell[odd][kind] != at[kind]) return false;
    Step step;
    step.clear(Technique::bug_plus_1);
    step.add_cell(odd);
    step.add_digit(extra);
    for (const int digit : EachDigit(without(grid.mask[odd], bit(extra)))) step.remove(odd, digit);
    return found.take(step);
}

}  // namespace engine::scoring
