// A chain found in a hypothetical position, as part of a longer one: what it rules out, what had to be ruled out before
// it could be found, and its literals in order, which distinguish two such chains.
#pragma once

#include <algorithm>

#include "rating/chains/loops.hpp"
#include "rating/chains/search.hpp"

namespace engine::rating {

constexpr std::uint16_t literal(Spot spot, bool on) {
    return static_cast<std::uint16_t>((spot.cell * digit_count + spot.digit) * 2 + on);
}

struct NestedChain {
    ChainRank rank;
    std::vector<Removal> removals;        // by cell
    std::vector<std::uint16_t> literals;  // back from each end, a `none` after each
    std::vector<std::uint16_t> parents;   // offs, as cell * 9 + digit, none twice

    bool same_removals(const NestedChain& other) const {
        return std::equal(removals.begin(), removals.end(), other.removals.begin(), other.removals.end(),
                          [](const Removal& a, const Removal& b) { return a.cell == b.cell && a.digits == b.digits; });
    }

    void take_back(const Step& step) { removals.assign(step.removal.begin(), step.removal.begin() + step.removals); }

    // Notes what an on of this cause needed gone: what its cell or region has lost between the two positions.
    void needs(const Position& source, const Position& now, Spot spot, Cause cause) {
        const auto [cell, digit] = spot;
        const auto add = [&](int which, int what) {
            const auto parent = static_cast<std::uint16_t>(which * digit_count + what);
            if (std::find(parents.begin(), parents.end(), parent) == parents.end()) parents.push_back(parent);
        };
        if (cause == Cause::cell) {
            for_bits(source.candidates[cell] & ~now.candidates[cell], [&](int other) { add(cell, other); });
        } else if (cause != Cause::none) {
            const int region = regions.region[kind_of(cause)][cell];
            for_bits(source.places[digit][region] & ~now.places[digit][region],
                     [&](int place) { add(regions.cell[region][place], digit); });
        }
    }
};

// The first chain of those that rule out the same, easiest and shortest first.
inline void sort_chains(std::vector<NestedChain>& chains) {
    std::stable_sort(chains.begin(), chains.end(),
                     [](const NestedChain& a, const NestedChain& b) { return a.rank < b.rank; });
    std::vector<NestedChain> kept;
    for (NestedChain& chain : chains)
        if (std::none_of(kept.begin(), kept.end(),
                         [&](const NestedChain& other) { return chain.same_removals(other); }))
            kept.push_back(std::move(chain));
    chains = std::move(kept);
}

// All cycles and forcing chains of a position that has come from another by what a longer chain ruled out.
class NestedLoops {
public:
    // `assumption` numbers what that chain has assumed.
    void find(const Position& source, const Position& now, int assumption, std::vector<NestedChain>& found);

    // The closure of the last position if that was quiet, else null.
    Closure<xy_ways>* quiet() { return is_quiet_ ? &closure_ : nullptr; }

private:
    template <Ways ways>
    void along(Closure<ways>& closure, const SpotSet& maybe, const Position& source, const Position& now,
               std::vector<NestedChain>& found);
    void add_cycle(const Position& source, const Position& now, const ChainRank& rank, Spot start, int last,
                   std::vector<NestedChain>& found);
    void add_chain(const Position& source, const Position& now, const ChainRank& rank, Spot start, bool on,
                   std::vector<NestedChain>& found);
    void add(const Position& source, const Position& now, NestedChain& chain, Spot spot, bool on, Cause cause);

    QuietPositions known_;
    bool is_quiet_ = false;
    Closure<x_ways> x_closure_;
    Closure<y_ways> y_closure_;
    Closure<xy_ways> closure_;
    Walk walk_;
    Step step_;
};

}  // namespace engine::rating
