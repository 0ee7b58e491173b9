// Unavoidable sets of two digits: cells of a full board in which two digits can change places and leave it valid.
//
// A puzzle needs a clue in each of them, so the last clue of a set can never go: a search is spared. Of the clues that
// stay in a minimal puzzle about four in ten are found so.
//
// Each row has the two digits once, so a set is a set of rows: those that are linked because one digit here and the
// other there stand in the same column or the same block.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "geometry.hpp"

namespace engine {

class UnavoidablePairs {
public:
    // Finds the sets of a board and counts its cells as clues.
    void read(const std::uint8_t* board) {
        std::uint8_t column[9][9], in_column[9][9], in_block[9][9];  // by digit: where, and in which row
        for (int cell = 0; cell < 81; ++cell) {
            const int d = board[cell] - 1, row = cell / 9;
            column[d][row] = static_cast<std::uint8_t>(cell % 9);
            in_column[d][cell % 9] = static_cast<std::uint8_t>(row);
            in_block[d][Geometry<3>::block(cell)] = static_cast<std::uint8_t>(row);
        }
        const auto links = [&](int from, int to, int row) {
            const int here = column[from][row];
            return 1u << in_column[to][here] | 1u << in_block[to][row / 3 * 3 + here / 3];
        };
        std::uint16_t sets = 0;
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < 9; ++b) {
                std::uint32_t linked[9];
                for (int row = 0; row < 9; ++row) linked[row] = links(a, b, row) | links(b, a, row);
                for (std::uint32_t left = 0x1FF; left;) {
                    const std::uint32_t rows = reachable(left & -left, linked);
                    left &= ~rows;
                    clues_[sets] = static_cast<std::uint8_t>(2 * std::popcount(rows));
                    for (std::uint32_t rest = rows; rest; rest &= rest - 1) {
                        const int row = std::countr_zero(rest);
                        sets_of_[9 * row + column[a][row]][b - 1] = sets_of_[9 * row + column[b][row]][a] = sets;
                    }
                    ++sets;
                }
            }
    }

    // Is this clue the last one of some set?
    bool needs(int cell) const {
        bool last = false;
        for (const std::uint16_t set : sets_of_[cell]) last |= clues_[set] == 1;
        return last;
    }

    void remove(int cell) {
        for (const std::uint16_t set : sets_of_[cell]) --clues_[set];
    }
    void restore(int cell) {
        for (const std::uint16_t set : sets_of_[cell]) ++clues_[set];
    }

private:
    static constexpr int most_sets = 36 * 4;  // a set has two rows at the least

    // Rows that can be reached from the given one.
    static std::uint32_t reachable(std::uint32_t rows, const std::uint32_t (&linked)[9]) {
        for (std::uint32_t fresh = rows; fresh;) {
            std::uint32_t next = 0;
            for (; fresh; fresh &= fresh - 1) next |= linked[std::countr_zero(fresh)];
            fresh = next & ~rows;
            rows |= next;
        }
        return rows;
    }

    std::uint16_t sets_of_[81][8];  // a cell is in one set with each of the other digits
    std::uint8_t clues_[most_sets];  // that are left in each set
};

}  // namespace engine
