// What all candidates of a cell ban from another, one puzzle to a lane: cells that differ, and relations of two cells.
#pragma once

#include "rules/lane_cells.hpp"
#include "rules/pair_bans.hpp"

namespace engine::rules {

class NearBans {
public:
    NearBans() = default;
    // `spot` says where a cell lies in the words.
    template <class Spot>
    NearBans(const PairBans& bans, Spot spot) {
        for (int cell = 0; cell < 81; ++cell)
            for (int other = 0; other < 81; ++other)
                if (const Bans& here = bans.beside_houses(cell, other); here != Bans{})
                    moves_of(here).add(spot(cell), spot(other));
    }

    bool any() const { return !kinds_.empty(); }

    // Adds to `gone` the cells that a digit is banned from.
    void remove(const Lanes* candidates, int digit, Lanes* gone) const {
        for (const Kind& kind : kinds_) {
            Lanes banning[bands] = {};
            for (int d = 0; d < 9; ++d)
                if (!(kind.bans[d] >> digit & 1))
                    unrolled<bands>([&](int w) { banning[w] |= candidates[bands * d + w]; });
            unrolled<bands>([&](int w) { banning[w] = ~banning[w]; });
            kind.moves.apply(banning, gone);
        }
    }

private:
    // Pairs of cells with the same bans.
    struct Kind {
        Bans bans;
        Moves moves;  // from each cell to those that it bans digits from
    };

    Moves& moves_of(const Bans& bans) {
        for (Kind& kind : kinds_)
            if (kind.bans == bans) return kind.moves;
        return kinds_.emplace_back(Kind{bans, {}}).moves;
    }

    std::vector<Kind> kinds_;
};

}  // namespace engine::rules
