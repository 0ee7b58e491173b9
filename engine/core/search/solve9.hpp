// Solving and counting many 9x9 puzzles side by side in the lanes of the processor's registers.
#pragma once

#include <bit>

#include "search/lane_search.hpp"
#include "simd/clues9.hpp"

namespace engine {

// Counts the solutions of each puzzle up to a limit, and writes the first one unless `solutions` is null.
class SolveTask {
public:
    SolveTask(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions, std::int32_t* counts)
        : puzzles_(puzzles), count_(count), limit_(limit), solutions_(solutions), counts_(counts) {}

    bool load(int lane, LaneState& state) {
        if (next_ == count_) return false;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        near_[lane] = {};
        std::uint32_t clue[digit_words] = {};
        Diagonals<std::uint32_t> empty = {word_cells, word_cells, word_cells};
        const std::uint8_t* puzzle = puzzles_ + 81 * row;
        for_each_clue(puzzle, [&](int cell) {
            const auto [w, bit] = spot_of(cell);
            clue[diagonals * (puzzle[cell] - 1) + w] |= bit;
            empty.word[w] ^= bit;
        });
        unrolled<digit_words>([&](int i) { state.at(i, lane) = clue[i] | empty.word[i % diagonals]; });
        return true;
    }

    // A cell with two candidates, preferably one that sees the cell of the last guess, which takes an eighth fewer
    // guesses on hard puzzles. Else a cell with the fewest candidates.
    WordCells branch(int lane, LaneState& state) {
        Diagonals<std::uint32_t>& near = near_[lane];
        const Diagonals<std::uint32_t> pairs = {state.pairs(0, lane), state.pairs(1, lane), state.pairs(2, lane)};
        const Diagonals<std::uint32_t> seen = pairs & near;
        if (pairs.any()) {
            const std::uint32_t all = seen.any() ? 0 : ~0u;  // without branches: they would be mispredicted
            const std::uint32_t in_0 = seen.word[0] | (pairs.word[0] & all),
                                in_1 = seen.word[1] | (pairs.word[1] & all),
                                in_2 = seen.word[2] | (pairs.word[2] & all);
            const int w = in_0 ? 0 : in_1 ? 1 : 2;
            const std::uint32_t cells = in_0 ? in_0 : in_1 ? in_1 : in_2;
            near = word_peers[cell_of(w, std::countr_zero(cells))];
            return {w, lowest(cells)};
        }
        return with_fewest(state, lane);
    }

    bool solved(int lane, LaneState& state) {
        const std::int64_t row = row_[lane];
        if (counts_[row]++ == 0 && solutions_) write(lane, state, solutions_ + 81 * row);
        return counts_[row] < limit_;
    }

    void exhausted(int) {}

private:
    static void write(int lane, LaneState& state, std::uint8_t* solution) {
        for (int d = 0; d < 9; ++d)
            for (int w = 0; w < diagonals; ++w)
                for (std::uint32_t rest = state.at(diagonals * d + w, lane); rest; rest &= rest - 1)
                    solution[cell_of(w, std::countr_zero(rest))] = static_cast<std::uint8_t>(d + 1);
    }

    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    int limit_;
    std::uint8_t* solutions_;
    std::int32_t* counts_;
    std::int64_t row_[lane_count];
    Diagonals<std::uint32_t> near_[lane_count];  // what the cell of the last guess sees
};

}  // namespace engine
