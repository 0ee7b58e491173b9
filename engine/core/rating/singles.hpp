// A hidden single is a digit that has one place left in a row, column or block, so it goes there.
// Where that is the last empty cell of the region it is easier still, and in a block easier than on a line.
#pragma once

#include <cstring>

#include "rating/step.hpp"

namespace engine::rating {

template <class Board>
bool find_last_value(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    for (const int region : board->blocks_columns_rows()) {
        if (!is_single(position.open[region])) continue;
        const int cell = board->cell[region][lowest(position.open[region])];
        if (!position.candidates[cell]) continue;
        step.begin(Technique::last_value);
        step.regions = board->region_bit(region);
        step.put(cell, lowest(position.candidates[cell]));
        return true;
    }
    return false;
}

// For each region, the digits that have one place left there; all regions side by side in a register.
template <class Board>
typename Board::template PerRegion<Mask> hidden_digits(const Position<Board>& position) {
    using PerRegion = typename Board::template PerRegion<Mask>;
    typedef Mask Vector __attribute__((vector_size(sizeof(PerRegion))));
    Vector hidden{};
    for (int digit = 0; digit < position.board->size; ++digit) {
        Vector places;
        std::memcpy(&places, position.places[digit].data(), sizeof places);
        hidden |= (places != 0) & ((places & (places - 1)) == 0) & (Vector{} + bit(digit));
    }
    PerRegion digits;
    std::memcpy(digits.data(), &hidden, sizeof hidden);
    return digits;
}

template <class Board>
bool find_hidden_single(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    if (find_last_value(position, step)) return true;
    const auto hidden = hidden_digits(position);
    for (const int region : board->blocks_columns_rows()) {
        if (!hidden[region] || is_single(position.open[region])) continue;
        const int digit = lowest(hidden[region]);
        step.begin(board->kind_of(region) == block ? Technique::hidden_single_block : Technique::hidden_single_line);
        step.regions = board->region_bit(region);
        step.put(board->cell[region][lowest(position.places[digit][region])], digit);
        return true;
    }
    return false;
}

// A naked single is a cell with one candidate left, which it takes.
// It is rated above hidden singles, because a person has to go through nine digits to see it.
template <class Board>
bool find_naked_single(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    for (int cell = 0; cell < board->cell_count; ++cell) {
        if (!is_single(position.candidates[cell])) continue;
        step.begin(Technique::naked_single);
        step.put(cell, lowest(position.candidates[cell]));
        return true;
    }
    return false;
}

}  // namespace engine::rating
