// What a puzzle on a known 9x9 board leaves open: other solutions, as the cells in which they differ from the board.
//
// Each such set is unavoidable (unavoidable.hpp), and the puzzle has no clue in it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "fewest/board_words.hpp"

namespace engine {

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
