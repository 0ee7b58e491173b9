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
            digit_[w][std::countr_zero(bit)] = static_cast<std::uint8_t>(board[cell] - 1);
        }
    }

    void load(const Cells9& clues, int lane, LaneState& state) const {
        std::uint32_t empty[diagonals] = {word_cells, word_cells, word_cells};
        clues.for_each([&](int cell) { empty[spot_of(cell).word] ^= spot_of(cell).bit; });
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = own_[i] | empty[i % diagonals];
    }

    // The cell to guess in; none if what is open can be filled as the board is.
    WordCells branch(int lane, LaneState& state) const {
        std::uint32_t astray[diagonals], any_astray = 0;
        for (int w = 0; w < diagonals; ++w) {
            any_astray |= astray[w] = word_cells & ~own_cells(w, lane, state);
            if (const std::uint32_t pairs = state.pairs(w, lane) & astray[w]) return {w, lowest(pairs)};
        }
        for (int w = diagonals - 1; !any_astray && w >= 0; --w)
            if (const std::uint32_t pairs = state.pairs(w, lane)) return {w, lowest(pairs)};
        for (int w = diagonals - 1; w >= 0; --w) {
            const std::uint32_t open = open_cells(w, lane, state);
            if (const std::uint32_t here = any_astray ? open & astray[w] : open) return {w, lowest(here)};
        }
        return {};
    }

    // The board's digit if the cell can have it, or else the lowest candidate.
    int digit(int lane, LaneState& state, WordCells cell) const {
        const int own = digit_[cell.word][std::countr_zero(cell.cells)];
        if (state.at(diagonals * own + cell.word, lane) & cell.cells) return own;
        int d = 0;
        while (!(state.at(diagonals * d + cell.word, lane) & cell.cells)) ++d;
        return d;
    }

    // The cells in which the solution that was found is not the board: none if it is the board itself.
    Cells9 difference(int lane, LaneState& state) const {
        Cells9 cells;
        for (int w = 0; w < diagonals; ++w) {
            for (std::uint32_t rest = word_cells & ~own_cells(w, lane, state); rest; rest &= rest - 1)
                cells.add(cell_of(w, std::countr_zero(rest)));
        }
        return cells;
    }

private:
    // The cells that can have the board's digit.
    std::uint32_t own_cells(int w, int lane, LaneState& state) const {
        std::uint32_t own = 0;
        for (int d = 0; d < 9; ++d) own |= state.at(diagonals * d + w, lane) & own_[diagonals * d + w];
        return own;
    }

    static std::uint32_t open_cells(int w, int lane, LaneState& state) {
        std::uint32_t one = 0, two = 0;
        for (int d = 0; d < 9; ++d) {
            const std::uint32_t candidates = state.at(diagonals * d + w, lane);
            two |= one & candidates;
            one |= candidates;
        }
        return two;
    }

    std::uint32_t own_[digit_words];
    std::uint8_t digit_[diagonals][27];  // of each cell, by word and bit
};

}  // namespace engine
