// The ways to fill a band when the digits of each of its columns are known.
//
// Such a way gives every column's digits an order so that each row holds every digit once. At 9x9 the first row is
// found by a search, column by column; in the last block each column takes the one digit that is free. What is left
// then are two digits in each column, and each digit in two columns: closed chains from column to column through the
// digit they share. Each chain can be filled in two ways, and they are independent. So c chains are 2^c ways, and
// none of them needs a search. At 4x4 that is all.
//
// Rows can change places, so the search takes the first column's lowest digit for the first row, and every way it finds
// counts for each row that this digit can be in.
#pragma once

#include <bit>
#include <cstdint>

#include "board/geometry.hpp"

namespace engine {

template <class G>
class BandRows {
    static constexpr int size = G::size, Box = G::box_rows;

public:
    // The set of digits of each column: `Box` digits, and every digit in one column of each block.
    explicit BandRows(const Digits* columns) {
        for (int column = 0; column < size; ++column) left_[column] = columns[column];
    }

    int count() {
        number_ = 0;
        search();
        return -number_ * turns;
    }

    // Writes way `number`, below `count()`, to the cells of the band, row by row, as digits from 0.
    void write(int number, std::uint8_t* band) {
        turn_ = number % turns;
        number_ = number / turns;
        band_ = band;
        search();
    }

private:
    static_assert(Box == G::box_columns && (Box == 2 || Box == 3));
    static constexpr bool searched = Box == 3;        // is the first row
    static constexpr int turns = searched ? Box : 1;  // rows that the first column's lowest digit can be in
    static constexpr int last_block = size - Box;     // its first column

    // Goes through the ways; true when the one asked for is written.
    bool search() { return searched ? fill_first_row(0, G::all_digits) : fill_last_two(); }

    // Tries the digits `free` in this and the next columns.
    bool fill_first_row(int column, Digits free) {
        if (column == last_block) return fill_last_block(free);
        Digits rest = left_[column] & free;
        if (column == 0) rest &= -rest;
        for (; rest; rest &= rest - 1) {
            const Digits digit = rest & -rest;
            left_[column] ^= digit;
            const bool written = fill_first_row(column + 1, free ^ digit);
            left_[column] ^= digit;
            if (written) {
                put(0, column, digit);
                return true;
            }
        }
        return false;
    }

    bool fill_last_block(Digits free) {
        Digits digit[Box];
        bool one_each = true;
        for (int i = 0; i < Box; ++i) {
            digit[i] = left_[last_block + i] & free;
            one_each &= std::has_single_bit(digit[i]);
        }
        if (!one_each) return false;
        for (int i = 0; i < Box; ++i) left_[last_block + i] ^= digit[i];
        const bool written = fill_last_two();
        for (int i = 0; i < Box; ++i) {
            left_[last_block + i] ^= digit[i];
            if (written) put(0, last_block + i, digit[i]);
        }
        return written;
    }

    bool fill_last_two() {
        read_places();
        const int chains = walk_chains([](int, int, Digits, Digits) {});
        if (!band_ || number_ >= 1 << chains) {
            number_ -= 1 << chains;
            return false;
        }
        walk_chains([&](int chain, int column, Digits one, Digits other) {
            const bool turned = number_ >> chain & 1;
            put(Box - 2, column, turned ? other : one);
            put(Box - 1, column, turned ? one : other);
        });
        return true;
    }

    // The two columns that each digit is left in, as their XOR: from one of them it leads to the other.
    void read_places() {
        for (int digit = 0; digit < size; ++digit) places_[digit] = 0;
        for (int column = 0; column < size; ++column)
            for (Digits rest = left_[column]; rest; rest &= rest - 1) places_[std::countr_zero(rest)] ^= column;
    }

    // Goes along the chains and returns how many there are. `visit` gets the number of the chain, and a column with its
    // two digits: the one by which the chain leaves it, and the one by which it came.
    template <class Visit>
    int walk_chains(Visit visit) const {
        int chains = 0;
        for (Digits unvisited = G::all_digits; unvisited; ++chains) {
            int column = std::countr_zero(unvisited);
            Digits one = left_[column] & -left_[column];
            while (unvisited >> column & 1) {
                const Digits other = left_[column] ^ one;
                unvisited ^= Digits{1} << column;
                visit(chains, column, one, other);
                column ^= places_[std::countr_zero(one)];
                one = left_[column] ^ one;
            }
        }
        return chains;
    }

    void put(int row, int column, Digits digit) {
        band_[(row + turn_) % Box * size + column] = static_cast<std::uint8_t>(std::countr_zero(digit));
    }

    Digits left_[size];  // of each column
    int places_[size];
    int number_;                    // how many ways to pass over
    int turn_ = 0;                  // the row that comes first
    std::uint8_t* band_ = nullptr;  // none: pass over all
};

}  // namespace engine
