// Where all places of a digit in a block lie on one line, the digit goes from the rest of that line (pointing); where
// all its places on a line lie in one block, it goes from the rest of that block (claiming).
// When that leaves the digit one place in a neighbouring region, the two together count as one direct, easier step.
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

// Visits (from, to, digit) for every digit of two or more places in region `from` that all lie in region `to`.
template <Kind From, Kind To, class Board, class Visit>
bool for_locked_from(const Position<Board>& position, Visit&& visit) {
    const auto board = position.board;
    for (int from = board->size * From; from < board->size * (From + 1); ++from) {
        std::array<Mask, Board::most_parts + 1> digits_in{};
        for (int digit = 0; digit < board->size; ++digit) {
            Mask& digits = digits_in[board->template part<From, To>(position.places[digit][from])];
            digits = static_cast<Mask>(digits | bit(digit));
        }
        for (int i = 0; i < board->template parts<From, To>(); ++i)
            for (unsigned digits = digits_in[i]; digits; digits &= digits - 1)
                if (visit(from, board->template crossing<From, To>(from, i), lowest(digits))) return true;
    }
    return false;
}

template <class Board, class Visit>
bool for_locked(const Position<Board>& position, Visit&& visit) {
    if (!position.board->has_blocks) return false;
    return for_locked_from<block, column>(position, visit) || for_locked_from<block, row>(position, visit) ||
           for_locked_from<column, block>(position, visit) || for_locked_from<row, block>(position, visit);
}

template <class Board>
void begin_locked(const Position<Board>& position, Step<Board>& step, Technique pointing, Technique claiming, int from,
                  int to, int digit) {
    const auto board = position.board;
    step.begin(board->kind_of(from) == block ? pointing : claiming);
    step.cells = board->cells[from] & position.with[digit];
    step.digits = bit(digit);
    step.regions = board->region_bit(from) | board->region_bit(to);
    const Cells<Board> rest = board->cells[to].without(board->cells[from]);
    for_cells(rest & position.with[digit], [&](int cell) { step.take(position, cell, bit(digit)); });
}

template <class Board, class Visit>
bool for_locking(const Position<Board>& position, Step<Board>& step, Visit&& visit) {
    const auto board = position.board;
    return for_locked(position, [&](int from, int to, int digit) {
        if (!(position.places[digit][to] & ~board->overlap[to][from])) return false;
        begin_locked(position, step, Technique::pointing, Technique::claiming, from, to, digit);
        return visit(step);
    });
}

template <class Board>
bool find_locking(const Position<Board>& position, Step<Board>& step) {
    return for_locking(position, step, [](const Step<Board>&) { return true; });
}

template <class Board>
bool find_direct_locking(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    return for_locked(position, [&](int from, int to, int digit) {
        const int first = board->kind_of(from) * board->size;
        for (int other = first; other < first + board->size; ++other) {
            const Mask places = position.places[digit][other], shared = board->overlap[other][to];
            if (other == from || !shared || is_single(places) || !is_single(places & ~shared)) continue;
            begin_locked(position, step, Technique::direct_pointing, Technique::direct_claiming, from, to, digit);
            step.regions |= board->region_bit(other);
            step.put(board->cell[other][lowest(places & ~shared)], digit);
            return true;
        }
        return false;
    });
}

}  // namespace engine::rating
