// A position while a puzzle is solved: the filled cells and the candidates of the empty ones, seen from both sides.
//
// The same candidates are kept three ways (digits of a cell, places of a digit in a unit, cells of a digit), because
// each technique needs one of them quickly. A filled cell has no candidates.
#pragma once

#include "rating/units.hpp"

namespace engine::rating {

template <class Board>
struct Position {
    template <class T>
    using PerUnit = typename Board::template PerUnit<T>;

    [[no_unique_address]] typename Board::Handle board{};
    std::array<std::uint8_t, Board::most_cells> value{};   // 0 while empty, else 1 or more
    std::array<Mask, Board::most_cells> candidates{};      // digits from 0 as bits
    std::array<PerUnit<Mask>, Board::most_size> places{};  // [digit][unit]: bits as in the board's `cell`
    std::array<Cells<Board>, Board::most_size> with{};     // the cells where the digit is a candidate
    Cells<Board> empty{};
    PerUnit<Mask> open{};                                 // the places of each unit's empty cells
    std::array<std::uint8_t, Board::most_size> filled{};  // how many cells hold the digit

    static Position of(typename Board::Handle board, const std::uint8_t* puzzle) {
        Position position;
        position.board = board;
        position.open_all();
        for (int cell = 0; cell < board->cell_count; ++cell)
            if (puzzle[cell]) position.place(cell, puzzle[cell] - 1);
        return position;
    }

    // The same with candidates already removed: `kept` has those that remain, as bits for each cell.
    static Position of(typename Board::Handle board, const std::uint8_t* puzzle, const std::uint16_t* kept) {
        Position position = of(board, puzzle);
        for (int cell = 0; cell < board->cell_count; ++cell) position.remove_all(cell, ~unsigned{kept[cell]});
        return position;
    }

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    bool solved() const { return !empty.any(); }

    void remove(int cell, int digit) {
        if (!has(cell, digit)) return;
        candidates[cell] = static_cast<Mask>(candidates[cell] & ~bit(digit));
        with[digit].remove(cell);
        for (const Kind kind : board->kinds) {
            Mask& here = places[digit][board->unit[kind][cell]];
            here = static_cast<Mask>(here & ~bit(board->place[kind][cell]));
        }
    }

    void remove(int cell, Mask digits) = delete;  // a digit is meant: say remove_all for a mask
    void remove_all(int cell, unsigned digits) {
        for_bits(digits & candidates[cell], [&](int digit) { remove(cell, digit); });
    }

    // Fills an empty cell: it keeps no candidate, and the cells it sees lose this digit.
    void place(int cell, int digit) {
        value[cell] = static_cast<std::uint8_t>(digit + 1);
        ++filled[digit];
        empty.remove(cell);
        for (const Kind kind : board->kinds) {
            Mask& here = open[board->unit[kind][cell]];
            here = static_cast<Mask>(here & ~bit(board->place[kind][cell]));
        }
        remove_all(cell, board->full_mask);
        for_cells(with[digit] & board->peers[cell], [&](int other) { remove(other, digit); });
    }

private:
    // Every candidate in every cell.
    void open_all() {
        for (int cell = 0; cell < board->cell_count; ++cell) {
            empty.add(cell);
            candidates[cell] = board->full_mask;
        }
        for (const int unit : board->blocks_columns_rows()) open[unit] = board->full_mask;
        for (int digit = 0; digit < board->size; ++digit) {
            places[digit] = open;
            with[digit] = empty;
        }
    }
};

// The cells with one, two and three candidates.
template <class Board>
struct CellsBySize {
    std::array<Cells<Board>, 4> of{};  // by that number; none of 0

    explicit CellsBySize(const Position<Board>& position) {
        std::array<Cells<Board>, 5> at_least{};
        at_least[0] = Cells<Board>::all();
        for (int digit = 0; digit < position.board->size; ++digit)
            for (int count = 4; count > 0; --count)
                at_least[count] = at_least[count] | (at_least[count - 1] & position.with[digit]);
        for (int count = 1; count < 4; ++count) of[count] = at_least[count].without(at_least[count + 1]);
    }
};

}  // namespace engine::rating
