// Counting the solutions of many 9x9 puzzles, where it makes no difference which of them is met first.
//
// So the search may guess where it learns most. In a puzzle with many cells of two candidates a guess in one of them is
// as good as one in a band, and takes less time. Each puzzle goes one of the two ways, decided at its first guess.
#pragma once

#include "search/band_guesses.hpp"
#include "search/solve9.hpp"

namespace engine {

class CountTask : public SolveTask {
public:
    static constexpr int deepest = BandGuesses::deepest;

    CountTask(const std::uint8_t* puzzles, std::int64_t count, int limit, std::int32_t* counts)
        : SolveTask(puzzles, count, limit, nullptr, counts) {}

    bool load(int lane, LaneState& state) {
        guesses_[lane] = Guesses::undecided;
        return SolveTask::load(lane, state);
    }

    bool divides(int lane, LaneState& state) {
        if (guesses_[lane] == Guesses::undecided) {
            guesses_[lane] = pairs(lane, state) < many_pairs ? Guesses::in_bands : Guesses::in_cells;
            bands_.begin(lane);
        }
        return guesses_[lane] == Guesses::in_bands;
    }

    void divide(int lane, LaneState& state, std::uint32_t* copy) { bands_.divide(lane, state, copy); }

private:
    // Below 8 hard puzzles get slower, above 10 those with several solutions.
    static constexpr int many_pairs = 9;

    enum class Guesses : std::uint8_t { undecided, in_cells, in_bands };

    static int pairs(int lane, const LaneState& state) {
        int count = 0;
        for (int w = 0; w < diagonals; ++w) count += std::popcount(state.pairs(w, lane));
        return count;
    }

    Guesses guesses_[lane_count] = {};
    BandGuesses bands_;
};

}  // namespace engine
