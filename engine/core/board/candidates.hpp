// What is still possible on a board of any size.
//
// Candidates are seen from four sides. A *group* is a set of candidates of which exactly one is true: those of a cell,
// or those of a digit in a row, a column or a block. Each group is a word with a bit for each member, and a candidate
// that goes is cleared from all four of its groups. A group with one candidate left settles it: that is a naked single
// in a cell, a hidden single elsewhere, found as they arise and without a scan.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "board/cell_set.hpp"
#include "board/geometry.hpp"

namespace engine {

// A digit, counted from 0, that a cell may hold.
struct Candidate {
    int cell, digit;
};

// How groups are numbered: the cells first, then digit by digit the rows, the columns, the blocks.
template <int Box>
struct Groups {
    using Shape = Geometry<Box>;
    static constexpr int size = Shape::size;
    static constexpr int rows = Shape::cells, columns = 2 * Shape::cells, blocks = 3 * Shape::cells;
    static constexpr int count = 4 * Shape::cells;

    // The three groups that a digit of a cell is in beside the cell's own, for digit 0, and its bit in each.
    struct Membership {
        std::uint16_t row, column, block;
        std::uint8_t in_row, in_column, in_block;
    };

    static constexpr auto of_cell = [] {
        std::array<Membership, Shape::cells> of{};
        for (int cell = 0; cell < Shape::cells; ++cell) {
            const int row = Shape::row(cell), column = Shape::column(cell);
            of[cell].row = static_cast<std::uint16_t>(rows + row * size);
            of[cell].column = static_cast<std::uint16_t>(columns + column * size);
            of[cell].block = static_cast<std::uint16_t>(blocks + Shape::block(cell) * size);
            of[cell].in_row = static_cast<std::uint8_t>(column);
            of[cell].in_column = static_cast<std::uint8_t>(row);
            of[cell].in_block = static_cast<std::uint8_t>(row % Box * Box + column % Box);
        }
        return of;
    }();

    static constexpr Candidate member(int group, int bit) {
        if (group < rows) return {group, bit};
        const int unit = group % Shape::cells / size, digit = group % size;
        if (group < columns) return {unit * size + bit, digit};
        if (group < blocks) return {bit * size + unit, digit};
        return {(unit / Box * Box + bit / Box) * size + unit % Box * Box + bit % Box, digit};
    }
};

template <int Box>
class Candidates {
    using Shape = Geometry<Box>;
    using Cells = CellSet<Shape::cells>;
    static constexpr int size = Shape::size;

public:
    // Everything is possible everywhere.
    Candidates() {
        group_.fill(all_digits<Box>);
        open_ = Cells::all();
    }

    const Cells& open() const { return open_; }  // cells that are not settled
    Digits of(int cell) const { return group_[cell]; }
    int settled_digit(int cell) const { return std::countr_zero(group_[cell]) + 1; }

    // All that follows by singles from a digit being in a cell, or not being there. False when some group has
    // nothing left: there is no solution, and the candidates are of no more use.
    bool place(int cell, int digit) {
        Singles singles;
        return settle(cell, digit, singles) && follow(singles);
    }
    bool drop(int cell, int digit) {
        Singles singles;
        return !(group_[cell] >> digit & 1) || (clear({cell, digit}, singles) && follow(singles));
    }

    // Settles the clues of a puzzle, but for the one in `except`.
    bool place_clues(const std::uint8_t* puzzle, int except = -1) {
        for (int cell = 0; cell < Shape::cells; ++cell)
            if (puzzle[cell] && cell != except && !place(cell, puzzle[cell] - 1)) return false;
        return true;
    }

    // Locked candidates, until there are none: a digit that has its places in a row or column inside one block goes
    // from the rest of the block, and one that has its places in a block inside one row or column from the rest of that.
    bool clear_locked() {
        for (;;) {
            Singles singles;
            bool cleared = false;
            std::uint8_t confined[(3 * Shape::cells + 7) / 8 * 8] = {};
            mark_confined(confined);
            for (int first = 0; first < 3 * Shape::cells; first += 8) {
                std::uint64_t marks;
                std::memcpy(&marks, confined + first, sizeof marks);
                if (!marks) continue;
                for (int i = first; i < first + 8; ++i)
                    if (confined[i] && !clear_crossing(Groups<Box>::rows + i, cleared, singles)) return false;
            }
            if (!cleared) return true;
            if (!follow(singles)) return false;
        }
    }

private:
    // Groups that came down to one candidate and are still to be followed up.
    struct Singles {
        int count = 0;
        std::uint16_t group[Groups<Box>::count];  // each comes down once
    };

