// Locked candidates: pointing, from a block to a line, and claiming, from a line to a block.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

// The places of a digit in `unit` are all in `other` too, where it has more.
inline bool take_locked(const Grid& grid, Found& found, Technique technique, int digit, int unit, int other) {
    const Cells places = grid.with[digit] & units.set[unit];
    Step step;
    step.clear(technique);
    step.add_digit(digit);
    step.add_cells(places);
    step.base.push_back(static_cast<std::uint8_t>(unit));
    step.cover.push_back(static_cast<std::uint8_t>(other));
    step.remove_all((grid.with[digit] & units.set[other]).without(places), digit);
    return found.take(step);
}

inline bool find_locked(const Grid& grid, Found& found, Technique technique) {
    const bool pointing = technique == Technique::pointing;
    for (int unit = pointing ? first_block : 0; unit < (pointing ? unit_count : first_block); ++unit)
        for (int digit = 1; digit <= 9; ++digit) {
            const int free = grid.free[unit][digit];
            if (free != 2 && free != 3) continue;
            const Cells places = grid.with[digit] & units.set[unit];
            const auto& of_first = units.of_cell[places.first()];
            for (int kind = pointing ? 0 : 2; kind < (pointing ? 2 : 3); ++kind) {
                const int other = of_first[kind];
                if (grid.free[other][digit] > free && within(places, units.set[other])) {
                    if (take_locked(grid, found, technique, digit, unit, other)) return true;
                    break;
                }
            }
        }
    return false;
}

}  // namespace engine::scoring
