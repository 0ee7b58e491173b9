// N cells of a unit whose candidates are only N digits must take these between them.
// So none of these digits can be in another cell of the unit.
#pragma once

#include "rating/changes.hpp"
#include "rating/subsets.hpp"

namespace engine::rating {

template <int N, class Board, class Visit>
bool for_naked_sets(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step, Visit&& visit) {
    const auto board = position.board;
    constexpr Technique name = N == 2   ? Technique::naked_pair
                               : N == 3 ? Technique::naked_triplet
                                        : Technique::naked_quad;
    for (const int unit : board->blocks_columns_rows()) {
        if (!changes.has_unit(unit) || size_of(position.open[unit]) < 2 * N) continue;
        Members<Board> cells;
        for_bits(position.open[unit], [&](int place) {
            const Mask digits = position.candidates[board->cell[unit][place]];
            const int count = size_of(digits);
            if (count >= 2 && count <= N) cells.add(place, digits);
        });
        if (cells.count < N) continue;
        const bool stop = for_tuples<N>(cells, [&](Mask places, Mask digits) {
            step.begin(name);
            step.digits = digits;
            step.units = board->unit_bit(unit);
            for_bits(position.open[unit], [&](int place) {
                const int cell = board->cell[unit][place];
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

template <int N, class Board>
bool find_naked_set(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    return for_naked_sets<N>(position, changes, step, [](const Step<Board>&) { return true; });
}

}  // namespace engine::rating
