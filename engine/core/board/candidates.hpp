// What is still possible on a board of any size.
//
// Candidates are seen from four sides. A *group* is a set of candidates of which exactly one is true: those of a cell,
// or those of a digit in a row, a column or a block. Each group is a word with a bit for each member, and a candidate
// that goes is cleared from all four of its groups. A group with one candidate left settles it: that is a naked single
// in a cell, a hidden single elsewhere, found as they arise and without a scan.
#pragma once

#include <algorithm>
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
template <class G>
struct GroupTable {
    // The three groups that a digit of a cell is in besides the cell's own, for digit 0, and its bit in each.
    struct Membership {
        std::uint16_t row, column, block;
        std::uint8_t in_row, in_column, in_block;
    };

    std::array<Membership, G::max_cells> of_cell{};
    std::array<std::array<std::uint16_t, G::max_size>, 3 * G::max_size> cell{};  // of a unit, by bit
    std::array<std::uint8_t, 4 * G::max_cells> unit{}, digit{};                  // of a group, but for the cells

    constexpr explicit GroupTable(Shape shape) {
        const int size = shape.size(), cells = shape.cells();
        for (int number = 0; number < cells; ++number) {
            const int row = shape.row(number), column = shape.column(number), block = shape.block(number);
            const int in_block = row % shape.rows * shape.columns + column % shape.columns;
            of_cell[number] = {static_cast<std::uint16_t>(cells + row * size),
                               static_cast<std::uint16_t>(2 * cells + column * size),
                               static_cast<std::uint16_t>(3 * cells + block * size),
                               static_cast<std::uint8_t>(column),
                               static_cast<std::uint8_t>(row),
                               static_cast<std::uint8_t>(in_block)};
            cell[row][column] = cell[size + column][row] = cell[2 * size + block][in_block] =
                static_cast<std::uint16_t>(number);
        }
        for (int group = cells; group < 4 * cells; ++group) {
            unit[group] = static_cast<std::uint8_t>((group - cells) / size);
            digit[group] = static_cast<std::uint8_t>(group % size);
        }
    }

    constexpr Candidate member(int cells, int group, int bit) const {
        if (group < cells) return {group, bit};
        return {cell[unit[group]][bit], digit[group]};
    }
};

template <class G>
class Candidates {
    using Cells = CellSet<G::max_cells>;

public:
    // Everything is possible everywhere.
    explicit Candidates(const G& geometry = G()) : geometry_(geometry), groups_(geometry) { reset(); }
    Candidates(const Candidates&) = default;

    // Only what the geometry uses is copied.
    Candidates& operator=(const Candidates& other) {
        std::copy_n(other.group_.begin(), 4 * geometry_.cells, group_.begin());
        open_ = other.open_;
        return *this;
    }

    void reset() {
        std::fill_n(group_.begin(), 4 * geometry_.cells, geometry_.all_digits);
        open_ = Cells::all(geometry_.cells);
    }

    const Cells& open() const { return open_; }  // cells that are not settled
    Digits of(int cell) const { return group_[cell]; }
    int settled_digit(int cell) const { return std::countr_zero(group_[cell]) + 1; }

    // All that follows by singles from a digit being in a cell, or not being there. False when some group has
    // nothing left: there is no solution, and the candidates mean nothing any more.
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
        for (int cell = 0; cell < geometry_.cells; ++cell)
            if (puzzle[cell] && cell != except && !place(cell, puzzle[cell] - 1)) return false;
        return true;
    }

    // Locked candidates, until there are none: a digit that has its places in a row or column inside one block goes
    // from the rest of the block, and one that has its places in a block inside one row or column from the rest of that.
    bool clear_locked() {
        while (geometry_.has_blocks) {
            Singles singles;
            bool cleared = false;
            std::uint8_t confined[(3 * G::max_cells + 7) / 8 * 8];
            std::memset(confined, 0, (3 * geometry_.cells + 7) / 8 * 8);
            mark_confined(confined);
            for (int first = 0; first < 3 * geometry_.cells; first += 8) {
                std::uint64_t marks;
                std::memcpy(&marks, confined + first, sizeof marks);
                if (!marks) continue;
                for (int i = first; i < first + 8; ++i)
                    if (confined[i] && !clear_crossing(geometry_.cells + i, cleared, singles)) return false;
            }
            if (!cleared) return true;
            if (!follow(singles)) return false;
        }
        return true;
    }

