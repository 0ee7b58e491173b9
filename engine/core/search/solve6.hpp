// The state of many 6x6 puzzles (blocks of 2x3) together, one puzzle to a lane of 16-bit words, and their inference.
//
// A puzzle is 18 words: for each digit and each band, the cells where the digit may still be. Bit 6r + c is the cell in row
// r and column c of the band. What follows is found as in lane_search.hpp, across and down:
//
// Across, the two rows of a band meet its two blocks in four minirows, and a digit has one place in each row and each
// block. So it is in the first minirow of one row and in the second of the other: there are two such *ways*. A digit with
// one way left is cleared from the two other minirows. Down, a minicolumn is the two cells of a column in a band; a digit
// is in just one minicolumn of each column and of each block.
#pragma once

#include <bit>
#include <cstring>

#include "search/lane_search.hpp"
#include "simd/bytes16.hpp"
#include "simd/lanes.hpp"

namespace engine {

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
        HalfLanes one = {}, two = {}, three = {};
        for (int d = 0; d < digits6; ++d) {
            const HalfLanes& candidates = state.word[bands6 * d + b];
            three |= two & candidates;
            two |= one & candidates;
            one |= candidates;
        }
        single[b] = one & ~two;
        state.pair[b] = two & ~three;
        missing |= ~one & band_cells;
        open |= two;
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

// Solving and counting many 6x6 puzzles side by side, as solve9.hpp does at 9x9.

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

}  // namespace engine
