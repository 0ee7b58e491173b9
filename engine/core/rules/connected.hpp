// Cells of a grid that hold one of some digits and reach each other through edges that they share: one region, or none. It
// may have to be of a certain size.
#pragma once

#include "rules/statements.hpp"

namespace engine::rules {

class ConnectedConstraint final : public Constraint {
public:
    // The cells row by row; `numbers` are the columns, the digits, and how many cells hold them, 0 for any number.
    ConnectedConstraint(const Cells& cells, const std::vector<int>& numbers)
        : Constraint(cells), digits_(static_cast<Candidates>(numbers[1])), wanted_(numbers[2]), of_(cells.size()) {
        const int count = static_cast<int>(cells.size()), columns = numbers[0];
        beside_.resize(cells.size());
        for (int i = 0; i < count; ++i) {
            if (i % columns) beside_[i].push_back(i - 1), beside_[i - 1].push_back(i);
            if (i >= columns) beside_[i].push_back(i - columns), beside_[i - columns].push_back(i);
        }
    }

    bool propagate(Domains& domains) override {
        const int count = static_cast<int>(cells_.size());
        int sure = 0, first = -1;
        for (int i = 0; i < count; ++i) {
            Place& place = of_[i];
            const Candidates here = domains.of[cells_[i]];
            place = {(here & digits_) != 0, (here & ~digits_) == 0};
            sure += place.sure;
            if (place.sure && first < 0) first = i;
        }
        settled_ = false;
        if (wanted_ && sure > wanted_) return false;
        if (first < 0) return !wanted_ || leave_large_parts(domains);
        reached_ = 0;
        visit(first, -1);
        if (wanted_ && of_[first].cells < wanted_) return false;
        for (int i = 0; i < count; ++i) {
            if (of_[i].order || !of_[i].possible) continue;
            if (of_[i].sure || !remove(i, domains)) return false;  // out of reach
        }
        if (wanted_ && !leave_near(sure, domains)) return false;
        return keep_cuts(first, sure, domains);
    }

private:
    struct Place {
        bool possible = false, sure = false;
        int order = 0, lowest = 0;  // of the visit, and the first that is reached from here without the way back
        int cells = 0, sures = 0;   // of the part that was visited from here on
        int cut_cells = 0;          // of the parts that hang on this place alone,
        bool cut_sure = false;      // and whether one of them holds a sure cell
        int steps = 0;
    };

    bool remove(int i, Domains& domains) const { return domains.keep(cells_[i], static_cast<Candidates>(~digits_)); }

    // Depth first (Tarjan 1972, "Depth-first search and linear graph algorithms").
    void visit(int i, int from) {
        Place& here = of_[i];
        here.order = here.lowest = ++reached_;
        here.cells = 1;
        here.sures = here.sure;
        for (const int other : beside_[i]) {
            Place& there = of_[other];
            if (!there.possible || other == from) continue;
            if (there.order) {
                here.lowest = std::min(here.lowest, there.order);
                continue;
            }
            visit(other, i);
            here.lowest = std::min(here.lowest, there.lowest);
            here.cells += there.cells;
            here.sures += there.sures;
            if (there.lowest < here.order) continue;
            here.cut_cells += there.cells;
            here.cut_sure = here.cut_sure || there.sures;
        }
    }

    // Cells without which the sure ones, or as many cells as are wanted, do not hang together.
    bool keep_cuts(int first, int sure, Domains& domains) const {
        const int all = of_[first].cells;
        for (std::size_t i = 0; i < of_.size(); ++i) {
            const Place& place = of_[i];
            if (!place.order || place.sure) continue;
            const bool needed = place.cut_sure || (wanted_ && all - place.cut_cells - 1 < wanted_);
            if (needed && !domains.keep(cells_[i], digits_)) return false;
        }
        if (sure < wanted_ || !wanted_) return true;
        for (std::size_t i = 0; i < of_.size(); ++i)
            if (of_[i].possible && !of_[i].sure && !remove(static_cast<int>(i), domains)) return false;
        return true;
    }

