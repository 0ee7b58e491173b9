// A hidden single is a digit that has one place left in a row, column or block, so it goes there.
// If that is the last empty cell of the unit it is easier still, and in a block easier than on a line.
#pragma once

#include <cstring>

#include "rating/position.hpp"

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

// If all places of a digit in a block lie on one line, the digit goes from the rest of that line (pointing); if
// all its places on a line lie in one block, it goes from the rest of that block (claiming).
// When that leaves the digit one place in a neighbouring unit, the two together count as one direct, easier step: it only
// places the digit, as in Sudoku Explainer, so what the pattern would remove stays until a later step.
// With further houses, what goes from a line goes by pointing, all else by claiming; the easier step is direct pointing
// if the places are those of a block. SukakuExplainer rates them so.

// Visits (from, to, digit) for every digit lost of two or more places in unit `from` that all lie in unit `to`, if
// one of the units beside `from` was changed: those of its kind that cross the same ones, itself included.
template <Kind From, Kind To, class Board, class Visit>
bool for_locked_from(const Position<Board>& position, const Changes<Board>& changes, Visit&& visit) {
    const auto board = position.board;
    typename Board::UnitSet crossing = 0;
    for_bits(board->numbers_of(From, changes.units), [&](int number) {
        crossing |= board->unit_bit(board->template crossing<From, To>(board->size * From + number, 0));
    });
    for (int from = board->size * From; from < board->size * (From + 1); ++from) {
        if (!(crossing >> board->template crossing<From, To>(from, 0) & 1)) continue;
        std::array<Mask, Board::most_parts + 1> digits_in{};
        bool any = false;
        for_bits(changes.digits & board->full_mask, [&](int digit) {
            const int part = board->template part<From, To>(position.places[digit][from]);
            any |= part < Board::most_parts;
            Mask& digits = digits_in[part];
            digits |= bit(digit);
        });
        if (!any) continue;
        for (int i = 0; i < board->template parts<From, To>(); ++i)
            for (unsigned digits = digits_in[i]; digits; digits &= digits - 1)
                if (visit(from, board->template crossing<From, To>(from, i), lowest(digits))) return true;
    }
    return false;
}

// The same for regions of any form: digit by digit, as SukakuExplainer has it.
template <class Board, class Visit>
bool for_locked_of_any_form(const Position<Board>& position, Kind from_kind, Kind to_kind, Visit&& visit) {
    const auto board = position.board;
    for (int digit = 0; digit < board->size; ++digit)
        for (int from = board->size * from_kind; from < board->size * (from_kind + 1); ++from) {
            const Mask places = position.places[digit][from];
            if (size_of(places) < 2) continue;
            for (int to = board->size * to_kind; to < board->size * (to_kind + 1); ++to) {
                const Mask shared = board->overlap[from][to];
                if (size_of(shared) != board->size && !(places & ~shared) && visit(from, to, digit)) return true;
            }
        }
    return false;
}

template <class Board, class Visit>
bool for_locked_among_houses(const Position<Board>& position, Visit&& visit) {
    const auto locked = [&](Kind from, Kind to) { return for_locked_of_any_form(position, from, to, visit); };
    const auto with_lines = [&](Kind kind) {
        return locked(kind, column) || locked(kind, row) || locked(column, kind) || locked(row, kind);
    };
    const auto board = position.board;
    if (board->has_blocks && with_lines(block)) return true;
    for (const Kind kind : board->kinds) {
        if (kind <= column) continue;
        if (with_lines(kind) || (board->has_blocks && (locked(block, kind) || locked(kind, block)))) return true;
        for (const Kind before : board->kinds)
            if (before > column && before < kind && (locked(kind, before) || locked(before, kind))) return true;
    }
    return false;
}

template <class Board, class Visit>
bool for_locked(const Position<Board>& position, const Changes<Board>& changes, Visit&& visit) {
    if constexpr (Board::most_kinds > 3)
        if (!position.board->is_regular) return for_locked_among_houses(position, visit);
    if (!position.board->has_blocks) return false;
    return for_locked_from<block, column>(position, changes, visit) ||
           for_locked_from<block, row>(position, changes, visit) ||
           for_locked_from<column, block>(position, changes, visit) ||
           for_locked_from<row, block>(position, changes, visit);
}

template <class Board>
void begin_locked(const Position<Board>& position, Step<Board>& step, Technique technique, int from, int to,
                  int digit) {
    const auto board = position.board;
    step.begin(technique);
    step.cells = board->cells[from] & position.with[digit];
    step.digits = bit(digit);
    step.units = board->unit_bit(from) | board->unit_bit(to);
}

template <class Board, class Visit>
bool for_locking(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step, Visit&& visit) {
    const auto board = position.board;
    return for_locked(position, changes, [&](int from, int to, int digit) {
        if (!(position.places[digit][to] & ~board->overlap[to][from])) return false;
        const Kind kind = board->kind_of(to);
        const bool is_line = kind == row || kind == column;
        begin_locked(position, step, is_line ? Technique::pointing : Technique::claiming, from, to, digit);
        const Cells<Board> rest = board->cells[to].without(board->cells[from]);
        for_cells(rest & position.with[digit], [&](int cell) { step.take(position, cell, bit(digit)); });
        return visit(step);
    });
}

template <class Board>
bool find_locking(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    return for_locking(position, changes, step, [](const Step<Board>&) { return true; });
}

template <class Board>
bool find_direct_locking(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    const auto board = position.board;
    return for_locked(position, changes, [&](int from, int to, int digit) {
        const int first = board->kind_of(from) * board->size;
        for (int other = first; other < first + board->size; ++other) {
            const Mask places = position.places[digit][other], shared = board->overlap[other][to];
            if (other == from || !shared || is_single(places) || !is_single(places & ~shared)) continue;
            const bool is_block = board->kind_of(from) == block;
            begin_locked(position, step, is_block ? Technique::direct_pointing : Technique::direct_claiming, from, to,
                         digit);
            step.units |= board->unit_bit(other);
            step.put(board->cell[other][lowest(places & ~shared)], digit);
            return true;
        }
        return false;
    });
}

}  // namespace engine::rating
