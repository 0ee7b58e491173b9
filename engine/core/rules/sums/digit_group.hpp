// What cells can have that share out one of some sets of digits, each with as many digits as cells: many sets side by side in the
// lanes of a register.
#pragma once

#include <span>

#include "rules/domains.hpp"
#include "rules/sums/ways.hpp"

namespace engine::rules {

// The digits that are in some lane.
inline Candidates in_some(const HalfLanes& sets) {
    std::uint64_t words[sizeof sets / 8], all = 0;
    std::memcpy(words, &sets, sizeof sets);
    for (const std::uint64_t word : words) all |= word;
    all |= all >> 32;
    return static_cast<Candidates>(all | all >> 16);
}

// Singles of both kinds in each lane, where `sets[lane]` is shared out and `of[i][lane]` is what is left of it for cell i, until
// nothing follows. Leaves `fits` where they do not contradict each other.
inline void share_in_lanes(const HalfLanes& sets, HalfLanes* of, int count, HalfLanes& fits) {
    for (;;) {
        HalfLanes once{}, twice{}, known{}, bad{};
        for (int i = 0; i < count; ++i) {
            const HalfLanes here = of[i], alone = (here & (here - 1)) == 0 ? here : HalfLanes{};
            twice |= once & here;
            once |= here;
            bad |= (known & alone) | (HalfLanes)(here == 0);
            known |= alone;
        }
        fits &= (HalfLanes)((bad | (once ^ sets)) == 0);
        const HalfLanes hidden = once & ~twice;
        HalfLanes changed{};
        for (int i = 0; i < count; ++i) {
            const HalfLanes here = of[i], others = here & ~known, place = here & hidden;
            HalfLanes left = (here & (here - 1)) == 0 ? here : others;
            left = place != 0 ? place : left;
            fits &= (HalfLanes)((place & (place - 1)) == 0);
            changed |= left ^ here;
            of[i] = left;
        }
        if (!nonzero(changed & fits)) return;
    }
}

// Leaves `of` what the cells can have when they share out one of the sets without the digits that are known, which a set must
// have, as it must have those of `must`; finds the digits that all these have. False if no set fits.
inline bool share_sets(std::span<const Candidates> sets, Candidates known, Candidates must, int count, Candidates* of,
                       Candidates& needed) {
    Candidates any = known;
    for (int i = 0; i < count; ++i) any |= of[i];
    const auto forbidden = static_cast<Candidates>(~any);
    must |= known;
    HalfLanes possible[most_size], missing{};
    for (int i = 0; i < count; ++i) possible[i] = HalfLanes{};
    bool found = false;
    for (std::size_t at = 0; at < sets.size(); at += half_lane_count) {
        const std::size_t left = std::min<std::size_t>(sets.size() - at, half_lane_count);
        HalfLanes here{};
        std::memcpy(&here, sets.data() + at, left * sizeof(Candidates));
        HalfLanes fits =
            (HalfLanes)(here != 0) & (HalfLanes)((here & forbidden) == 0) & (HalfLanes)((~here & must) == 0);
        if (!nonzero(fits)) continue;
        here &= static_cast<Candidates>(~known);
        HalfLanes shares[most_size];
        for (int i = 0; i < count; ++i) shares[i] = here & of[i];
        share_in_lanes(here, shares, count, fits);
        if (!nonzero(fits)) continue;
        found = true;
        for (int i = 0; i < count; ++i) possible[i] |= shares[i] & fits;
        missing |= ~here & fits;
    }
    if (!found) return false;
    Candidates all = 0;
    for (int i = 0; i < count; ++i) all |= of[i] = in_some(possible[i]);
    needed = all & ~in_some(missing);
    return true;
}

// Cells that are all different and take one of some sets of digits, each with as many digits as cells: the candidates that some
// set leaves each of them, and the digits that all sets have.

// The cells of a group that are not known, their candidates, and the digits of the others.
struct OpenCells {
    int count = 0, sum = 0;  // of the digits that are known
    Candidates known = 0, any = 0;
    std::uint8_t cell[most_size], place[most_size];  // the place of a cell in its group
    Candidates of[most_size];

    OpenCells(const Cells& cells, const Domains& domains) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Candidates digits = domains.of[cells[i]];
            if (single(digits)) {
                known |= digits;
                sum += std::bit_width(digits);
            } else {
                any |= digits;
                cell[count] = cells[i];
                place[count] = static_cast<std::uint8_t>(i);
                of[count++] = digits;
            }
        }
    }
};

class DigitGroup {
public:
    explicit DigitGroup(Cells cells) : cells_(std::move(cells)) {}

    const Cells& cells() const { return cells_; }
    int count() const { return static_cast<int>(cells_.size()); }

