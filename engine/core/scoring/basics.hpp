// What every player knows: singles in the order in which they appeared; locked candidates, from a block to a line (pointing)
// and from a line to a block (claiming); naked and hidden sets of two to four, of which naked ones that also lock
// a block are locked pairs and triples.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

// --- Singles -------------------------------------------------------------------------------------------------------

inline bool place_single(Step& step, Technique technique, Spot single) {
    step.begin(technique);
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

// Only the first of an empty cell is looked at: if it is no single any more, another technique has its turn.
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
        const bool holds =
            technique == Technique::naked_single || std::any_of(of_cell.begin(), of_cell.end(), [&](int unit) {
                return hidden ? grid.free[unit][single.digit] == 1 : grid.open[unit] == 1;
            });
        if (!holds) continue;
        seen.add(single.cell);
        Step step;
        place_single(step, technique, single);
        if (found.take(step)) return;
    }
}

// --- Locked candidates ---------------------------------------------------------------------------------------------

// The places of a digit in `unit` are all in `other` too, where it has more.
inline bool take_locked(const Grid& grid, Found& found, Technique technique, int digit, int unit, int other) {
    const Cells places = grid.with[digit] & units.set[unit];
    Step step;
    step.begin(technique, {digit});
    step.add_cells(places);
    step.base.push_back(unit);
    step.cover.push_back(other);
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

// --- Subsets -------------------------------------------------------------------------------------------------------

// What a naked set removes in the units that it lies in; true if it does so in a block and outside of it.
inline bool remove_around(const Grid& grid, const Cells& cells, Mask digits, Step& step) {
    const auto& of_first = units.of_cell[cells.first()];
    bool in[3], removes[3] = {};
    for (int kind = 0; kind < 3; ++kind) {
        in[kind] = within(cells, units.set[of_first[kind]]);
        if (!in[kind]) continue;
        for (const int cell : EachCell((units.set[of_first[kind]] & grid.empty).without(cells)))
            for (const int digit : EachDigit(grid.mask[cell] & digits)) {
                step.remove(cell, digit);
                removes[kind] |= kind == 2 || units.of_cell[cell][2] != of_first[2];
            }
    }
    return removes[0] + removes[1] + removes[2] > 1 && in[2] && (in[0] || in[1]);
}

// The naked sets of a size: those that are locked, or those that are not.
inline bool find_naked(const Grid& grid, Found& found, int size, bool locked) {
    std::array<int, 9> place;
    std::array<Mask, 9> mask;
    Step step;
    for (int order = 0; order < (locked ? 9 : unit_count); ++order) {
        const int unit = (order + first_block) % unit_count;  // blocks, rows, columns
        int total = 0;
        for (const int cell : units.cell[unit])
            if (grid.mask[cell] && grid.candidates(cell) <= size) place[total] = cell, mask[total++] = grid.mask[cell];
        const auto visit = [&](std::span<const int> chosen, Mask digits) {
            Cells cells;
            for (const int i : chosen) cells.add(place[i]);
            step.begin(naked_sets[size - 2]);
            const bool locks = remove_around(grid, cells, digits, step) && size < 4;
            if (step.removed.empty() || locks != locked) return false;
            if (locks) step.technique = size == 2 ? Technique::locked_pair : Technique::locked_triple;
            step.add_cells(cells);
            step.add_digits(digits);
            step.base.push_back(unit);
            return found.take(step);
        };
        if (each_choice(mask.data(), total, size, visit)) return true;
    }
    return false;
}

inline bool find_hidden(const Grid& grid, Found& found, int size) {
    std::array<int, 9> digit_at;
    std::array<Cells, 9> places;
    Step step;
    for (int order = 0; order < unit_count; ++order) {
        const int unit = (order + first_block) % unit_count;
        if (grid.open[unit] <= size) continue;
        int total = 0;
        for (int digit = 1; digit <= 9; ++digit)
            if (grid.free[unit][digit] > 0 && grid.free[unit][digit] <= size) {
                digit_at[total] = digit;
                places[total++] = grid.with[digit] & units.set[unit];
            }
        const auto visit = [&](std::span<const int> chosen, const Cells& cells) {
            Mask digits = 0;
            for (const int i : chosen) digits |= bit(digit_at[i]);
            step.begin(hidden_sets[size - 2]);
            step.remove_all(grid, cells, without(all_digits, digits));
            if (step.removed.empty()) return false;
            step.add_cells(cells);
            step.add_digits(digits);
            step.base.push_back(unit);
            return found.take(step);
        };
        if (each_choice(places.data(), total, size, visit)) return true;
    }
    return false;
}

}  // namespace engine::scoring
