// What cells can have that share out one of some sets of digits, each with as many digits as cells: many sets side by side in the
// lanes of a register.
#pragma once

#include <span>

#include "rules/domains.hpp"

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

}  // namespace engine::rules