    // The houses hold every digit: the rest of a house that the group lies in has the digits that the group does not have.
    void complete_in(const std::vector<Cells>& houses, const std::vector<CellSet>& sets) {
        if (cells_.size() < 2) return;
        const CellSet inside = set_of(cells_);
        for (std::size_t house = 0; house < houses.size(); ++house) {
            if ((inside & ~sets[house]).any() || houses[house].size() == cells_.size()) continue;
            rests_.push_back(cells_of(sets[house] & ~inside));
            all_ = static_cast<Candidates>((1u << houses[house].size()) - 1);
        }
    }

    // The cells whose candidates count beside those of the group.
    void add_rests(Cells& cells) const {
        for (const Cells& rest : rests_) cells.insert(cells.end(), rest.begin(), rest.end());
    }

    // A digit that the group must have goes from the cells that differ from all its places.
    void see_from_outside(const Peers& differ) {
        differ_ = &differ;
        seeing_.resize(std::size_t{1} << std::min<std::size_t>(cells_.size(), 6));
        seen_from_.assign(seeing_.size(), 0);
    }

    // Leaves the three or four open cells what they have in some of these ways; false if there is none.
    bool restrict(OpenCells& open, Domains& domains, const Ways& ways) const {
        const Candidates must = unplaced(domains) & ~open.known;
        Candidates needed;
        if (must & ~open.any || !ways.keep(open.of, must, needed)) return false;
        for (int i = 0; i < open.count; ++i)
            if (!domains.keep(open.cell[i], open.of[i])) return false;
        return place(needed, open, domains);
    }

    // Leaves the open cells what they may have of some sets: as many digits as cells, those known among them if `with_known`.
    // False if no set fits.
    bool restrict(OpenCells& open, Domains& domains, std::span<const Candidates> sets, bool with_known = false) const {
        const Candidates must = unplaced(domains) & ~open.known;
        if (must & ~open.any) return false;
        Candidates needed;
        if (!share_sets(sets, with_known ? open.known : Candidates{0}, must, open.count, open.of, needed)) return false;
        for (int i = 0; i < open.count; ++i)
            if (!domains.keep(open.cell[i], open.of[i])) return false;
        return place(needed, open, domains);
    }

    // Digits that the group must have: those that one cell alone can take, and those that other cells see all places of.
    bool place(Candidates needed, const OpenCells& open, Domains& domains) const {
        if (!needed) return true;
        Candidates once = 0, twice = 0, thrice = 0, many = 0;
        for (int i = 0; i < open.count; ++i) {
            const Candidates here = domains.of[open.cell[i]];
            many |= thrice & here;
            thrice |= twice & here;
            twice |= once & here;
            once |= here;
        }
        if (needed & ~once) return false;
        if (const Candidates hidden = needed & ~twice)
            for (int i = 0; i < open.count; ++i) {
                const Candidates here = domains.of[open.cell[i]] & hidden;
                if (here && !(single(here) && domains.keep(open.cell[i], here))) return false;
            }
        if (!differ_) return true;
        for (std::uint32_t rest = needed & twice & ~many; rest; rest &= rest - 1) {
            const auto digit = static_cast<Candidates>(rest & -rest);
            std::uint32_t places = 0;
            for (int i = 0; i < open.count; ++i)
                if (domains.of[open.cell[i]] & digit) places |= 1u << open.place[i];
            for (const int cell : seeing(places))
                if (!domains.keep(cell, static_cast<Candidates>(~digit))) return false;
        }
        return true;
    }

private:
    // The cells outside the group that differ from all at these places.
    const Cells& seeing(std::uint32_t places) const {
        const std::size_t one = places % seeing_.size();  // groups with many cells keep those they had last
        if (seen_from_[one] == places) return seeing_[one];
        CellSet all;
        all.set();
        for (std::uint32_t rest = places; rest; rest &= rest - 1) all &= (*differ_)[cells_[std::countr_zero(rest)]];
        for (const int cell : cells_) all.reset(cell);
        seen_from_[one] = places;
        return seeing_[one] = cells_of(all);
    }

    // The digits that the rest of some house has no place for.
    Candidates unplaced(const Domains& domains) const {
        Candidates must = 0;
        for (const Cells& rest : rests_) {
            Candidates placed = 0;
            for (const int cell : rest) placed |= domains.of[cell];
            must |= ~placed;
        }
        return must & all_;
    }

    Cells cells_;
    Candidates all_ = 0;        // the digits of a house
    std::vector<Cells> rests_;  // of houses that hold every digit and that the group lies in
    const Peers* differ_ = nullptr;
    mutable std::vector<Cells> seeing_;  // by places
    mutable std::vector<std::uint32_t> seen_from_;
};

}  // namespace engine::rules
