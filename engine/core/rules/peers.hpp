// Which cells must differ from which, as a square of bits.
#pragma once

#include <bitset>
#include <vector>

#include "rules/domains.hpp"

namespace engine::rules {

using Cells = std::vector<std::uint8_t>;

class Peers {
public:
    explicit Peers(int cells) : of_(static_cast<std::size_t>(cells)) {}

    void separate(int one, int other) {
        if (one == other) return;
        of_[one].set(other);
        of_[other].set(one);
    }
    void separate(const Cells& all) {
        for (const int one : all)
            for (const int other : all) separate(one, other);
    }

    const std::bitset<most_cells>& operator[](int cell) const { return of_[cell]; }
    bool differ(int one, int other) const { return of_[one][other]; }

    // The largest set of cells that differ from each other which one pass from any of the cells finds.
    Cells clique(const Cells& among) const {
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
    std::vector<std::bitset<most_cells>> of_;
};

}  // namespace engine::rules
