// Kraken fish: the fins of a fish do not see the place that it would remove, but chains lead from each of them there.
#pragma once

#include "scoring/fish.hpp"
#include "scoring/table_chains.hpp"

namespace engine::scoring {

class KrakenSearch : public FishSearch {
public:
    KrakenSearch(const Grid& grid, Tables& tables, Found& found)
        : FishSearch(grid, found, {FishKind::franken, 2, 4, true, true, 2, 0}), tables_(tables), chains_(tables_) {
        seeks_further_ = true;
        tables.fill(Literals::groups);
        tables.expand();
    }

private:
    bool take_further(const FinnedFish& fish) override { return find_by_fins(fish) || find_by_cover(fish); }

    const Table& if_on(int cell, int digit) const { return tables_.of(literal(cell, digit, true)); }

    // The candidates of a digit that are off whichever of the cells holds the fish's digit.
    Cells off_in_all(const Cells& cells, int digit, int other) const {
        Cells off = grid_.with[other];
        for (const int cell : EachCell(cells)) off &= if_on(cell, digit).off[other];
        return off;
    }

    // Type 1: a place of the cover goes, because the fish removes it unless a fin is true.
    bool find_by_fins(const FinnedFish& fish) {
        const Cells places = fish.cover.without(fish.base) | fish.twice_covered;
        for (const int cell : EachCell(places & off_in_all(fish.fins, fish.digit, fish.digit)))
            if (take_kraken(fish, Technique::kraken_fish_1, fish.fins, cell, fish.digit)) return true;
        return false;
    }

    // Type 2: a cover unit holds a place of the base unless a fin is true, and each of these leads to the same.
    bool find_by_cover(const FinnedFish& fish) {
        for (const Cells& cover : fish.covers) {
            const Cells own = (cover & fish.base).without(fish.twice_covered);
            if (own == cover) continue;
            const Cells starts = own | fish.fins;
            for (int digit = 1; digit <= 9; ++digit)
                for (const int cell : EachCell(off_in_all(starts, fish.digit, digit).without(starts)))
                    if (take_kraken(fish, Technique::kraken_fish_2, starts, cell, digit)) return true;
        }
        return false;
    }

    bool take_kraken(const FinnedFish& fish, Technique technique, const Cells& starts, int cell, int digit) {
        Step step = step_of(fish.fins, false);
        step.technique = technique;
        step.remove(cell, digit);
        for (const int start : EachCell(starts)) {
            if (!chains_.build(if_on(start, fish.digit), literal(cell, digit, false))) return false;
            step.chains.push_back(chains_.chain());
            step.chain_length += static_cast<int>(step.chains.back().size());
        }
        tables_.describe(step.groups, step.sets);
        return found_.take(step);
    }

    const Tables& tables_;
    TableChains chains_;
};

}  // namespace engine::scoring
