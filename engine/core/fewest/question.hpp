// A 9x9 board and the puzzles on it as words of lanes, and the cells in which another solution differs from the board.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

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

// What a puzzle on a known 9x9 board leaves open: other solutions, as the cells in which they differ from the board.
//
// Each such set is unavoidable (unavoidable.hpp), and the puzzle has no clue in it.
class Question {
public:
    explicit Question(const std::uint8_t* board) : search_(*this) { words_.read(board); }

    // For every puzzle `most` sets at most, those of all puzzles together.
    const std::vector<Cells9>& ask(const std::vector<Cells9>& puzzles, int most) {
        puzzles_ = &puzzles;
        next_ = 0;
        most_ = most;
        sets_.clear();
        search_.run();
        return sets_;
    }

    // What the lanes call (lane_search.hpp).

    bool load(int lane, LaneState& state) {
        if (next_ == puzzles_->size()) return false;
        found_[lane] = 0;
        words_.load((*puzzles_)[next_++], lane, state);
        return true;
    }
    WordCells branch(int lane, LaneState& state) { return words_.branch(lane, state); }
    int digit(int lane, LaneState& state, WordCells cell) { return words_.digit(lane, state, cell); }
    bool solved(int lane, LaneState& state) {
        const Cells9 set = words_.difference(lane, state);
        if (!set.any()) return true;
        sets_.push_back(set);
        return ++found_[lane] < most_;
    }
    void exhausted(int) {}

private:
    BoardWords words_;
    const std::vector<Cells9>* puzzles_ = nullptr;
    std::size_t next_ = 0;
    int most_ = 0, found_[lane_count];
    std::vector<Cells9> sets_;
    LaneSearch<Question> search_;
};

// The minimal ones of some sets, the smallest first.
inline std::vector<Cells9> minimal_sets(std::vector<Cells9> sets) {
    const auto before = [](const Cells9& a, const Cells9& b) {
        return a.count() != b.count() ? a.count() < b.count() : a.word < b.word;
    };
    std::sort(sets.begin(), sets.end(), before);
    std::vector<Cells9> minimal;
    for (const Cells9& set : sets)
        if (std::none_of(minimal.begin(), minimal.end(),
                         [&](const Cells9& other) { return !other.without(set).any(); }))
            minimal.push_back(set);
    return minimal;
}

// Unavoidable sets of at most `most_cells` cells: those of four digits, of a band or stack, and of two blocks.
inline std::vector<Cells9> small_unavoidable_sets(const std::uint8_t* board, Question& question, int most_cells) {
    std::vector<Cells9> puzzles;
    const auto open = [&](auto inside) {
        Cells9 puzzle;
        for (int cell = 0; cell < 81; ++cell)
            if (!inside(cell)) puzzle.add(cell);
        puzzles.push_back(puzzle);
    };
    for (Digits digits = 0; digits <= Geometry9::all_digits; ++digits)
        if (std::popcount(digits) == 4) open([&](int cell) { return digits & digit_bit(board[cell]); });
    for (int three = 0; three < 3; ++three) {
        open([&](int cell) { return units9.row[cell] / 3 == three; });
        open([&](int cell) { return units9.column[cell] / 3 == three; });
    }
    for (int a = 0; a < 9; ++a)
        for (int b = a + 1; b < 9; ++b)
            open([&](int cell) { return units9.block[cell] == a || units9.block[cell] == b; });

    static constexpr int most_solutions = 100'000;  // more than any of these puzzles is known to have
    std::vector<Cells9> sets = question.ask(puzzles, most_solutions);
    std::erase_if(sets, [&](const Cells9& set) { return set.count() > most_cells; });
    return minimal_sets(std::move(sets));
}

}  // namespace engine
