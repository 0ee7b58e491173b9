// A chain found in a hypothetical position, as part of a longer one: what it rules out, what had to be ruled out before
// it could be found, and its literals in order, which distinguish two such chains.
#pragma once

#include <algorithm>

#include "rating/chain_loops.hpp"
#include "rating/chain_search.hpp"

namespace engine::rating {

constexpr std::uint16_t literal(int cell, int digit, bool on) {
    return static_cast<std::uint16_t>((cell * digit_count + digit) * 2 + on);
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
    void needs(const Position& source, const Position& now, int cell, int digit, Cause cause) {
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
    void find(const Position& source, const Position& now, std::vector<NestedChain>& found) {
        links_.set(now);
        reach_.with(links_, [&](auto& reach) {
            for_each_ways([&]<Ways ways>(std::integral_constant<Ways, ways>) {
                along<ways>(reach, source, now, found);
            });
        });
        sort_chains(found);
    }

private:
    template <Ways ways, class Reach>
    void along(Reach& reach, const Position& source, const Position& now, std::vector<NestedChain>& found) {
        reach.begin(links_);
        while (reach.template advance<ways>());
        CandidateSet refuted;
        const bool any_refuted = reach.refuted(refuted);
        for (int start = 0; start < links_.count; ++start) {
            if (!may_begin<ways>(now, links_, start)) continue;
            if (any_refuted && reach.met_twice(start, refuted))
                walk_.cycles<ways>(links_, start, most_links, [&](int last, int length) {
                    cycle(source, now, cycle_rank<ways>(length), start, last, found);
                    return false;
                });
            if constexpr (ways.regions)
                for (const bool on : {true, false}) {
                    if (!(on ? reach.refuted(start) : reach.template proven<ways>(start))) continue;
                    const int length = walk_.contradiction<ways>(links_, start, on, most_links);
                    contradiction(source, now, contradiction_rank<ways>(length), start, on, found);
                }
        }
    }

    void cycle(const Position& source, const Position& now, const ChainRank& rank, int start, int last,
               std::vector<NestedChain>& found) {
        CellsOfDigits gone;
        if (!cycle_removals(now, links_, walk_, last, gone)) return;
        NestedChain& chain = found.emplace_back();
        chain.rank = rank;
        step_.removals = 0;
        take_all(now, step_, gone);
        chain.take_back(step_);
        // One way round the last conclusion is the start again; the other way every literal is turned.
        add(source, now, chain, start, true, walk_.closing());
        std::vector<std::uint16_t> turned;
        walk_.for_path(last, false, [&](const Walk::Node& node, bool on) {
            if (node.from != Walk::start) add(source, now, chain, node.candidate, on, node.cause);
            turned.push_back(literal(links_.cell[node.candidate], links_.digit[node.candidate], !on));
        });
        chain.literals.push_back(none);
        chain.literals.insert(chain.literals.end(), turned.rbegin(), turned.rend());
        chain.literals.push_back(none);
        struct Turned {
            int candidate;
            Cause cause;
        };
        std::vector<Turned> ons;
        walk_.for_path(last, false, [&](const Walk::Node& node, bool on) {
            if (!on) ons.push_back({node.candidate, node.cause});
        });
        std::for_each(ons.rbegin(), ons.rend(), [&](const Turned& on) {
            chain.needs(source, now, links_.cell[on.candidate], links_.digit[on.candidate], on.cause);
        });
    }

    void contradiction(const Position& source, const Position& now, const ChainRank& rank, int start, bool on,
                       std::vector<NestedChain>& found) {
        NestedChain& chain = found.emplace_back();
        chain.rank = rank;
        step_.removals = 0;
        conclude(now, step_, links_.cell[start], links_.digit[start], !on);
        chain.take_back(step_);
        add(source, now, chain, start, !on, walk_.closing());
        walk_.for_path(walk_.last(), on, [&](const Walk::Node& node, bool is_on) {
            add(source, now, chain, node.candidate, is_on, node.cause);
        });
        chain.literals.push_back(none);
    }

    void add(const Position& source, const Position& now, NestedChain& chain, int candidate, bool on, Cause cause) {
        const int cell = links_.cell[candidate], digit = links_.digit[candidate];
        chain.literals.push_back(literal(cell, digit, on));
        if (on) chain.needs(source, now, cell, digit, cause);
    }

    Links links_;
    Walk walk_;
    AnyReach reach_;
    Step step_;
};

}  // namespace engine::rating
