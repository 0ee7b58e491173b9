// Unavoidable sets of a full board: cells whose digits can be exchanged among themselves and leave it valid.
//
// A puzzle needs a clue in each of them, so the last clue of a set can never go: a search is spared. Two kinds are cheap to
// find, and nearly half of the clues that stay in a minimal puzzle are found by them:
//
// - sets of two digits, which change places. Each row has the two digits once, so a set is a set of rows: those that are
//   linked because one digit here and the other there are in the same column or the same block.
// - sets of two lines, rows of a band or columns of a stack, which change places cell by cell. What the one line loses in a
//   cell it must get back from another: a set is a set of places, those that are linked because they hold the same digit.
//
// Both are the connected parts of nine things, where a link leads from each to another.
#pragma once

#include <cstdint>
#include <cstring>

#include "board/geometry.hpp"
#include "simd/bytes16.hpp"

namespace engine {

// Nine things in parts: things in the same part have the same number.
using Parts = Bytes;

inline constexpr Bytes each_by_itself = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

template <class... Links>
inline Parts linked_parts(const Links&... links) {
    // Rounds go on until one changes nothing. Four at a time, because a check costs more than a round.
    Parts parts = each_by_itself;
    for (;;) {
        Parts before;
        for (int round = 0; round < 4; ++round) {
            before = parts;
            ((parts = least(parts, look_up(before, links))), ...);
            parts = least(parts, look_up(parts, parts));
        }
        if (same_bytes(before, parts)) return parts;
    }
}

class UnavoidableSets {
public:
    // Finds the sets of a board and takes all its cells for clues.
    void read(const std::uint8_t* board) {
        Nine column_of[9], block_of[9], row_in_column[9], row_in_block[9];  // by digit
        Nine in_row[9], in_column[9], place_in_row[9], place_in_column[9];  // digits, and places by digit
        for (int cell = 0; cell < 81; ++cell) {
            const auto row = units9.row[cell], column = units9.column[cell], block = units9.block[cell];
            const auto d = static_cast<std::uint8_t>(board[cell] - 1);
            column_of[d].at[row] = place_in_row[row].at[d] = column;
            block_of[d].at[row] = block;
            row_in_column[d].at[column] = row_in_block[d].at[block] = place_in_column[column].at[d] = row;
            in_row[row].at[column] = in_column[column].at[row] = d;
        }
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < 9; ++b)
                digits_.keep(a, b,
                             linked_parts(row_in_column[b][column_of[a]], row_in_column[a][column_of[b]],
                                          row_in_block[b][block_of[a]], row_in_block[a][block_of[b]]));
        for (int a = 0; a < 9; ++a)
            for (int b = a + 1; b < a / 3 * 3 + 3; ++b) {
                rows_.keep(a, b, linked_parts(place_in_row[a][in_row[b]], place_in_row[b][in_row[a]]));
                columns_.keep(a, b, linked_parts(place_in_column[a][in_column[b]], place_in_column[b][in_column[a]]));
            }
        for (PairSets* sets : {&digits_, &rows_, &columns_}) sets->all_clues();
    }

    // Is this clue the last one of some set?
    bool needs(int cell, int d) const {
        const int row = units9.row[cell], column = units9.column[cell];
        return digits_.last(d, row) | rows_.last(row, column) | columns_.last(column, row);
    }

    void remove(int cell, int d) {
        const int row = units9.row[cell], column = units9.column[cell];
        digits_.flip(d, row);
        rows_.flip(row, column);
        columns_.flip(column, row);
    }
    void restore(int cell, int d) { remove(cell, d); }  // a flip undoes a flip

private:
    // Nine small numbers, looked up by nine others.
    struct Nine {
        std::uint8_t at[16] = {};

        Bytes operator[](const Nine& places) const { return look_up(load_bytes(at), load_bytes(places.at)); }
    };

    // The sets of nine digits, rows or columns taken in pairs: digits have a clue in nine rows, lines in nine places.
    class PairSets {
    public:
        void keep(int a, int b, const Parts& parts) {
            for (int place = 0; place < 9; ++place)
                part_[a][place][b] = part_[b][place][a] = equal_bytes(parts, parts[place]) & all_nine;
        }

        void all_clues() {
            for (int a = 0; a < 9; ++a) clues_[a] = all_nine;
        }
        void flip(int a, int place) { clues_[a] ^= 1 << place; }

        // Of the clues of `a` and some other, is only the one at this place left in its part?
        bool last(int a, int place) const {
            const Places part = part_[a][place];
            const auto here = static_cast<std::uint16_t>(1 << place);
            const auto found = ((part & clues_[a]) == Places{} + here) & ((part & clues_) == 0);
            std::uint64_t words[4];
            std::memcpy(words, &found, sizeof found);
            return words[0] | words[1] | words[2] | words[3];
        }

    private:
        // A set of places for each of nine, and seven to fill a register: a bit for each place.
        typedef std::uint16_t Places __attribute__((vector_size(32)));

        static constexpr std::uint16_t all_nine = 0x1FF;

        Places part_[9][9] = {};  // the part that a place is in, for each other one; none if there is no such pair
        Places clues_ = {};       // places where a clue is left
    };

    PairSets digits_, rows_, columns_;
};

}  // namespace engine
