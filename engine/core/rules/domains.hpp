// The candidates of every cell under any rules, and the cells that have changed since inference last looked at them.
#pragma once

#include <bit>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <vector>

#include "board/cell_set.hpp"
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

// Which cells must differ from which, as a square of bits.
using Cells = std::vector<std::uint8_t>;

using CellSet = std::bitset<most_cells>;

inline CellSet set_of(const Cells& cells) {
    CellSet set;
    for (const int cell : cells) set.set(cell);
    return set;
}

inline Cells cells_of(const CellSet& set) {
    Cells cells;
    cells.reserve(set.count());
    for (const int cell : EachCell(set)) cells.push_back(cell);
    return cells;
}

class Peers {
public:
    explicit Peers(int cells) : of_(static_cast<std::size_t>(cells)) {}

    void separate(int one, int other) {
        if (one == other) return;
        of_[one].set(other);
        of_[other].set(one);
    }
    void separate(const Cells& all) {
        const CellSet together = set_of(all);
        for (const int one : all) {
            of_[one] |= together;
            of_[one].reset(one);
        }
    }
    void separate_as(const Peers& others) {
        for (std::size_t cell = 0; cell < of_.size(); ++cell) of_[cell] |= others.of_[cell];
    }

    std::size_t cells() const { return of_.size(); }
    const CellSet& operator[](int cell) const { return of_[cell]; }
    bool differ(int one, int other) const { return of_[one][other]; }

    bool differ(const Cells& cells) const {
        CellSet together = set_of(cells);
        for (const int cell : cells) {
            together.reset(cell);
            if ((together & ~of_[cell]).any()) return false;
        }
        return true;
    }

    // The largest set of cells that differ from each other which one pass from any of the cells finds.
    Cells clique(const Cells& among) const {
        if (differ(among)) return among;
        Cells best;
        for (std::size_t start = 0; start < among.size(); ++start) {
            Cells clique;
            for (std::size_t i = 0; i < among.size(); ++i) {
                const int cell = among[(start + i) % among.size()];
                bool differs = true;
                for (const int other : clique) differs = differs && differ(cell, other);
                if (differs) clique.push_back(cell);
            }
            if (clique.size() > best.size()) best = clique;
        }
        return best;
    }

private:
    std::vector<CellSet> of_;
};

}  // namespace engine::rules
