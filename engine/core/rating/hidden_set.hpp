// N digits of a unit that have only the same N cells left must fill these, so no other digit can be there.
// When that leaves another digit one place in the unit, the two together count as one direct, easier step: it only
// places that digit, as in Sudoku Explainer, so what the pattern would remove stays until a later step.
#pragma once

#include "rating/changes.hpp"
#include "rating/subsets.hpp"

namespace engine::rating {

// Visits (unit, digits, places) for every hidden set of N, useful or not, in changed units with more empty cells
// than a limit.
template <int N, class Board, class Visit>
bool for_hidden_tuples(const Position<Board>& position, const Changes<Board>& changes, int fewer, Visit&& visit) {
    const auto board = position.board;
    for (const int unit : board->blocks_columns_rows()) {
        if (!changes.has_unit(unit) || size_of(position.open[unit]) <= fewer) continue;
        Members<Board> digits;
        for (int digit = 0; digit < board->size; ++digit) {
            const Mask places = position.places[digit][unit];
            const int count = size_of(places);
            if (count >= 2 && count <= N) digits.add(digit, places);
        }
        if (digits.count < N) continue;
        if (for_tuples<N>(digits, [&](Mask which, Mask places) { return visit(unit, which, places); })) return true;
    }
    return false;
}

template <class Board>
void begin_hidden_set(const Position<Board>& position, Step<Board>& step, Technique technique, int unit, Mask digits,
                      Mask places) {
    step.begin(technique);
    for_bits(places, [&](int place) { step.cells.add(position.board->cell[unit][place]); });
    step.digits = digits;
    step.units = Board::unit_bit(unit);
}

template <int N, class Board, class Visit>
bool for_hidden_sets(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step, Visit&& visit) {
    const auto board = position.board;
    constexpr Technique name = N == 2   ? Technique::hidden_pair
                               : N == 3 ? Technique::hidden_triplet
                                        : Technique::hidden_quad;
    return for_hidden_tuples<N>(position, changes, 2 * N, [&](int unit, Mask digits, Mask places) {
        begin_hidden_set(position, step, name, unit, digits, places);
        for_cells(step.cells, [&](int cell) { step.take(position, cell, board->full_mask & ~digits); });
        return step.removals && visit(step);
    });
}

template <int N, class Board>
bool find_hidden_set(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    return for_hidden_sets<N>(position, changes, step, [](const Step<Board>&) { return true; });
}

template <int N, class Board>
bool find_direct_hidden_set(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    const auto board = position.board;
    constexpr Technique name = N == 2 ? Technique::direct_hidden_pair : Technique::direct_hidden_triplet;
    return for_hidden_tuples<N>(position, changes, N, [&](int unit, Mask digits, Mask places) {
        for (int digit = 0; digit < board->size; ++digit) {
            const Mask before = position.places[digit][unit];
            if (digits >> digit & 1 || is_single(before) || !is_single(before & ~places)) continue;
            begin_hidden_set(position, step, name, unit, digits, places);
            step.put(board->cell[unit][lowest(before & ~places)], digit);
            return true;
        }
        return false;
    });
}

}  // namespace engine::rating
