// The searches for cycles and forcing chains, alone and within longer chains, compiled apart from the rest of the rater.
#include <algorithm>

#include "rating/chain_nested.hpp"

namespace engine::rating {

namespace {

// The first candidate of which it is so, among those with an alternative in their cell; or most_candidates.
template <class Test>
int first(const Position& position, const Links& links, Test test) {
    for (int i = 0; i < links.count; ++i)
        if (test(i) && !is_single(position.candidates[links.cell[i]])) return i;
    return most_candidates;
}

}  // namespace

bool LoopSearch::find(const Position& position, const Links& links, Step& step) {
    ChainRank best;
    reach_.with(links, [&](auto& reach) {
        for_each_ways([&]<Ways ways>(std::integral_constant<Ways, ways>) {
            along<ways>(reach, position, links, best, step);
        });
    });
    return best.links > 0;
}

template <Ways ways, class Reach>
void LoopSearch::along(Reach& reach, const Position& position, const Links& links, ChainRank& best, Step& step) {
    int most_in_cycle = most_links_before(best, cycle_rank<ways>);
    int most_in_chain = ways.regions ? most_links_before(best, contradiction_rank<ways>) : 0;
    if (most_in_cycle < fewest_links && most_in_chain < fewest_links) return;
    reach.begin(links);
    int equal_up_to = -1;  // a cycle of the same rank from here on or before comes first
    for (int length = 2; length <= std::max(most_in_chain, most_in_cycle + 2); length += 2) {
        int refuted = most_candidates, proven = most_candidates;
        if (length <= most_in_chain)
            proven = first(position, links, [&](int i) { return reach.template proven<ways>(i); });
        const bool moved = reach.template advance<ways>();
        if (length <= most_in_chain) refuted = first(position, links, [&](int i) { return reach.refuted(i); });
        if (refuted < most_candidates || proven < most_candidates) {
            best = contradiction_rank<ways>(length);
            begin_chain(step, ways.cells ? Technique::forcing_chain : Technique::x_chain, best);
            const int source = std::min(refuted, proven), cell = links.cell[source], digit = links.digit[source];
            step.cells.add(cell);
            step.digits = bit(digit);
            conclude(position, step, cell, digit, proven < refuted);
            most_in_cycle = most_links_before(best, cycle_rank<ways>);
            if (cycle_rank<ways>(length) == best) most_in_cycle = length, equal_up_to = source;
            most_in_chain = 0;
        }
        if (!moved) break;
    }
    cycles<ways>(reach, position, links, equal_up_to, best, step);
}

template <Ways ways, class Reach>
void LoopSearch::cycles(const Reach& reach, const Position& position, const Links& links, int equal_up_to, ChainRank& best,
            Step& step) {
    CandidateSet refuted;
    if (!reach.refuted(refuted)) return;
    for (int source = 0; source < links.count; ++source) {
        if (!reach.met_twice(source, refuted) || !may_begin<ways>(position, links, source)) continue;
        const int most = source <= equal_up_to ? best.links : most_links_before(best, cycle_rank<ways>);
        walk_.cycles<ways>(links, source, most, [&](int last, int length) {
            CellsOfDigits gone;
            if (!cycle_removals(position, links, walk_, last, gone)) return false;
            best = cycle_rank<ways>(length);
            equal_up_to = -1;
            begin_chain(step, cycle_technique<ways>, best);
            walk_.for_path(last, false, [&](const Walk::Node& node, bool) {
                step.cells.add(links.cell[node.candidate]);
                step.digits = static_cast<Mask>(step.digits | bit(links.digit[node.candidate]));
            });
            take_all(position, step, gone);
            return true;
        });
    }
}

void NestedLoops::find(const Position& source, const Position& now, std::vector<NestedChain>& found) {
    links_.set(now);
    reach_.with(links_, [&](auto& reach) {
        for_each_ways([&]<Ways ways>(std::integral_constant<Ways, ways>) {
            along<ways>(reach, source, now, found);
        });
    });
    sort_chains(found);
}

template <Ways ways, class Reach>
void NestedLoops::along(Reach& reach, const Position& source, const Position& now, std::vector<NestedChain>& found) {
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

void NestedLoops::cycle(const Position& source, const Position& now, const ChainRank& rank, int start, int last,
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

void NestedLoops::contradiction(const Position& source, const Position& now, const ChainRank& rank, int start, bool on,
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

void NestedLoops::add(const Position& source, const Position& now, NestedChain& chain, int candidate, bool on, Cause cause) {
    const int cell = links_.cell[candidate], digit = links_.digit[candidate];
    chain.literals.push_back(literal(cell, digit, on));
    if (on) chain.needs(source, now, cell, digit, cause);
}

}  // namespace engine::rating
