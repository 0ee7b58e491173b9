// A 9x9 board and the puzzles on it as words of lanes, and the cells in which another solution differs from the board.
#pragma once

#include <bit>
#include <cstdint>

#include "board/cell_set.hpp"
#include "search/lane_search.hpp"

namespace engine {

using Cells9 = CellSet<81>;

// Looks for solutions of a puzzle other than the board that it was made from, those near the board first.
//
// While every cell can still be the board's digit, the search guesses that digit. So it goes straight to the board, and
// what it finds on the way back differs from it in few cells: it shares all digits guessed before. Once some cell has lost
// the board's digit, the search guesses in such cells only, and ends when they are settled: the board's digits fit in
// all cells that are open then (carve9.hpp says why).
class BoardWords {
public:
    void read(const std::uint8_t* board) {
        for (std::uint32_t& word : own_) word = 0;
        for (int cell = 0; cell < 81; ++cell) {
            const auto [w, bit] = spot_of(cell);
            own_[diagonals * (board[cell] - 1) + w] |= bit;
        }
    }

    void load(const Cells9& clues, int lane, LaneState& state) const {
        std::uint32_t empty[diagonals] = {word_cells, word_cells, word_cells};
        clues.for_each([&](int cell) { empty[spot_of(cell).word] ^= spot_of(cell).bit; });
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = own_[i] | empty[i % diagonals];
    }

    // The cell to guess in; none if what is open can be filled as the board is.
    WordCells branch(int lane, LaneState& state) const {
        WordCells astray{}, pair{}, any{};
        bool on_board = true;
        for (int w = 0; w < diagonals; ++w) {
            std::uint32_t one = 0, two = 0, own = 0;
            for (int d = 0; d < 9; ++d) {
                const std::uint32_t candidates = state.at(diagonals * d + w, lane);
                two |= one & candidates;
                one |= candidates;
                own |= candidates & own_[diagonals * d + w];
            }
            on_board &= own == word_cells;
            const std::uint32_t open = two & ~own, pairs = state.pairs(w, lane);
            if (open & pairs) return {w, lowest(open & pairs)};
            if (open) astray = {w, lowest(open)};
            if (pairs) pair = {w, lowest(pairs)};
            if (two) any = {w, lowest(two)};
        }
        if (astray.cells || !on_board) return astray;
        return pair.cells ? pair : any;
    }

    // The board's digit if the cell can have it, or else the lowest candidate.
    int digit(int lane, LaneState& state, WordCells cell) const {
        int lowest = -1;
        for (int d = 8; d >= 0; --d) {
            const int i = diagonals * d + cell.word;
            if (!(state.at(i, lane) & cell.cells)) continue;
            if (own_[i] & cell.cells) return d;
            lowest = d;
        }
        return lowest;
    }

    // The cells in which the solution that was found is not the board: none if it is the board itself.
    Cells9 difference(int lane, LaneState& state) const {
        Cells9 cells;
        for (int w = 0; w < diagonals; ++w) {
            std::uint32_t own = 0;
            for (int d = 0; d < 9; ++d) own |= state.at(diagonals * d + w, lane) & own_[diagonals * d + w];
            for (std::uint32_t rest = word_cells & ~own; rest; rest &= rest - 1)
                cells.add(cell_of(w, std::countr_zero(rest)));
        }
        return cells;
    }

private:
    std::uint32_t own_[digit_words];
};

}  // namespace engine
