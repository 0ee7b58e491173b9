// N cells of a region whose candidates are only N digits must take these between them.
// So none of these digits can be in another cell of the region.
#pragma once

#include "rating/step.hpp"
#include "rating/subsets.hpp"

namespace engine::rating {

template <int N, class Visit>
bool for_naked_sets(const Position& position, Step& step, Visit&& visit) {
    constexpr Technique name = N == 2   ? Technique::naked_pair
                               : N == 3 ? Technique::naked_triplet
                                        : Technique::naked_quad;
    for (const int region : blocks_columns_rows) {
        if (size_of(position.open[region]) < 2 * N) continue;
        Members cells;
        for_bits(position.open[region], [&](int place) {
            const Mask digits = position.candidates[regions.cell[region][place]];
            const int count = size_of(digits);
            if (count >= 2 && count <= N) cells.add(place, digits);
        });
        if (cells.count < N) continue;
        const bool stop = for_tuples<N>(cells, [&](Mask places, Mask digits) {
            step.begin(name);
            step.digits = digits;
            step.regions = 1u << region;
            for_bits(position.open[region], [&](int place) {
                const int cell = regions.cell[region][place];
                if (places >> place & 1)
                    step.cells.add(cell);
                else
                    step.take(position, cell, digits);
            });
            return step.removals && visit(step);
        });
        if (stop) return true;
    }
    return false;
}

template <int N>
bool find_naked_set(const Position& position, Step& step) {
    return for_naked_sets<N>(position, step, [](const Step&) { return true; });
}

}  // namespace engine::rating
