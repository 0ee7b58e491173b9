// Almost locked sets: cells of a unit with one candidate more than cells. If one digit goes, the others are locked.
//
// A restricted common of two sets is a digit that both have and whose cells in one all see those in the other, so only one
// of the two sets can hold it.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

struct AlmostLocked {
    Cells cells;
    Mask digits;
    std::array<Cells, 10> with{};  // [digit]: its cells in the set
    std::array<Cells, 10> seen{};  // [digit]: other candidates that see all of them
    Cells all_seen{};
};

struct RestrictedCommon {
    int first, second;     // sets
    int digit, other = 0;  // a second restricted common, if there is one
    int used = 0;          // in a chain: 1 the digit, 2 the other, 3 both
};

// The sets of a position, by unit and then by cells, each once; and their restricted commons.
class AlmostLockedSets {
public:
    // Sets that overlap have restricted commons only if `overlap` says so.
    explicit AlmostLockedSets(const Grid& grid, bool overlap = false) : grid_(grid), overlap_(overlap) {
        for (unit_ = 0; unit_ < unit_count; ++unit_) extend(0, {}, 0, 0);
        for (AlmostLocked& set : sets_) complete(set);
    }

    const std::vector<AlmostLocked>& sets() const { return sets_; }

    // By the first set, then by the second, which comes after it.
    const std::vector<RestrictedCommon>& commons() {
        if (begin_.empty()) find_commons();
        return commons_;
    }
    int begin(int set) const { return begin_[set]; }
    int end(int set) const { return begin_[set + 1]; }

private:
    void extend(int first, const Cells& cells, int size, Mask digits) {
        if (size == 8) return;
        for (int place = first; place < 9; ++place) {
            const int cell = units.cell[unit_][place];
            if (grid_.value[cell]) continue;
            Cells more = cells;
            more.add(cell);
            const Mask all = digits | grid_.mask[cell];
            if (count(all) - size == 2 && is_new(more, size + 1)) sets_.push_back({more, all});
            extend(place + 1, more, size + 1, all);
        }
    }

    // Units are visited rows first, so a set is new unless an earlier unit has all its cells.
    bool is_new(const Cells& cells, int size) const {
        if (unit_ < first_column) return true;
        if (size == 1) return false;
        const auto& of_first = units.of_cell[cells.first()];
        return unit_ < first_block || !(within(cells, units.set[of_first[0]]) || within(cells, units.set[of_first[1]]));
    }

    void complete(AlmostLocked& set) const {
        for (const int digit : EachDigit(set.digits)) {
            set.with[digit] = set.cells & grid_.with[digit];
            set.seen[digit] = (peers_of_all(set.with[digit]) & grid_.with[digit]).without(set.cells);
            set.all_seen |= set.seen[digit];
        }
    }

    void find_commons() {
        const int total = static_cast<int>(sets_.size());
        for (int i = 0; i < total; ++i) {
            begin_.push_back(static_cast<int>(commons_.size()));
            const AlmostLocked& first = sets_[i];
            for (int j = i + 1; j < total; ++j) {
                const AlmostLocked& second = sets_[j];
                const Mask shared = first.digits & second.digits;
                if (!shared || disjoint(first.all_seen, second.cells)) continue;
                const Cells both = first.cells & second.cells;
                if (!overlap_ && both.any()) continue;
                int number = 0;
                for (const int digit : EachDigit(shared)) {
                    if (!within(second.with[digit], first.seen[digit] | first.with[digit]) ||
                        !within(first.with[digit], second.seen[digit] | second.with[digit]) ||
                        !disjoint(first.with[digit] | second.with[digit], both))
                        continue;
                    if (number++)
                        commons_.back().other = digit;
                    else
                        commons_.push_back({i, j, digit});
                }
            }
        }
        begin_.push_back(static_cast<int>(commons_.size()));
    }

    const Grid& grid_;
    bool overlap_;
    int unit_ = 0;
    std::vector<AlmostLocked> sets_{};
    std::vector<RestrictedCommon> commons_{};
    std::vector<int> begin_{};
};

}  // namespace engine::scoring