    bool follow(Singles& singles) {
        while (singles.count) {
            const int group = singles.group[--singles.count];
            const Candidate last = Groups<Box>::member(group, std::countr_zero(group_[group]));
            if (open_.has(last.cell) && !settle(last.cell, last.digit, singles)) return false;
        }
        return true;
    }

    // The other digits of the cell go, and the digit from the rest of its units.
    bool settle(int cell, int digit, Singles& singles) {
        if (!(group_[cell] >> digit & 1)) return false;
        open_.remove(cell);
        const auto& at = Groups<Box>::of_cell[cell];
        return clear_others(cell, Digits{1} << digit, singles) &&
               clear_others(at.row + digit, Digits{1} << at.in_row, singles) &&
               clear_others(at.column + digit, Digits{1} << at.in_column, singles) &&
               clear_others(at.block + digit, Digits{1} << at.in_block, singles);
    }

    bool clear_others(int group, Digits keep, Singles& singles) {
        for (Digits rest = group_[group] & ~keep; rest; rest &= rest - 1)
            if (!clear(Groups<Box>::member(group, std::countr_zero(rest)), singles)) return false;
        return true;
    }

    bool clear(Candidate gone, Singles& singles) {
        const auto& at = Groups<Box>::of_cell[gone.cell];
        return clear(gone.cell, gone.digit, singles) & clear(at.row + gone.digit, at.in_row, singles) &
               clear(at.column + gone.digit, at.in_column, singles) &
               clear(at.block + gone.digit, at.in_block, singles);
    }

    // False when the group has nothing left.
    bool clear(int group, int bit, Singles& singles) {
        const Digits left = group_[group] &= ~(Digits{1} << bit);
        singles.group[singles.count] = static_cast<std::uint16_t>(group);
        singles.count += (left & (left - 1)) == 0;
        return left != 0;
    }

    // Members in the same minirow of a block, or in the same block of a row or column; and in the same minicolumn.
    static constexpr Digits segment(int index) { return ((Digits{1} << Box) - 1) << (index * Box); }
    static constexpr Digits stripe(int index) {
        Digits members = 0;
        for (int i = 0; i < Box; ++i) members |= Digits{1} << (i * Box + index);
        return members;
    }

    // Marks groups of rows, columns and blocks that have two or more candidates, all of them in one segment or stripe.
    void mark_confined(std::uint8_t* confined) const {
        const auto mark = [&](int from, int to, auto part) {
            for (int group = from; group < to; ++group) {
                const Digits left = group_[group];
                bool inside = false;
                for (int i = 0; i < Box; ++i) inside |= (left & ~part(i)) == 0;
                confined[group - Groups<Box>::rows] |= inside & ((left & (left - 1)) != 0);
            }
        };
        mark(Groups<Box>::rows, Groups<Box>::count, segment);
        mark(Groups<Box>::blocks, Groups<Box>::count, stripe);
    }

    // Clears the candidates of the unit that the confined group's segment or stripe also lies in.
    bool clear_crossing(int group, bool& cleared, Singles& singles) {
        const Digits left = group_[group];
        if (!left) return false;
        const Candidate some = Groups<Box>::member(group, std::countr_zero(left));
        const auto& at = Groups<Box>::of_cell[some.cell];
        const int row = Shape::row(some.cell), column = Shape::column(some.cell);
        int crossing;
        Digits shared;
        if (group < Groups<Box>::columns) {
            crossing = at.block, shared = segment(row % Box);
        } else if (group < Groups<Box>::blocks) {
            crossing = at.block, shared = stripe(column % Box);
        } else if ((left & ~segment(row % Box)) == 0) {
            crossing = at.row, shared = segment(column / Box);
        } else {
            crossing = at.column, shared = segment(row / Box);
        }
        cleared |= (group_[crossing + some.digit] & ~shared) != 0;
        return clear_others(crossing + some.digit, shared, singles);
    }

    std::array<Digits, Groups<Box>::count> group_;
    Cells open_;
};

}  // namespace engine
