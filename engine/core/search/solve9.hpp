// Solving and counting many 9x9 puzzles side by side in the lanes of the processor's registers.
#pragma once

#include <bit>

#include "search/lane_search.hpp"

namespace engine {

// Counts the solutions of each puzzle up to a limit, and writes the first one where `solutions` is not null.
class SolveTask {
public:
    SolveTask(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions, std::int32_t* counts)
        : puzzles_(puzzles), count_(count), limit_(limit), solutions_(solutions), counts_(counts) {}

    bool load(int lane, LaneState& state) {
        if (next_ == count_) return false;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        std::uint32_t clue[digit_words] = {};
        Diagonals<std::uint32_t> empty = {word_cells, word_cells, word_cells};
        const std::uint8_t* puzzle = puzzles_ + 81 * row;
        for (int cell = 0; cell < 81; ++cell) {
            if (!puzzle[cell]) continue;
            const auto [w, bit] = spot_of(cell);
            clue[diagonals * (puzzle[cell] - 1) + w] |= bit;
            empty.word[w] ^= bit;
        }
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = clue[i] | empty.word[i % diagonals];
        return true;
    }

    // A cell with two candidates, or else one with the fewest.
    WordCells branch(int lane, LaneState& state) {
        for (int w = 0; w < diagonals; ++w)
            if (const std::uint32_t pairs = state.pairs(w, lane)) return {w, lowest(pairs)};
        WordCells best{};
        int fewest = 10;
        for (int w = 0; w < diagonals; ++w)
            for (std::uint32_t cell = 1; cell & word_cells; cell <<= 1) {
                int candidates = 0;
                for (int d = 0; d < 9; ++d) candidates += (state.at(diagonals * d + w, lane) & cell) != 0;
                if (candidates > 1 && candidates < fewest) {
                    fewest = candidates;
                    best = {w, cell};
                }
            }
        return best;
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
};

}  // namespace engine
