// A hidden single is a digit that has one place left in a row, column or block, so it goes there.
// If that is the last empty cell of the unit it is easier still, and in a block easier than on a line.
#pragma once

#include <cstring>

#include "rating/step.hpp"

namespace engine::rating {

template <class Board>
bool find_last_value(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    for (const int unit : board->blocks_columns_rows()) {
        if (!is_single(position.open[unit])) continue;
        const int cell = board->cell[unit][lowest(position.open[unit])];
        if (!position.candidates[cell]) continue;
        step.begin(Technique::last_value);
        step.units = board->unit_bit(unit);
        step.put(cell, lowest(position.candidates[cell]));
        return true;
    }
    return false;
}

// For each unit, the digits that have one place left there; all units side by side in a register.
template <class Board>
typename Board::template PerUnit<Mask> hidden_digits(const Position<Board>& position) {
    using PerUnit = typename Board::template PerUnit<Mask>;
    typedef Mask Vector __attribute__((vector_size(sizeof(PerUnit))));
    Vector hidden{};
    for (int digit = 0; digit < position.board->size; ++digit) {
        Vector places;
        std::memcpy(&places, position.places[digit].data(), sizeof places);
        hidden |= (places != 0) & ((places & (places - 1)) == 0) & (Vector{} + bit(digit));
    }
    PerUnit digits;
    std::memcpy(digits.data(), &hidden, sizeof hidden);
    return digits;
}

template <class Board>
bool find_hidden_single(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    if (find_last_value(position, step)) return true;
    const auto hidden = hidden_digits(position);
    for (const int unit : board->blocks_columns_rows()) {
        if (!hidden[unit] || is_single(position.open[unit])) continue;
        const int digit = lowest(hidden[unit]);
        step.begin(board->kind_of(unit) == block ? Technique::hidden_single_block : Technique::hidden_single_line);
        step.units = board->unit_bit(unit);
        step.put(board->cell[unit][lowest(position.places[digit][unit])], digit);
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
