// Sets of the 81 cells of 9x9 boards in three words, and small functions of registers, for searches with a puzzle to a lane.
#pragma once

#include <bit>
#include <vector>

#include "search/lane_search.hpp"

namespace engine::rules {

inline constexpr int bands = 3;
inline constexpr std::uint32_t band_cells = (1u << 27) - 1;

// Cells in each word; which word a cell is in depends on the state of the search.
struct BandCells {
    std::uint32_t of[bands] = {};

    bool any() const { return of[0] | of[1] | of[2]; }
    int count() const { return std::popcount(of[0]) + std::popcount(of[1]) + std::popcount(of[2]); }
    void add(WordCells cell) { of[cell.word] |= cell.cells; }
    BandCells operator&(const BandCells& other) const {
        return {{of[0] & other.of[0], of[1] & other.of[1], of[2] & other.of[2]}};
    }
    BandCells operator|(const BandCells& other) const {
        return {{of[0] | other.of[0], of[1] | other.of[1], of[2] | other.of[2]}};
    }
    BandCells without(const BandCells& other) const {
        return {{of[0] & ~other.of[0], of[1] & ~other.of[1], of[2] & ~other.of[2]}};
    }
};

// All bits of the lanes that hold anything.
inline Lanes filled(const Lanes& word) { return (Lanes)(word != 0); }

// All bits of the lanes that hold nothing.
inline Lanes empty(const Lanes& word) { return (Lanes)(word == 0); }

// All bits of the lanes in which the three words have two bits or more together.
inline Lanes several_bits(const Lanes& a, const Lanes& b, const Lanes& c) {
    const Lanes in_a = filled(a), in_b = filled(b), in_c = filled(c);
    return filled((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) | (in_a & in_b) | (in_c & (in_a | in_b));
}

// All bits of these lanes.
inline Lanes lanes_of(LaneSet set) {
    Lanes bit = {};
    for (int lane = 0; lane < lane_count; ++lane) bit[lane] = 1u << lane;
    return filled(bit & set);
}

// Cells moved from some places in three words to others: all that move by as many bits between two words go together.
class Moves {
public:
    void add(WordCells from, WordCells to) {
        const int distance = std::countr_zero(to.cells) - std::countr_zero(from.cells);
        std::vector<Move>& list = distance < 0 ? down_[to.word] : up_[to.word];
        const int by = distance < 0 ? -distance : distance;
        for (Move& move : list)
            if (move.from == from.word && move.by == by) {
                move.to |= to.cells;
                return;
            }
        list.push_back({from.word, by, to.cells});
    }

    bool any() const {
        for (int w = 0; w < bands; ++w)
            if (!up_[w].empty() || !down_[w].empty()) return true;
        return false;
    }

    // Adds the moved cells of `from` to `to`: three words each, for several digits.
    template <int digits>
    void apply(const Lanes* from, Lanes* to) const {
        for (int w = 0; w < bands; ++w) {
            if (up_[w].empty() && down_[w].empty()) continue;
            Lanes moved[digits];
            unrolled<digits>([&](int d) { moved[d] = to[bands * d + w]; });
            for (const Move& move : up_[w])
                unrolled<digits>([&](int d) { moved[d] |= (from[bands * d + move.from] << move.by) & move.to; });
            for (const Move& move : down_[w])
                unrolled<digits>([&](int d) { moved[d] |= (from[bands * d + move.from] >> move.by) & move.to; });
            unrolled<digits>([&](int d) { to[bands * d + w] = moved[d]; });
        }
    }

private:
    struct Move {
        int from, by;
        std::uint32_t to;  // the cells that receive something
    };

    std::vector<Move> up_[bands], down_[bands];
};

}  // namespace engine::rules
