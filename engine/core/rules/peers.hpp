// Which cells must differ from which, as a square of bits.
#pragma once

#include <bitset>
#include <cstring>
#include <vector>

#include "rules/domains.hpp"

namespace engine::rules {

using Cells = std::vector<std::uint8_t>;

using CellSet = std::bitset<most_cells>;

inline CellSet set_of(const Cells& cells) {
    CellSet set;
    for (const int cell : cells) set.set(static_cast<std::size_t>(cell));
    return set;
}

// Calls `work(cell)` for the cells of a set in ascending order, until that is false; false then.
template <class Work>
bool each_cell(const CellSet& set, Work work) {
    std::uint64_t words[most_cells / 64];
    static_assert(sizeof words == sizeof set);
    std::memcpy(words, &set, sizeof words);
    for (std::size_t i = 0; i < std::size(words); ++i)
        for (; words[i]; words[i] &= words[i] - 1)
            if (!work(static_cast<int>(64 * i) + std::countr_zero(words[i]))) return false;
    return true;
}

inline Cells cells_of(const CellSet& set) {
    Cells cells;
    cells.reserve(set.count());
    each_cell(set, [&](int cell) {
        cells.push_back(static_cast<std::uint8_t>(cell));
        return true;
    });
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
            of_[one].reset(static_cast<std::size_t>(one));
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
            together.reset(static_cast<std::size_t>(cell));
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
                if (differs) clique.push_back(static_cast<std::uint8_t>(cell));
            }
            if (clique.size() > best.size()) best = clique;
        }
        return best;
    }

private:
    std::vector<CellSet> of_;
};

}  // namespace engine::rules
