// Where a search in lanes for another solution guesses, and what it has found.
//
// That other solution need not be completed. Call an open cell astray when the board's own digit has left its
// candidates. Once inference has ended and no open cell is astray, the board's digits fit in all of them: among
// themselves they are part of a solution, and a known cell that forbade one would have removed it. So the search
// guesses in cells astray only, and ends when there are none.
#pragma once

#include <algorithm>
#include <cstdint>

#include "board/geometry.hpp"
#include "search/lane_search.hpp"
#include "simd/diagonals.hpp"

namespace engine {

// The cells of each digit on a full board, word by word as in a lane's state.
using BoardWords = std::uint32_t[digit_words];

inline void read_board_words(const std::uint8_t* board, BoardWords& words) {
    for (std::uint32_t& word : words) word = 0;
    for (int cell = 0; cell < 81; ++cell)
        words[diagonals * (board[cell] - 1) + spot_of(cell).word] |= spot_of(cell).bit;
}

// A cell astray, with two candidates if there is one; none if the search ends.
template <class State>
WordCells cell_astray(State& state, int lane, const typename State::Word* board) {
    constexpr int words = State::words_of_digit;
    WordCells astray{};
    for (int w = 0; w < words; ++w) {
        std::uint32_t one = 0, two = 0, own = 0;
        for (int d = 0; d < State::digits; ++d) {
            const std::uint32_t candidates = state.at(words * d + w, lane);
            two |= one & candidates;
            one |= candidates;
            own |= candidates & board[words * d + w];
        }
        const std::uint32_t open = two & ~own;
        if (const std::uint32_t pairs = open & state.pairs(w, lane)) return {w, lowest(pairs)};
        if (open) astray = {w, lowest(open)};
    }
    return astray;
}

// The cells where the solution that was found has another digit than the board: an unavoidable set of the board.
inline Diagonals<std::uint32_t> cells_that_differ(LaneState& state, int lane, const BoardWords& board) {
    Diagonals<std::uint32_t> differ;
    for (int w = 0; w < diagonals; ++w) {
        std::uint32_t own = 0;
        for (int d = 0; d < 9; ++d) own |= state.at(diagonals * d + w, lane) & board[diagonals * d + w];
        differ.word[w] = word_cells & ~own;
    }
    return differ;
}

// Where the digits of a 9x9 puzzle may be, kept up to date while clues come and go.
//
// Each digit occurs once in every row, column and block of a solution, so the units that its clues cover are all
// different, and a clue that goes uncovers exactly its own three: coming and going is the same flip of bits.
class DigitPlaces {
public:
    // Takes all cells of a full board for clues.
    void read(const std::uint8_t* board) {
        *this = {};
        for (int cell = 0; cell < 81; ++cell) clue_[spot_of(cell).word][board[cell] - 1] |= spot_of(cell).bit;
        for (ByDigit* covered : {&rows_, &columns_, &blocks_}) std::fill_n(*covered, 9, word_cells);
        for (Digits* seen : {row_digits_, column_digits_, block_digits_}) std::fill_n(seen, 9, Geometry9::all_digits);
    }

    // A clue goes, or comes back.
    void flip(int cell, int d) {
        const auto [word, bit] = spot_of(cell);
        clue_[word][d] ^= bit;
        empty_.word[word] ^= bit;
        const UnitBits units = unit_bits(cell);
        rows_[d] ^= units.row;
        columns_[d] ^= units.column;
        blocks_[d] ^= units.block;
        row_digits_[units9.row[cell]] ^= 1u << d;
        column_digits_[units9.column[cell]] ^= 1u << d;
        block_digits_[units9.block[cell]] ^= 1u << d;
    }

    // Is the digit the only one for an empty cell, or the cell the only one for the digit in some unit?
    bool forced(int cell, int d) const {
        const int row = units9.row[cell], column = units9.column[cell], block = units9.block[cell];
        const Digits seen = row_digits_[row] | column_digits_[column] | block_digits_[block];
        const Cells open = empty_.without(turned_back(columns_[d])).without(rows_[d] | blocks_[d]);
        const Cells elsewhere = open.without(cell_words(cell));
        const std::uint32_t any = elsewhere.any(), any_turned = elsewhere.turned().any();
        const UnitBits units = unit_bits(cell);
        // All four are computed: a branch would often be mispredicted, which costs more.
        return ((seen | 1u << d) == Geometry9::all_digits) | !(any & units.row) | !(any & units.block) |
               !(any_turned & units.column);
    }

    // Cells on a diagonal that hold the digit.
    std::uint32_t clues(int word, int d) const { return clue_[word][d]; }

    // The puzzle as the state of a lane, with a digit forbidden in an empty cell.
    void load(int cell, int d, LaneState& state, int lane) const {
        ByDigit places[diagonals];
        for (int other = 0; other < padded; ++other) {
            const Cells covered = turned_back(columns_[other]);
            for (int w = 0; w < diagonals; ++w)
                places[w][other] =
                    (empty_.word[w] & ~(covered.word[w] | rows_[other] | blocks_[other])) | clue_[w][other];
        }
        places[spot_of(cell).word][d] &= ~spot_of(cell).bit;
        for (int other = 0; other < 9; ++other)
            for (int w = 0; w < diagonals; ++w) state.at(diagonals * other + w, lane) = places[w][other];
    }

private:
    static constexpr int padded = 16;  // nine digits, and some to fill a register
    using ByDigit = std::uint32_t[padded];
    using Cells = Diagonals<std::uint32_t>;

    ByDigit clue_[diagonals];          // cells that hold the digit
    ByDigit rows_, columns_, blocks_;  // what its clues cover, as unit_bits has it
    Cells empty_;
    Digits row_digits_[9], column_digits_[9], block_digits_[9];
};

}  // namespace engine
