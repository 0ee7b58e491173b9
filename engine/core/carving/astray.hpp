// Where a search in lanes for another solution guesses, and what it has found.
//
// That other solution need not be completed. Call an open cell astray when the board's own digit has left its
// candidates. Once inference has ended and no open cell is astray, the board's digits fit in all of them: among
// themselves they are part of a solution, and a known cell that forbade one would have removed it. So the search
// guesses in cells astray only, and ends when there are none.
#pragma once

#include "search/lane_search.hpp"

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

}  // namespace engine
