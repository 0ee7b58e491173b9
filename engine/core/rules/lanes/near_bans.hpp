// What all candidates of a cell ban from another, one puzzle to a lane: cells that differ, and relations of two cells.
#pragma once

#include "rules/lanes/lane_cells.hpp"
#include "rules/lanes/pair_bans.hpp"

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

    // Adds to `gone` the cells that each digit is banned from. `known` are the cells that it is known to be in.
    void remove(const Lanes* candidates, const Lanes* known, Lanes* gone) const {
        for (const Kind& kind : kinds_) {
            Lanes banning[digit_words];
            if (!kind.itself) find_banning(kind.bans, candidates, banning);
            kind.moves.apply<9>(kind.itself ? known : banning, gone);
        }
    }

private:
    // Pairs of cells with the same bans.
    struct Kind {
        Bans bans;
        bool itself;  // each digit bans only itself
        Moves moves;  // from each cell to those that it bans digits from
    };

    // The cells that ban each digit.
    static void find_banning(const Bans& bans, const Lanes* candidates, Lanes* banning) {
        for (int digit = 0; digit < 9; ++digit) {
            Lanes others[bands] = {};
            for (int d = 0; d < 9; ++d)
                if (!(bans[d] >> digit & 1)) unrolled<bands>([&](int w) { others[w] |= candidates[bands * d + w]; });
            unrolled<bands>([&](int w) { banning[bands * digit + w] = ~others[w]; });
        }
    }

    Moves& moves_of(const Bans& bans) {
        for (Kind& kind : kinds_)
            if (kind.bans == bans) return kind.moves;
        return kinds_.emplace_back(Kind{bans, bans == PairBans::itself, {}}).moves;
    }

    std::vector<Kind> kinds_;
};

}  // namespace engine::rules
