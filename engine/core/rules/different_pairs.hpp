// Two lists of cells, such as the digits and the regions of a grid: no two places have both the same first and the same second
// value. If there are as many places as pairs of values, each pair has its place.
#pragma once

#include "rules/constraint.hpp"

namespace engine::rules {

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
            Candidates once = 0, twice = 0;
            for (std::size_t i = 0; i < count_; ++i) {
                if (!(domains.of[cells_[count_ + i]] & there)) continue;
                twice |= once & domains.of[cells_[i]];
                once |= domains.of[cells_[i]];
            }
            if (once != static_cast<Candidates>((1u << size_) - 1)) return false;
            for (std::size_t i = 0; Candidates{static_cast<Candidates>(once & ~twice)} && i < count_; ++i) {
                const Candidates here = domains.of[cells_[i]] & once & static_cast<Candidates>(~twice);
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
