// Where all places of a digit in a block lie on one line, the digit goes from the rest of that line (pointing); where
// all its places on a line lie in one block, it goes from the rest of that block (claiming).
// When that leaves the digit one place in a neighbouring region, the two together count as one direct, easier step.
#pragma once

#include "step.hpp"

namespace engine::rating {

// Visits (from, to, digit) for every digit of two or more places in region `from` that all lie in region `to`.
template <class Visit>
bool for_locked(const Position& position, Visit&& visit) {
    struct Way {
        Kind from, to;
    };
    for (const auto [from_kind, to_kind] : {Way{block, column}, Way{block, row}, Way{column, block}, Way{row, block}})
        for (int from = 9 * from_kind; from < 9 * from_kind + 9; ++from)
            for (int to = 9 * to_kind; to < 9 * to_kind + 9; ++to) {
                const Mask shared = regions.overlap[from][to];
                if (!shared) continue;
                for (int digit = 0; digit < digit_count; ++digit) {
                    const Mask places = position.places[digit][from];
                    if (places && !(places & ~shared) && !is_single(places) && visit(from, to, digit)) return true;
                }
            }
    return false;
}

inline void begin_locked(const Position& position, Step& step, Technique pointing, Technique claiming, int from, int to,
                         int digit) {
    step.begin(kind_of(from) == block ? pointing : claiming);
    step.cells = regions.cells[from] & position.with[digit];
    step.digits = bit(digit);
    step.regions = 1u << from | 1u << to;
    const Cells rest = regions.cells[to].without(regions.cells[from]);
    for_cells(rest & position.with[digit], [&](int cell) { step.take(position, cell, bit(digit)); });
}

template <class Visit>
bool for_locking(const Position& position, Step& step, Visit&& visit) {
    return for_locked(position, [&](int from, int to, int digit) {
        begin_locked(position, step, Technique::pointing, Technique::claiming, from, to, digit);
        return step.removals && visit(step);
    });
}

inline bool find_locking(const Position& position, Step& step) {
    return for_locking(position, step, [](const Step&) { return true; });
}

inline bool find_direct_locking(const Position& position, Step& step) {
    return for_locked(position, [&](int from, int to, int digit) {
        const int first = from / 9 * 9;
        for (int other = first; other < first + 9; ++other) {
            const Mask places = position.places[digit][other], shared = regions.overlap[other][to];
            if (other == from || !shared || is_single(places) || !is_single(places & ~shared)) continue;
            begin_locked(position, step, Technique::direct_pointing, Technique::direct_claiming, from, to, digit);
            step.regions |= 1u << other;
            step.put(regions.cell[other][lowest(places & ~shared)], digit);
            return true;
        }
        return false;
    });
}

}  // namespace engine::rating
