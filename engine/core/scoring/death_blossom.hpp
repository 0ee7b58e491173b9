// Death blossom: each candidate of a cell, the stem, leaves an almost locked set without it and so locks it. A digit that
// all these sets hold goes from what sees it in all of them.
#pragma once

#include "scoring/almost_locked.hpp"

namespace engine::scoring {

class DeathBlossom {
public:
    DeathBlossom(const Grid& grid, const AlmostLockedSets& sets, Found& found, bool overlap = false)
        : grid_(grid), sets_(sets.sets()), found_(found), overlap_(overlap) {}

    bool find() {
        collect_petals();
        for (stem_ = 0; stem_ < cell_count; ++stem_) {
            if (grid_.value[stem_] || grid_.mask[stem_] != with_petals_[stem_]) continue;
            if (choose(grid_.mask[stem_], {}, all_digits)) return true;
        }
        return false;
    }

private:
    static constexpr std::size_t most_petals = 100;

    // For each cell and digit, the sets whose places of the digit the cell sees.
    void collect_petals() {
        for (int set = 0; set < static_cast<int>(sets_.size()); ++set)
            for (const int digit : EachDigit(sets_[set].digits))
                for (const int cell : EachCell(sets_[set].seen[digit])) {
                    auto& petals = petals_[10 * cell + digit];
                    if (petals.size() < most_petals) petals.push_back(set);
                    with_petals_[cell] |= bit(digit);
                }
    }

    // A set for each of the digits that are left; `shared` are the digits that all sets have.
    bool choose(Mask digits, const Cells& cells, Mask shared) {
        if (!digits) return take(cells, shared);
        const int digit = lowest(digits);
        for (const int set : petals_[10 * stem_ + digit]) {
            if (!overlap_ && !disjoint(sets_[set].cells, cells)) continue;
            if (!(shared & sets_[set].digits)) continue;
            chosen_[digit] = set;
            if (choose(without(digits, bit(digit)), cells | sets_[set].cells, shared & sets_[set].digits)) return true;
        }
        return false;
    }

    bool take(const Cells& cells, Mask shared) {
        step_.clear(Technique::death_blossom);
        const Mask stem = grid_.mask[stem_];
        for (const int digit : EachDigit(without(shared, stem))) {
            Cells places;
            for (const int petal : EachDigit(stem)) places |= sets_[chosen_[petal]].with[digit];
            Cells seen = (peers_of_all(places) & grid_.with[digit]).without(cells);
            seen.remove(stem_);
            step_.remove_all(seen, digit);
        }
        if (step_.removed.empty()) return false;
        step_.add_cell(stem_);
        step_.add_digits(stem);
        for (const int digit : EachDigit(stem)) {
            const AlmostLocked& set = sets_[chosen_[digit]];
            step_.common.push_back(spot(static_cast<int>(step_.sets.size()), digit));
            step_.sets.push_back({set.cells, set.digits});
        }
        return found_.take(step_);
    }

    const Grid& grid_;
    const std::vector<AlmostLocked>& sets_;
    Found& found_;
    bool overlap_;
    int stem_ = 0;
    std::array<std::vector<int>, 10 * cell_count> petals_{};
    std::array<Mask, cell_count> with_petals_{};
    std::array<int, 10> chosen_{};
    Step step_{};
};

}  // namespace engine::scoring
