// Which single clues complete a 9x9 puzzle with several solutions: those that leave just one of them.
//
// Such a clue is a candidate that one solution has and no other. The puzzle itself comes first, and what inference leaves
// of its candidates is tried, one after another. Each solution found on the way counts for all its digits: a candidate that
// two are known to have needs no search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "board/random.hpp"
#include "search/lane_search.hpp"

namespace engine {

class CompletionsTask {
public:
    // `out` gets nine bytes for each cell, in the order of the digits: 1 if that clue leaves one solution.
    CompletionsTask(const std::uint8_t* puzzles, std::int64_t count, std::uint8_t* out)
        : puzzles_(puzzles), count_(count), out_(out) {
        std::memset(out, 0, 729 * count);
    }

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        if (!next_candidate(work) && !next_puzzle(work)) return false;
        work.found = 0;
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = work.candidates[i];
        for (int d = 0; d < 9; ++d)
            if (d != work.digit) state.at(diagonals * d + work.diagonal, lane) &= ~work.bit;
        return true;
    }

    WordCells branch(int lane, LaneState& state) {
        if (!work_[lane].inferred) keep_inferred(work_[lane], lane, state);
        return pair_or_fewest(state, lane);
    }

    bool solved(int lane, LaneState& state) {
        Work& work = work_[lane];
        if (!work.inferred) keep_inferred(work, lane, state);
        count_digits(work, lane, state);
        return ++work.found < 2;
    }

    void exhausted(int lane) {
        Work& work = work_[lane];
        if (!work.bit) {
            if (work.found == 0) std::fill_n(work.untried, digit_words, 0);
            return;
        }
        const int cell = cell_of(work.diagonal, std::countr_zero(work.bit));
        if (work.found == 1) out_[729 * work.row + 9 * cell + work.digit] = 1;
    }

private:
    struct Work {
        std::int64_t row;
        std::uint32_t candidates[digit_words], untried[digit_words] = {};
        std::uint32_t once[digit_words], twice[digit_words];  // known solutions that have each candidate
        std::vector<std::uint64_t> known;                     // a number for each of these solutions
        int diagonal = 0, digit = 0, found;
        std::uint32_t bit;  // the cell of the candidate; 0 for the puzzle itself
        bool inferred;      // whether inference from the puzzle itself is done
    };

    bool next_candidate(Work& work) {
        for (int i = 0; i < digit_words; ++i) {
            const std::uint32_t open = work.untried[i] & ~work.twice[i];
            if (!open) continue;
            work.diagonal = i % diagonals;
            work.digit = i / diagonals;
            work.bit = lowest(open);
            work.untried[i] = open ^ work.bit;
            return true;
        }
        return false;
    }

    bool next_puzzle(Work& work) {
        if (next_ == count_) return false;
        work.row = next_++;
        const std::uint8_t* puzzle = puzzles_ + 81 * work.row;
        std::uint32_t empty[diagonals] = {word_cells, word_cells, word_cells};
        std::fill_n(work.candidates, digit_words, word_cells);
        for (int cell = 0; cell < 81; ++cell) {
            if (!puzzle[cell]) continue;
            const auto [w, bit] = spot_of(cell);
            empty[w] ^= bit;
            for (int d = 0; d < 9; ++d) work.candidates[diagonals * d + w] &= ~bit;
            for (int other = 0; other < diagonals; ++other)
                work.candidates[diagonals * (puzzle[cell] - 1) + other] &= ~word_peers[cell].word[other];
        }
        for (int cell = 0; cell < 81; ++cell)
            if (puzzle[cell]) work.candidates[diagonals * (puzzle[cell] - 1) + spot_of(cell).word] |= spot_of(cell).bit;
        for (int i = 0; i < digit_words; ++i) {
            work.untried[i] = work.candidates[i] & empty[i % diagonals];
            work.once[i] = work.twice[i] = 0;
        }
        work.known.clear();
        work.bit = 0;
        work.inferred = false;
        return true;
    }

    static void keep_inferred(Work& work, int lane, LaneState& state) {
        for (int i = 0; i < digit_words; ++i) {
            work.candidates[i] = state.at(i, lane);
            work.untried[i] &= work.candidates[i];
        }
        work.inferred = true;
    }

    // Two solutions with the same number count as one; that only leaves more to try.
    static void count_digits(Work& work, int lane, LaneState& state) {
        std::uint64_t number = 0;
        for (int i = 0; i < digit_words; ++i) number = number * golden_gamma + state.at(i, lane);
        if (std::find(work.known.begin(), work.known.end(), number) != work.known.end()) return;
        work.known.push_back(number);
        for (int i = 0; i < digit_words; ++i) {
            const std::uint32_t here = state.at(i, lane);
            work.twice[i] |= work.once[i] & here;
            work.once[i] |= here;
        }
    }

    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    std::uint8_t* out_;
    Work work_[lane_count];
};

}  // namespace engine
