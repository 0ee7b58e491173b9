// What every player knows: singles, locked candidates, naked and hidden sets, basic fish, and wings.
#pragma once

#include <cstring>

#include "rating/position.hpp"
#include "rating/units.hpp"

namespace engine::rating {

// Searches call `visit(step)` with each step that they find until it is true: this one takes the first.
struct First {
    template <class Step>
    bool operator()(const Step&) const {
        return true;
    }
};

// A hidden single is a digit that has one place left in a row, column or block, so it goes there.
// If that is the last empty cell of the unit it is easier still, and in a block easier than on a line.

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

template <class Board, class Visit = First>
bool find_locking(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step, Visit visit = {}) {
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

// Subsets of N among a few masks whose union has no more than N members: what naked and hidden sets look for.

// A list of masks, each with its number (a place, a digit, a line).
template <class Board>
struct Members {
    int count = 0;
    std::array<std::uint8_t, Board::most_size> name;
    std::array<Mask, Board::most_size> mask;

    void add(int which, Mask what) {
        name[count] = static_cast<std::uint8_t>(which);
        mask[count++] = what;
    }
};

// Visits every subset of N members whose union has exactly N bits as visit(names as a mask, union), until one visit
// returns true. The order is that of the names' masks as numbers.
template <int N, int Left = N, class Board, class Visit>
bool for_tuples(const Members<Board>& members, Visit&& visit, int below, Mask names = 0, Mask together = 0) {
    for (int i = Left - 1; i < below; ++i) {
        const Mask wider = together | members.mask[i];
        if (size_of(wider) > N) continue;
        const Mask chosen = names | bit(members.name[i]);
        if constexpr (Left == 1) {
            if (size_of(wider) == N && visit(chosen, wider)) return true;
        } else {
            if (for_tuples<N, Left - 1>(members, visit, i, chosen, wider)) return true;
        }
    }
    return false;
}

template <int N, class Board, class Visit>
bool for_tuples(const Members<Board>& members, Visit&& visit) {
    return for_tuples<N>(members, visit, members.count);
}

// N cells of a unit whose candidates are only N digits must take these between them.
// So none of these digits can be in another cell of the unit.
template <int N, class Board, class Visit = First>
bool find_naked_sets(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step,
                     Visit visit = {}) {
    const auto board = position.board;
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
            step.begin(naked_sets[N - 2]);
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

// N digits of a unit that have only the same N cells left must fill these, so no other digit can be there.
// When that leaves another digit one place in the unit, the two together count as one direct, easier step: it only
// places that digit, as in Sudoku Explainer, so what the pattern would remove stays until a later step.

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

template <int N, class Board, class Visit = First>
bool find_hidden_sets(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step,
                      Visit visit = {}) {
    const auto board = position.board;
    return for_hidden_tuples<N>(position, changes, 2 * N, [&](int unit, Mask digits, Mask places) {
        begin_hidden_set(position, step, hidden_sets[N - 2], unit, digits, places);
        for_cells(step.cells, [&](int cell) { step.take(position, cell, board->full_mask & ~digits); });
        return step.removals && visit(step);
    });
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

// A digit that N parallel lines have only in the same N places fills one of these on each line. So it can stand nowhere
// else on the N lines that cross there: an X-wing (N is 2), a swordfish (3) or a jellyfish (4).

// Visits the sets of N lines of a kind, and for each the digits that may form a fish there: in the order of the sets
// as numbers, and then of the digits.
template <int N, int Left, std::size_t Most, class Visit>
bool for_fish_lines(const std::array<Mask, Most>& digits_of, int below, Mask lines, Mask digits, Visit&& visit) {
    for (int line = Left - 1; line < below; ++line) {
        const Mask common = digits & digits_of[line];
        if (!common) continue;
        const Mask chosen = lines | bit(line);
        if constexpr (Left == 1) {
            if (visit(chosen, common)) return true;
        } else {
            if (for_fish_lines<N, Left - 1>(digits_of, line, chosen, common, visit)) return true;
        }
    }
    return false;
}

template <int N, class Board, class Visit = First>
bool find_fish(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step, Visit visit = {}) {
    const auto board = position.board;
    for (const Kind kind : {column, row}) {
        const int first = board->size * kind, crossing = board->size * (kind == row ? column : row);
        std::array<Mask, Board::most_size> digits_of{};  // the digits that have 2 to N places on the line
        for (int digit = 0; digit < board->size; ++digit) {
            if (!(changes.digits >> digit & 1) || board->size - position.filled[digit] < 2 * N) continue;
            Mask lines = 0;
            for (int line = 0; line < board->size; ++line) {
                const int count = size_of(position.places[digit][first + line]);
                if (count >= 2 && count <= N) lines |= bit(line);
            }
            if (size_of(lines) < N) continue;
            for_bits(lines, [&](int line) { digits_of[line] |= bit(digit); });
        }
        const auto at_lines = [&](Mask lines, Mask digits) {
            for (; digits; digits = static_cast<Mask>(digits & (digits - 1))) {
                const int digit = lowest(digits);
                unsigned places = 0;
                for_bits(lines, [&](int line) { places |= position.places[digit][first + line]; });
                if (size_of(places) != N) continue;
                step.begin(basic_fish[N - 2]);
                step.digits = bit(digit);
                for_bits(lines, [&](int line) { step.units |= board->unit_bit(first + line); });
                for_bits(places, [&](int place) {
                    step.units |= board->unit_bit(crossing + place);
                    for_bits(position.places[digit][crossing + place], [&](int line) {
                        const int cell = board->cell[first + line][place];
                        if (lines >> line & 1)
                            step.cells.add(cell);
                        else
                            step.take(position, cell, bit(digit));
                    });
                });
                if (step.removals && visit(step)) return true;
            }
            return false;
        };
        if (for_fish_lines<N, N>(digits_of, board->size, 0, board->full_mask, at_lines)) return true;
    }
    return false;
}

// A cell with two candidates (three for an XYZ-wing) sees two cells of two candidates; whichever digit it takes, one of
// the wing's cells must hold the digit that these two share. So that digit goes from every cell that sees all of them.

// HingeSize 2 is the XY-wing, 3 the XYZ-wing, whose hinge can hold the shared digit itself.
template <int HingeSize, class Board>
bool find_wing(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    const auto board = position.board;
    static_assert(HingeSize == 2 || HingeSize == 3);
    const CellsBySize<Board> cells(position);
    const Cells<Board>& pairs = cells.of[2];
    for (Cells<Board> hinges = cells.of[HingeSize] & changes.near(board); hinges.any();) {
        const int hinge = hinges.first();
        hinges.remove(hinge);
        const Mask digits = position.candidates[hinge];
        std::array<std::uint8_t, Board::most_peers> wings;  // in the order of the house
        int count = 0;
        for (const std::uint8_t cell : board->house_of(hinge))
            if (pairs.has(cell)) wings[count++] = cell;
        for (int i = 0; i < count; ++i) {
            const int one = wings[i];
            const Mask first = position.candidates[one];
            if (!is_single(digits & ~first)) continue;
            for (int j = 0; j < count; ++j) {
                const int two = wings[j];
                const Mask second = position.candidates[two];
                if (size_of(digits | first | second) != 3) continue;
                const Mask shared = first & second;
                if (!is_single(shared) || (HingeSize == 2) != !(shared & digits)) continue;
                Cells<Board> victims = position.with[lowest(shared)] & board->peers[one] & board->peers[two];
                if constexpr (HingeSize == 3) victims = victims & board->peers[hinge];
                victims.remove(hinge);
                if (!victims.any()) continue;
                step.begin(HingeSize == 2 ? Technique::xy_wing : Technique::xyz_wing);
                for (const int cell : {hinge, one, two}) step.cells.add(cell);
                step.digits = shared;
                for_cells(victims, [&](int cell) { step.take(position, cell, shared); });
                return true;
            }
        }
    }
    return false;
}

}  // namespace engine::rating