    // Without the cells that are too many steps from the sure ones.
    bool leave_near(int sure, Domains& domains) {
        const int most = wanted_ - sure;
        std::vector<int>& queue = queue_;
        queue.clear();
        for (std::size_t i = 0; i < of_.size(); ++i) {
            of_[i].steps = of_[i].sure ? 0 : -1;
            if (of_[i].sure) queue.push_back(static_cast<int>(i));
        }
        for (std::size_t at = 0; at < queue.size(); ++at)
            for (const int other : beside_[queue[at]])
                if (of_[other].possible && of_[other].steps < 0) {
                    of_[other].steps = of_[queue[at]].steps + 1;
                    queue.push_back(other);
                }
        for (std::size_t i = 0; i < of_.size(); ++i)
            if (of_[i].possible && of_[i].steps > most && !remove(static_cast<int>(i), domains)) return false;
        return true;
    }

    // No cell is sure yet: parts that are too small hold none.
    bool leave_large_parts(Domains& domains) {
        bool any = false;
        for (int i = 0; i < static_cast<int>(of_.size()); ++i) {
            if (!of_[i].possible || of_[i].order) continue;
            queue_.clear();
            visit_part(i);
            if (static_cast<int>(queue_.size()) >= wanted_) {
                any = true;
                continue;
            }
            for (const int one : queue_)
                if (!remove(one, domains)) return false;
        }
        return any;
    }

    void visit_part(int i) {
        of_[i].order = 1;
        queue_.push_back(i);
        for (std::size_t at = 0; at < queue_.size(); ++at)
            for (const int other : beside_[queue_[at]])
                if (of_[other].possible && !of_[other].order) {
                    of_[other].order = 1;
                    queue_.push_back(other);
                }
    }

    Candidates digits_;
    int wanted_, reached_ = 0;
    std::vector<Place> of_;
    std::vector<std::vector<int>> beside_;
    std::vector<int> queue_;
};

// Two lists of cells, such as the digits and the regions of a grid: no two places have both the same first and the same second
// value. If there are as many places as pairs of values, each pair has its place.
class DifferentPairsConstraint final : public Constraint {
public:
    // The first cells, then the second ones; `seconds` says how many values those have if each pair occurs, else it is 0.
    DifferentPairsConstraint(const Cells& cells, int size, int seconds)
        : Constraint(cells), count_(cells.size() / 2), size_(size), seconds_(seconds) {}

    bool propagate(Domains& domains) override {
        settled_ = false;
        return keep_apart(domains, 0, count_) && keep_apart(domains, count_, 0) && (!seconds_ || keep_places(domains));
    }

private:
    // Places that have one value in one list have different ones in the other.
    bool keep_apart(Domains& domains, std::size_t one, std::size_t other) const {
        for (int value = 0; value < size_; ++value) {
            const auto wanted = static_cast<Candidates>(1u << value);
            Candidates known = 0, open = 0;
            int places = 0;
            for (std::size_t i = 0; i < count_; ++i) {
                if (domains.of[cells_[one + i]] != wanted) continue;
                const Candidates there = domains.of[cells_[other + i]];
                if (single(there) && known & there) return false;
                if (single(there)) known |= there;
                open |= there;
                ++places;
            }
            if (std::popcount(open) < places) return false;
            if (!known) continue;
            for (std::size_t i = 0; i < count_; ++i) {
                const Candidates here = domains.of[cells_[one + i]], there = domains.of[cells_[other + i]];
                if (here == wanted && !single(there)) {
                    if (!domains.keep(cells_[other + i], static_cast<Candidates>(~known))) return false;
                } else if (here != wanted && here & wanted && single(there) && there & known) {
                    if (!domains.keep(cells_[one + i], static_cast<Candidates>(~wanted))) return false;
                }
            }
        }
        return true;
    }

    // A pair that has one place left is there.
    bool keep_places(Domains& domains) const {
        for (int second = 0; second < seconds_; ++second) {
            const auto there = static_cast<Candidates>(1u << second);
            UpToFour<Candidates> held;
            for (std::size_t i = 0; i < count_; ++i)
                if (domains.of[cells_[count_ + i]] & there) held.add(domains.of[cells_[i]]);
            if (held.one != static_cast<Candidates>((1u << size_) - 1)) return false;
            const Candidates once = held.one & ~held.two;
            for (std::size_t i = 0; once && i < count_; ++i) {
                const Candidates here = domains.of[cells_[i]] & once;
                if (!here || !(domains.of[cells_[count_ + i]] & there)) continue;
                if (!single(here) || !domains.keep(cells_[i], here) || !domains.keep(cells_[count_ + i], there))
                    return false;
            }
        }
        return true;
    }

    std::size_t count_;
    int size_, seconds_;
};

}  // namespace engine::rules
