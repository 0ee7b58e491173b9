// Solving and counting many 6x6 puzzles side by side, as solve9.hpp does at 9x9.
#pragma once

#include <bit>
#include <cstring>

#include "search/lane_search.hpp"
#include "search/lane_state6.hpp"
#include "simd/bytes16.hpp"

namespace engine {

// Puts a puzzle, with room for four bytes more, in place.
inline void load6(const std::uint8_t (&puzzle)[40], int lane, LaneState6& state) {
    for (int b = 0; b < bands6; ++b) {
        const Bytes band = load_bytes(puzzle + 12 * b);  // sixteen
        const std::uint32_t empty = equal_bytes(band, 0);
        for (int d = 0; d < digits6; ++d)
            state.at(bands6 * d + b, lane) =
                static_cast<std::uint16_t>((empty | equal_bytes(band, static_cast<std::uint8_t>(d + 1))) & band_cells);
    }
}

// Counts the solutions of each puzzle up to a limit, and writes the first one unless `solutions` is null.
class SolveTask6 {
public:
    SolveTask6(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
               std::int32_t* counts)
        : puzzles_(puzzles), count_(count), limit_(limit), solutions_(solutions), counts_(counts) {}

    bool load(int lane, LaneState6& state) {
        if (next_ == count_) return false;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        std::uint8_t puzzle[40] = {};
        std::memcpy(puzzle, puzzles_ + 36 * row, 36);
        load6(puzzle, lane, state);
        return true;
    }

    // A cell with two candidates, or else one with the fewest.
    WordCells branch(int lane, LaneState6& state) {
        for (int b = 0; b < bands6; ++b)
            if (const std::uint32_t pairs = state.pairs(b, lane)) return {b, lowest(pairs)};
        return with_fewest(state, lane);
    }

    bool solved(int lane, LaneState6& state) {
        const std::int64_t row = row_[lane];
        if (counts_[row]++ == 0 && solutions_) write(lane, state, solutions_ + 36 * row);
        return counts_[row] < limit_;
    }

    void exhausted(int) {}

private:
    static void write(int lane, LaneState6& state, std::uint8_t* solution) {
        for (int d = 0; d < digits6; ++d)
            for (int b = 0; b < bands6; ++b)
                for (std::uint32_t rest = state.at(bands6 * d + b, lane); rest; rest &= rest - 1)
                    solution[12 * b + std::countr_zero(rest)] = static_cast<std::uint8_t>(d + 1);
    }

    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    int limit_;
    std::uint8_t* solutions_;
    std::int32_t* counts_;
    std::int64_t row_[LaneState6::lanes];
};

}  // namespace engine
