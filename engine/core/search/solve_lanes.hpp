// Puzzles of 6x6 and of 9x9 solved and counted side by side in the lanes of the processor's registers.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "search/lane_search.hpp"
#include "simd/lanes.hpp"

namespace engine {

// The state of many 6x6 puzzles (blocks of 2x3) together, one puzzle to a lane of 16-bit words, and their inference.
//
// A puzzle is 18 words: for each digit and each band, the cells where the digit may still be. Bit 6r + c is the cell in row
// r and column c of the band. What follows is found as in lane_search.hpp, across and down:
//
// Across, the two rows of a band meet its two blocks in four minirows, and a digit has one place in each row and each
// block. So it is in the first minirow of one row and in the second of the other: there are two such *ways*. A digit with
// one way left is cleared from the two other minirows. Down, a minicolumn is the two cells of a column in a band; a digit
// is in just one minicolumn of each column and of each block.

inline constexpr int bands6 = 3, digits6 = 6;
inline constexpr std::uint16_t band_cells = 0xFFF;

struct LaneState6 {
    using Word = std::uint16_t;
    static constexpr int lanes = half_lane_count, digits = digits6, words_of_digit = bands6, cells = 36;

    HalfLanes word[digits6 * bands6];
    HalfLanes pair[bands6];  // cells with exactly two candidates before the last sweep

    Word& at(int index, int lane) { return reinterpret_cast<Word*>(&word[index])[lane]; }
    Word pairs(int band, int lane) const { return pair[band][lane]; }
    static int cell(int band, int bit) { return 12 * band + bit; }
};

// The cells of the minirows of each way.
inline constexpr std::uint16_t first_way = 0b111000'000111, second_way = 0b000111'111000;

// All bits of the lanes in which bit 0 is set.
inline HalfLanes spread(const HalfLanes& bit) { return HalfLanes{} - (bit & 1); }

// The cells that a digit can be in by the ways that are left in a band; none if no way is.
inline HalfLanes possible_across(const HalfLanes& cells, const HalfLanes& known) {
    const HalfLanes any = cells | (cells >> 1) | (cells >> 2);  // of each minirow, at bits 0, 3, 6, 9
    const HalfLanes here = known | (known >> 1) | (known >> 2);
    const HalfLanes first = any & (any >> 9) & ~((here >> 3) | (here >> 6));
    const HalfLanes second = (any >> 3) & (any >> 6) & ~(here | (here >> 9));
    return (spread(first) & first_way) | (spread(second) & second_way);
}

// Is there another minicolumn in the same block?
inline HalfLanes beside_in_block(const HalfLanes& minicolumns) {
    return ((minicolumns << 1) & 0b110110) | ((minicolumns >> 2) & 0b001001) | ((minicolumns >> 1) & 0b011011) |
           ((minicolumns << 2) & 0b100100);
}

inline Verdict sweep(LaneState6& state) {
    HalfLanes single[bands6], missing = {}, open = {}, changed = {};
    for (int b = 0; b < bands6; ++b) {
        UpToFour<HalfLanes> with;
        for (int d = 0; d < digits6; ++d) with.add(state.word[bands6 * d + b]);
        single[b] = with.one & ~with.two;
        state.pair[b] = with.two & ~with.three;
        missing |= ~with.one & band_cells;
        open |= with.two;
    }

    HalfLanes kept[digits6 * bands6], hidden[digits6 * bands6], placed[bands6] = {};
    for (int d = 0; d < digits6; ++d) {
        HalfLanes possible[bands6], minicolumns[bands6], forced[bands6];
        for (int b = 0; b < bands6; ++b) {
            const HalfLanes& here = state.word[bands6 * d + b];
            possible[b] = possible_across(here, here & single[b]);
            kept[bands6 * d + b] = here & possible[b];
            minicolumns[b] = (kept[bands6 * d + b] | (kept[bands6 * d + b] >> 6)) & 0b111111;
        }
        missing |= ~(minicolumns[0] | minicolumns[1] | minicolumns[2]) & 0b111111;
        for (int b = 0; b < bands6; ++b) {
            const HalfLanes& above = minicolumns[(b + 1) % bands6];
            const HalfLanes& below = minicolumns[(b + 2) % bands6];
            const HalfLanes known = kept[bands6 * d + b] & single[b];
            forced[b] = (minicolumns[b] & ~((above | below) & beside_in_block(minicolumns[b]))) | known | (known >> 6);
            forced[b] &= 0b111111;
        }
        for (int b = 0; b < bands6; ++b) {
            const int i = bands6 * d + b;
            const HalfLanes cleared = forced[(b + 1) % bands6] | forced[(b + 2) % bands6] | beside_in_block(forced[b]);
            kept[i] &= ~(cleared | (cleared << 6));
            // In a forced minicolumn with one cell left in the ways that are left, the digit is placed.
            const HalfLanes down = kept[i] & (forced[b] | (forced[b] << 6));
            hidden[i] = down & ~((down >> 6) | (down << 6));
            placed[b] |= hidden[i];
            missing |= (HalfLanes)(kept[i] == 0);
        }
    }
    for (int i = 0; i < digits6 * bands6; ++i) {
        const HalfLanes next = kept[i] & (~placed[i % bands6] | hidden[i]);
        changed |= next ^ state.word[i];
        state.word[i] = next;
    }
    return {nonzero(missing), nonzero(changed), nonzero(open)};
}

// Solving and counting many 6x6 puzzles side by side.

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

class SolveTask6 : public SolvingTask<LaneState6> {
public:
    using SolvingTask::SolvingTask;

    bool load(int lane, LaneState6& state) {
        const std::uint8_t* const next_puzzle = next(lane);
        if (!next_puzzle) return false;
        std::uint8_t puzzle[40] = {};
        std::memcpy(puzzle, next_puzzle, 36);
        load6(puzzle, lane, state);
        return true;
    }

    WordCells branch(int lane, LaneState6& state) { return pair_or_fewest(state, lane); }
};

// Solving and counting many 9x9 puzzles side by side in the lanes of the processor's registers.

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
