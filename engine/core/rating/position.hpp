// A position while a puzzle is solved: the filled cells and the candidates of the empty ones, seen from both sides.
//
// The same candidates are kept three ways (digits of a cell, places of a digit in a unit, cells of a digit), because
// each technique needs one of them quickly. A filled cell has no candidates.
#pragma once

#include "rating/record.hpp"
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

    // With candidates already removed if `kept` has those that remain, as bits for each cell.
    static Position of(typename Board::Handle board, const std::uint8_t* puzzle, const std::uint16_t* kept = nullptr) {
        Position position;
        position.board = board;
        position.open_all();
        for (int cell = 0; cell < board->cell_count; ++cell)
            if (puzzle[cell]) position.place(cell, puzzle[cell] - 1);
        for (int cell = 0; kept && cell < board->cell_count; ++cell) position.remove_all(cell, ~unsigned{kept[cell]});
        return position;
    }

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    bool solved() const { return !empty.any(); }

    void remove(int cell, int digit) {
        if (!has(cell, digit)) return;
        candidates[cell] &= ~bit(digit);
        with[digit].remove(cell);
        for (const Kind kind : board->kinds) {
            places[digit][board->unit[kind][cell]] &= ~bit(board->place[kind][cell]);
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
            open[board->unit[kind][cell]] &= ~bit(board->place[kind][cell]);
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

// One step of a solution: which technique, its pattern, and what it places or removes.
struct Removal {
    std::uint8_t cell;
    Mask digits;
};

template <class Board>
struct Step {
    Technique technique{};
    int rating = 0;                     // tenths
    Cells<Board> cells{};               // the cells of the pattern, or the start of a chain
    Mask digits = 0;                    // the digits of the pattern
    typename Board::UnitSet units = 0;  // the units of the pattern, a bit each
    int links = 0;                      // of a chain: how many, as Sudoku Explainer counts them; else 0
    int cell = -1, digit = -1;          // the placement, if there is one
    int removals = 0;                   // the first so many of `removal`
    std::array<Removal, Board::most_cells> removal;

    // Begins the step anew with the technique's own rating.
    void begin(Technique which) {
        technique = which;
        rating = rating_of(which);
        cells = {};
        digits = 0;
        units = 0;
        links = 0;
        cell = digit = -1;
        removals = 0;
    }

    void put(int where, int what) {
        cell = where;
        digit = what;
    }

    // Notes the digits that the cell has among its candidates; none is no removal. A cell is named once in a step.
    void take(const Position<Board>& position, int where, unsigned which) {
        const Mask gone = position.candidates[where] & which;
        if (gone) removal[removals++] = {static_cast<std::uint8_t>(where), gone};
    }

    bool useful() const { return cell >= 0 || removals; }

    void apply(Position<Board>& position) const {
        for (int i = 0; i < removals; ++i) position.remove_all(removal[i].cell, removal[i].digits);
        if (cell >= 0) position.place(cell, digit);
    }
};

// What a position has lost since a search found nothing in it. What was there then would have been found, and losing
// candidates makes no pattern of untouched cells; so the search looks only near what was touched.
template <class Board>
struct Changes {
    bool all = false;                   // nothing is known
    Cells<Board> cells{};               // else: the cells that lost candidates,
    typename Board::UnitSet units = 0;  // their units,
    Mask digits = 0;                    // and the digits lost

    static Changes everything() { return {true, Cells<Board>::all(), ~typename Board::UnitSet{}, Mask(~0)}; }

    // What a step is about to change.
    static Changes by(const Step<Board>& step, const Position<Board>& position) {
        const auto board = position.board;
        Changes changes;
        for (int i = 0; i < step.removals; ++i) changes.lose(board, step.removal[i].cell, step.removal[i].digits);
        if (step.cell >= 0) {
            changes.lose(board, step.cell, position.candidates[step.cell]);
            for_cells(position.with[step.digit] & board->peers[step.cell],
                      [&](int cell) { changes.lose(board, cell, bit(step.digit)); });
        }
        return changes;
    }

    void lose(typename Board::Handle board, int cell, Mask lost) {
        cells.add(cell);
        units |= board->bits[cell];
        digits |= lost;
    }

    void add(const Changes& more) {
        all |= more.all;
        cells = cells | more.cells;
        units |= more.units;
        digits |= more.digits;
    }

    bool has_unit(int unit) const { return units >> unit & 1; }

    // The cells touched, and those that they see.
    Cells<Board> near(typename Board::Handle board) const {
        Cells<Board> near = cells;
        if (!all) for_cells(cells, [&](int cell) { near = near | board->peers[cell]; });
        return near;
    }
};

}  // namespace engine::rating
