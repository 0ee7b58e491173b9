// Solving and counting many 9x9 puzzles side by side in the lanes of the processor's registers.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "search/lane_search.hpp"

namespace engine {

class SolveTask : public SolvingTask<LaneState> {
public:
    using SolvingTask::SolvingTask;

    bool load(int lane, LaneState& state) {
        const std::uint8_t* const puzzle = next(lane);
        if (!puzzle) return false;
        near_[lane] = {};
        LaneClues(puzzle).load(state, lane);
        return true;
    }

    // A cell with two candidates, preferably one that sees the cell of the last guess, which takes an eighth fewer
    // guesses on hard puzzles. Else a cell with the fewest candidates.
    WordCells branch(int lane, LaneState& state) {
        const Diagonals<std::uint32_t> pairs = {state.pairs(0, lane), state.pairs(1, lane), state.pairs(2, lane)};
        if (!pairs.any()) return with_fewest(state, lane);
        const auto& [a, b, c] = some_in(near_[lane], pairs).word;
        const int w = a ? 0 : b ? 1 : 2;
        const std::uint32_t cells = a ? a : b ? b : c;
        near_[lane] = word_peers[cell_of(w, std::countr_zero(cells))];
        return {w, lowest(cells)};
    }

private:
    Diagonals<std::uint32_t> near_[lane_count];  // what the cell of the last guess sees
};

// Guesses by where a digit is in a band: three rows, or three columns, of the same three blocks.
//
// The nine segments of a band lie three by three in its lines and its blocks. A digit is in one segment of each line and
// of each block, which leaves it six ways to lie in the band. Where inference has ended, the number of segments left says
// how many ways there are:
//
//     segments    3  5  6  7  8  9
//     ways        1  2  2  3  4  6
//
// A guess says that a digit is in a certain segment; if it was wrong, the digit is not in it. Where two ways are left,
// either answer settles the digit in all three blocks, while a cell with two candidates settles one cell.
//
// Guesses begin in the band with the fewest segments, and stay there until no digit has another way left: each digit that
// is settled leaves fewer ways to the others. Tom Dillon's solver tdoku guesses so too, but looks at all bands each time,
// which takes longer than the few guesses that it saves.

// Bands 0 to 2 are of rows, 3 to 5 of columns.
inline constexpr int bands_of_rows = 3, all_bands = 6;

// A segment of a band and the four others of its line and its block, as bits of a digit's words.
struct SegmentWords {
    Diagonals<std::uint32_t> itself, others;
};

struct BandTable {
    std::array<std::uint32_t, all_bands> bits{};  // its segments: of minirows, or of turned words
    std::array<std::array<SegmentWords, 9>, all_bands> segment{};
    std::array<std::uint8_t, 512> guess{};  // the segment to guess, by the set of those left; ascending in `bits`

    constexpr BandTable() {
        for (int band = 0; band < all_bands; ++band)
            for (int i = 0; i < 9; ++i) {
                std::uint32_t others = 0;
                for (int j = 0; j < 9; ++j)
                    if (crosses(i, j)) others |= bit(band, j);
                bits[band] |= bit(band, i);
                segment[band][i] = {words(band, bit(band, i)), words(band, others)};
            }
        for (int left = 0; left < 512; ++left) {
            int fewest = 9;
            for (int i = 0; i < 9; ++i) {
                int others = 0;
                for (int j = 0; j < 9; ++j) others += (left >> j & 1) && crosses(i, j);
                if ((left >> i & 1) && others && others < fewest) {
                    fewest = others;
                    guess[left] = static_cast<std::uint8_t>(i);
                }
            }
        }
    }

private:
    // Segment i of a band is in line i / 3 and block i % 3.
    static constexpr std::uint32_t bit(int band, int i) {
        return 1u << (band < bands_of_rows ? 9 * (i / 3) + 3 * band + i % 3 : 9 * (i / 3) + 3 * (i % 3) + band - 3);
    }
    static constexpr bool crosses(int i, int j) { return i != j && (i / 3 == j / 3 || i % 3 == j % 3); }
    static constexpr Diagonals<std::uint32_t> words(int band, std::uint32_t segments) {
        if (band < bands_of_rows) return {segments, segments, segments};
        return turned_back(segments);
    }
};

inline constexpr BandTable band_table{};

// The bits at the places that the mask has, close together.
inline std::uint32_t gathered(std::uint32_t bits, std::uint32_t mask) {
#if defined(__BMI2__)
    return __builtin_ia32_pext_si(bits, mask);
#else
    std::uint32_t found = 0;
    for (int i = 0; mask; mask &= mask - 1, ++i) found |= std::uint32_t{(bits & lowest(mask)) != 0} << i;
    return found;
#endif
}

class BandGuesses {
public:
    // A digit takes two guesses in a band at the most: the first one leaves two lines and two blocks.
    static constexpr int deepest = 2 * 9 * all_bands;