private:
    // Groups that came down to one candidate and are still to be followed up.
    struct Singles {
        int count = 0;
        std::uint16_t group[4 * G::max_cells];  // each comes down once
    };

    bool follow(Singles& singles) {
        while (singles.count) {
            const int group = singles.group[--singles.count];
            const Candidate last = groups_->member(geometry_.cells, group, std::countr_zero(group_[group]));
            if (open_.has(last.cell) && !settle(last.cell, last.digit, singles)) return false;
        }
        return true;
    }

    // The other digits of the cell go, and the digit from the rest of its units.
    bool settle(int cell, int digit, Singles& singles) {
        if (!(group_[cell] >> digit & 1)) return false;
        open_.remove(cell);
        const auto& at = groups_->of_cell[cell];
        return clear_others(cell, Digits{1} << digit, singles) &&
               clear_others(at.row + digit, Digits{1} << at.in_row, singles) &&
               clear_others(at.column + digit, Digits{1} << at.in_column, singles) &&
               clear_others(at.block + digit, Digits{1} << at.in_block, singles);
    }

    bool clear_others(int group, Digits keep, Singles& singles) {
        for (Digits rest = group_[group] & ~keep; rest; rest &= rest - 1)
            if (!clear(groups_->member(geometry_.cells, group, std::countr_zero(rest)), singles)) return false;
        return true;
    }

    bool clear(Candidate gone, Singles& singles) {
        const auto& at = groups_->of_cell[gone.cell];
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

    // Members in the same minirow of a block, or in the same block of a row; in the same block of a column; and in the
    // same minicolumn of a block.
    Digits in_stack(int index) const {
        return ((Digits{1} << geometry_.box_columns) - 1) << (index * geometry_.box_columns);
    }
    Digits in_band(int index) const { return ((Digits{1} << geometry_.box_rows) - 1) << (index * geometry_.box_rows); }
    Digits in_minicolumn(int index) const {
        Digits members = 0;
        for (int i = 0; i < geometry_.box_rows; ++i) members |= Digits{1} << (i * geometry_.box_columns + index);
        return members;
    }

    // Marks groups of rows, columns and blocks that have two or more candidates, all of them where the unit crosses
    // another one.
    void mark_confined(std::uint8_t* confined) const {
        const auto mark = [&](int kind, int parts, auto part) {
            for (int group = kind * geometry_.cells; group < (kind + 1) * geometry_.cells; ++group) {
                const Digits left = group_[group];
                bool inside = false;
                for (int i = 0; i < parts; ++i) inside |= (left & ~part(i)) == 0;
                confined[group - geometry_.cells] |= inside & ((left & (left - 1)) != 0);
            }
        };
        const auto stack = [this](int i) { return in_stack(i); };
        mark(1, geometry_.stacks, stack);
        mark(2, geometry_.bands, [this](int i) { return in_band(i); });
        mark(3, geometry_.box_rows, stack);  // its minirows
        mark(3, geometry_.box_columns, [this](int i) { return in_minicolumn(i); });
    }

    // Clears the candidates of the unit that the confined group's unit crosses there.
    bool clear_crossing(int group, bool& cleared, Singles& singles) {
        const Digits left = group_[group];
        if (!left) return false;
        const Candidate some = groups_->member(geometry_.cells, group, std::countr_zero(left));
        const auto& at = groups_->of_cell[some.cell];
        const int row = at.in_column, column = at.in_row;
        const int box_rows = geometry_.box_rows, box_columns = geometry_.box_columns;
        int crossing;
        Digits shared;
        if (group < 2 * geometry_.cells) {
            crossing = at.block, shared = in_stack(row % box_rows);
        } else if (group < 3 * geometry_.cells) {
            crossing = at.block, shared = in_minicolumn(column % box_columns);
        } else if ((left & ~in_stack(row % box_rows)) == 0) {
            crossing = at.row, shared = in_stack(column / box_columns);
        } else {
            crossing = at.column, shared = in_band(row / box_rows);
        }
        cleared |= (group_[crossing + some.digit] & ~shared) != 0;
        return clear_others(crossing + some.digit, shared, singles);
    }

    [[no_unique_address]] G geometry_;
    [[no_unique_address]] Lookup<GroupTable<G>, G> groups_;
    std::array<Digits, 4 * G::max_cells> group_;
    Cells open_;
};

}  // namespace engine
