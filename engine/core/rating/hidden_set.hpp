// N digits of a region that have only the same N cells left must fill these, so no other digit can be there.
// When that leaves another digit one place in the region, the two together count as one direct, easier step.
#pragma once

#include "rating/step.hpp"
#include "rating/subsets.hpp"

namespace engine::rating {

// Visits (region, digits, places) for every hidden set of N, useful or not, in regions with more empty cells than a limit.
template <int N, class Board, class Visit>
bool for_hidden_tuples(const Position<Board>& position, int fewer, Visit&& visit) {
    const auto board = position.board;
    for (const int region : board->blocks_columns_rows()) {
        if (size_of(position.open[region]) <= fewer) continue;
        Members<Board> digits;
        for (int digit = 0; digit < board->size; ++digit) {
            const Mask places = position.places[digit][region];
            const int count = size_of(places);
            if (count >= 2 && count <= N) digits.add(digit, places);
        }
        if (digits.count < N) continue;
        if (for_tuples<N>(digits, [&](Mask which, Mask places) { return visit(region, which, places); })) return true;
    }
    return false;
}

template <class Board>
void begin_hidden_set(const Position<Board>& position, Step<Board>& step, Technique technique, int region, Mask digits,
                      Mask places) {
    step.begin(technique);
    for_bits(places, [&](int place) { step.cells.add(position.board->cell[region][place]); });
    step.digits = digits;
    step.regions = Board::region_bit(region);
}

template <int N, class Board, class Visit>
bool for_hidden_sets(const Position<Board>& position, Step<Board>& step, Visit&& visit) {
    const auto board = position.board;
    constexpr Technique name = N == 2   ? Technique::hidden_pair
                               : N == 3 ? Technique::hidden_triplet
                                        : Technique::hidden_quad;
    return for_hidden_tuples<N>(position, 2 * N, [&](int region, Mask digits, Mask places) {
        begin_hidden_set(position, step, name, region, digits, places);
        for_cells(step.cells, [&](int cell) { step.take(position, cell, board->full_mask & ~digits); });
        return step.removals && visit(step);
    });
}

template <int N, class Board>
bool find_hidden_set(const Position<Board>& position, Step<Board>& step) {
    return for_hidden_sets<N>(position, step, [](const Step<Board>&) { return true; });
}

template <int N, class Board>
bool find_direct_hidden_set(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    constexpr Technique name = N == 2 ? Technique::direct_hidden_pair : Technique::direct_hidden_triplet;
    return for_hidden_tuples<N>(position, N, [&](int region, Mask digits, Mask places) {
        for (int digit = 0; digit < board->size; ++digit) {
            const Mask before = position.places[digit][region];
            if (digits >> digit & 1 || is_single(before) || !is_single(before & ~places)) continue;
            begin_hidden_set(position, step, name, region, digits, places);
            for_cells(step.cells, [&](int cell) { step.take(position, cell, board->full_mask & ~digits); });
            step.put(board->cell[region][lowest(before & ~places)], digit);
            return true;
        }
        return false;
    });
}

}  // namespace engine::rating