    void begin(int lane) { band_[lane] = none; }

    // Leaves in the lane's state what a guess is true in, and in a copy of its words what it is wrong in.
    void divide(int lane, LaneState& state, std::uint32_t* copy) {
        Choice choice = band_[lane] == none ? Choice{} : fewest_ways(copy, band_[lane]);
        if (!choice.segments) choice = fewest_ways(copy, band_[lane] = fewest_segments(copy));
        const int band = band_[lane];
        const int segment = band_table.guess[gathered(choice.segments, band_table.bits[band])];
        const SegmentWords& guess = band_table.segment[band][segment];
        unrolled<diagonals>([&](int w) {
            const int i = diagonals * choice.digit + w;
            state.at(i, lane) &= ~guess.others.word[w];
            copy[i] &= ~guess.itself.word[w];
        });
    }

private:
    static constexpr std::uint8_t none = all_bands;

    struct Choice {
        std::uint32_t digit = 0, segments = 0;  // none: the band is settled
    };

    // Of the digits with two ways or more in a band one with the fewest segments. Without branches, and for rows and columns
    // alike: they would be mispredicted.
    static Choice fewest_ways(const std::uint32_t* words, int band) {
        const int turn = band < bands_of_rows ? 0 : 9, back = 27 - turn;
        const std::uint32_t mask = band_table.bits[band];
        Choice best;
        std::uint32_t least = 9 * 16;
        unrolled<9>([&](int d) {
            const Diagonals<std::uint32_t> here = diagonals_at(words + diagonals * d);
            const std::uint32_t down = here.word[1] << turn | here.word[1] >> back,
                                up = here.word[2] >> turn | here.word[2] << back;
            const std::uint32_t segments = (here.word[0] | down | up) & mask;
            const std::uint32_t rank = (std::popcount(segments) - 5u) << 4;  // three segments come last
            best.digit = rank < least ? d : best.digit;
            best.segments = rank < least ? segments : best.segments;
            least = rank < least ? rank : least;
        });
        return best;
    }

    // The band with the fewest segments left of all that are not settled.
    [[gnu::noinline]] static std::uint8_t fewest_segments(const std::uint32_t* words) {
        std::uint32_t across[9], down[9], least = ~0u;
        for (int d = 0; d < 9; ++d) {
            const Diagonals<std::uint32_t> here = diagonals_at(words + diagonals * d);
            across[d] = here.any();
            down[d] = here.turned().any();
        }
        unrolled<all_bands>([&](int band) {
            std::uint32_t segments = 0;
            for (int d = 0; d < 9; ++d)
                segments += std::popcount((band < bands_of_rows ? across[d] : down[d]) & band_table.bits[band]);
            const std::uint32_t rank = (segments - 28) * 8 + band;  // 27 come last
            least = rank < least ? rank : least;
        });
        return static_cast<std::uint8_t>(least % 8);
    }

    std::uint8_t band_[lane_count] = {};
};

// Counting the solutions of many 9x9 puzzles, where it makes no difference which of them is met first.
//
// So the search may guess where it learns most. In a puzzle with many cells of two candidates a guess in one of them is
// as good as one in a band, and takes less time. Each puzzle goes one of the two ways, decided at its first guess.
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
