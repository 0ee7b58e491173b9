// Where all places of a digit in a block lie on one line, the digit goes from the rest of that line (pointing); where
// all its places on a line lie in one block, it goes from the rest of that block (claiming). A digit locked
// in a further house, or in a line within one, goes as in claiming.
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

// The same where regions may have any form.
template <class Board, class Visit>
bool for_locked_of_any_form(const Position<Board>& position, Kind from_kind, Kind to_kind, Visit&& visit) {
    const auto board = position.board;
    for (int from = board->size * from_kind; from < board->size * (from_kind + 1); ++from)
        for (int to = board->size * to_kind; to < board->size * (to_kind + 1); ++to) {
            const Mask shared = board->overlap[from][to];
            if (size_of(shared) < 2 || size_of(shared) == board->size) continue;
            for (int digit = 0; digit < board->size; ++digit) {
                const Mask places = position.places[digit][from];
                if (size_of(places) > 1 && !(places & ~shared) && visit(from, to, digit)) return true;
            }
        }
    return false;
}

template <class Board, class Visit>
bool for_locked_among_houses(const Position<Board>& position, Visit&& visit) {
    const auto both = [&](Kind one, Kind other) {
        return for_locked_of_any_form(position, one, other, visit) ||
               for_locked_of_any_form(position, other, one, visit);
    };
    const auto board = position.board;
    if (board->has_blocks) {
        for (const auto& [from, to] : {std::pair{block, column}, {block, row}, {column, block}, {row, block}})
            if (for_locked_of_any_form(position, from, to, visit)) return true;
    }
    for (const Kind kind : board->kinds) {
        if (kind <= column) continue;
        if (both(kind, column) || both(kind, row) || (board->has_blocks && both(kind, block))) return true;
        for (const Kind before : board->kinds)
            if (before > column && before < kind && both(kind, before)) return true;
    }
    return false;
}

template <class Board, class Visit>
bool for_locked(const Position<Board>& position, Visit&& visit) {
    if constexpr (Board::most_kinds > 3)
        if (!position.board->is_regular) return for_locked_among_houses(position, visit);
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
