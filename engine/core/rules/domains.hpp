// The candidates of every cell under any rules, and the cells that have changed since inference last looked at them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "simd/lanes.hpp"

namespace engine::rules {

using Candidates = std::uint16_t;  // bit d - 1 for digit d

inline constexpr int most_size = 16, most_cells = most_size * most_size;

constexpr bool single(Candidates digits) { return (digits & (digits - 1)) == 0; }

struct Domains {
    alignas(HalfLanes) Candidates of[most_cells] = {};
    std::uint64_t changed[most_cells / 64] = {};  // a set of cells
    int failed = -1;                              // the cell that lost its last candidate

    // Removes all other candidates; false if none is left.
    bool keep(int cell, Candidates digits) {
        const Candidates left = of[cell] & digits;
        if (left == of[cell]) return true;
        of[cell] = left;
        note(cell);
        if (!left) failed = cell;
        return left != 0;
    }

    // Removes a digit from the cells whose lanes are all ones, the first of `count` lanes; false if one has no other.
    bool remove(Candidates digit, const HalfLanes* cells, int count) {
        for (int i = 0; i < count; ++i) {
            HalfLanes here;
            std::memcpy(&here, of + i * half_lane_count, sizeof here);
            const HalfLanes gone = here & cells[i] & digit;
            const LaneSet fewer = nonzero(gone);
            if (!fewer) continue;
            here ^= gone;
            std::memcpy(of + i * half_lane_count, &here, sizeof here);
            const int first = i * half_lane_count;
            changed[first / 64] |= std::uint64_t{fewer} << first % 64;
            const LaneSet empty = fewer & ~nonzero(here);
            if (!empty) continue;
            failed = first + std::countr_zero(empty);
            return false;
        }
        return true;
    }

    // Looks at a cell again.
    void note(int cell) { changed[cell / 64] |= std::uint64_t{1} << cell % 64; }

    // A cell that has changed, no longer noted then; -1 if there is none.
    int next_changed() {
        for (int i = 0; i < most_cells / 64; ++i)
            if (changed[i]) {
                const int bit = std::countr_zero(changed[i]);
                changed[i] &= changed[i] - 1;
                return 64 * i + bit;
            }
        return -1;
    }

    bool any_changed() const { return changed[0] | changed[1] | changed[2] | changed[3]; }

    void forget_changes() { std::memset(changed, 0, sizeof changed); }
};

}  // namespace engine::rules
