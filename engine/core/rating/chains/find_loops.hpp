// The searches for cycles and forcing chains, alone and within longer chains.
#pragma once

#include <algorithm>

#include "rating/chains/explain.hpp"

namespace engine::rating {

// `maybe` has all candidates that may refute themselves.
template <Ways ways, class Board>
LoopStarts<Board> loop_starts(const Position<Board>& position, Closure<Board, ways>& closure,
                              const SpotSet<Board>& maybe) {
    LoopStarts<Board> starts;
    maybe.for_each([&](Spot spot) {
        const Implied<Board>& implied = closure.of(spot);
        if (!implied.off.has(spot)) return;
        starts.refuted.add(spot);
        // A proven candidate has a partner that is refuted, and that rules out a partner of it.
        for_forced<ways>(position, spot, [&](Spot partner, Cause) {
            for_forced<ways>(position, partner, [&](Spot other, Cause) {
                if (implied.off.has(other)) starts.proven.add(partner);
            });
        });
    });
    return starts;
}

// Candidates that may lie on a cycle that rules one of these out: what a cycle rules out leads to all on it, both ways.
template <Ways ways, class Board>
SpotSet<Board> cycle_starts(Closure<Board, ways>& closure, const SpotSet<Board>& refuted) {
    SpotSet<Board> starts;
    refuted.for_each([&](Spot spot) { starts |= closure.of(spot).both(); });
    return starts;
}

// Visits the starts in the order of cells, then digits.
template <Ways ways, class Board, class Visit>
void for_starts(const Position<Board>& position, const SpotSet<Board>& starts, Visit visit) {
    for_cells(starts.cells(), [&](int cell) {
        const Mask digits = position.candidates[cell];
        if (ways.regions ? size_of(digits) < 2 : size_of(digits) != 2) return;
        for_bits(digits, [&](int digit) {
            if (starts.has(spot_of(cell, digit))) visit(spot_of(cell, digit));
        });
    });
}

template <class Board>
bool LoopSearch<Board>::find(const Position<Board>& position, Step<Board>& step) {
    const StrongLinks<Board> strong = StrongLinks<Board>::of(position);
    xy_closure_.begin(position, strong);
    const SpotSet<Board> refuted = find_refuted(position, strong, xy_closure_);
    if (!refuted.any()) return false;
    ChainRank best;
    x_closure_.begin(position, strong);
    along(position, x_closure_, refuted, best, step);
    y_closure_.begin(position, strong);
    along(position, y_closure_, refuted, best, step);
    along(position, xy_closure_, refuted, best, step);
    return best.links > 0;
}

template <class Board>
template <Ways ways>
void LoopSearch<Board>::along(const Position<Board>& position, Closure<Board, ways>& closure,
                              const SpotSet<Board>& refuted, ChainRank& best, Step<Board>& step) {
    if (most_links_before(best, cycle_rank<ways>) < fewest_links) return;
    const LoopStarts<Board> starts = loop_starts(position, closure, refuted);
    if (!starts.refuted.any()) return;
    int equal_up_to = -1;  // a cycle of the same rank that begins here or before comes first
    if constexpr (ways.regions) equal_up_to = chains(position, closure, starts, best, step);
    cycles(position, closure, starts, equal_up_to, best, step);
}

// The cell of the chain found, if a cycle can have its rank; else -1.
template <class Board>
template <Ways ways>
int LoopSearch<Board>::chains(const Position<Board>& position, Closure<Board, ways>& closure,
                              const LoopStarts<Board>& starts, ChainRank& best, Step<Board>& step) {
    int most = most_links_before(best, contradiction_rank<ways>), found = -1;
    const auto chain = [&](Spot start, bool on, const SpotSet<Board>& within) {
        const int links = shortest_.template links<ways>(position, start, on, within, most);
        if (!links) return;
        best = contradiction_rank<ways>(links);
        most = most_links_before(best, contradiction_rank<ways>);
        begin_chain(step, ways.cells ? Technique::forcing_chain : Technique::x_chain, best);
        step.cells.add(start.cell);
        step.digits = bit(start.digit);
        conclude(position, step, start.cell, start.digit, !on);
        found = index_of<Board>(start);
        if (explanation_) explain_chain<ways>(position, start, on, within);
    };
    for_starts<ways>(position, starts.refuted | starts.proven, [&](Spot start) {
        if (most < fewest_links) return;
        if (starts.refuted.has(start)) chain(start, true, closure.of(start).both());
        if (starts.proven.has(start)) chain(start, false, closure.of_absence(start).both());
    });
    return found >= 0 && cycle_rank<ways>(best.links) == best ? found : -1;
}

template <class Board>
template <Ways ways>
void LoopSearch<Board>::cycles(const Position<Board>& position, Closure<Board, ways>& closure,
                               const LoopStarts<Board>& starts, int equal_up_to, ChainRank& best, Step<Board>& step) {
    const int most_before = most_links_before(best, cycle_rank<ways>);
    const int most_at_all = equal_up_to < 0 ? most_before : best.links;
    if (most_at_all < fewest_links) return;
    for_starts<ways>(position, cycle_starts(closure, starts.refuted), [&](Spot start) {
        const int most = index_of<Board>(start) <= equal_up_to ? best.links : most_links_before(best, cycle_rank<ways>);
        if (most < fewest_links) return;
        const Implied<Board> back = closure.of_absence(start);
        walk_.template cycles<ways>(position, start, back, most, [&](int last, int links) {
            SpotSet<Board> gone;
            if (!cycle_removals(position, walk_, last, gone)) return false;
            best = cycle_rank<ways>(links);
            equal_up_to = -1;
            begin_chain(step, cycle_technique<ways>, best);
            walk_.for_path(last, false, [&](const typename Walk<Board>::Node& node, bool) {
                step.cells.add(node.spot.cell);
                step.digits = static_cast<Mask>(step.digits | bit(node.spot.digit));
            });
            take_all(position, step, gone);
            if (explanation_) explain(last, false, start, true);
            return true;
        });
    });
}

// Of the chain found, only the length was known.
template <class Board>
template <Ways ways>
void LoopSearch<Board>::explain_chain(const Position<Board>& position, Spot start, bool on,
                                      const SpotSet<Board>& within) {
    walk_.template contradiction<ways>(position, start, on, within);
    explain(walk_.last(), on, start, !on);
}

// What the walk has come to, from the last literal before that.
template <class Board>
void LoopSearch<Board>::explain(int last, bool last_on, Spot end, bool end_on) {
    const Inference closing{end.cell, end.digit, end_on, static_cast<int>(walk_.closing())};
    *explanation_ = {{walked(walk_, last, last_on, closing)}, {}};
}

template <class Board>
void NestedLoops<Board>::find(const Position<Board>& source, const Position<Board>& now, int assumption,
                              std::vector<NestedChain<Board>>& found) {
    const StrongLinks<Board> strong = StrongLinks<Board>::of(now);
    is_quiet_ = known_.has(source, now, assumption, strong, closure_);
    if (is_quiet_) return;
    const SpotSet<Board> refuted = find_refuted(now, strong, closure_);
    x_closure_.begin(now, strong);
    along(x_closure_, refuted, source, now, found);
    y_closure_.begin(now, strong);
    along(y_closure_, refuted, source, now, found);
    along(closure_, refuted, source, now, found);
    sort_chains(found);
}

template <class Board>
template <Ways ways>
void NestedLoops<Board>::along(Closure<Board, ways>& closure, const SpotSet<Board>& maybe,
                               const Position<Board>& source, const Position<Board>& now,
                               std::vector<NestedChain<Board>>& found) {
    const LoopStarts<Board> starts = loop_starts(now, closure, maybe);
    if (!starts.refuted.any()) return;
    const SpotSet<Board> on_cycles = cycle_starts(closure, starts.refuted);
    for_starts<ways>(now, starts.refuted | starts.proven | on_cycles, [&](Spot start) {
        if (on_cycles.has(start))
            walk_.template cycles<ways>(now, start, closure.of_absence(start), most_links, [&](int last, int links) {
                add_cycle(source, now, cycle_rank<ways>(links), start, last, found);
                return false;
            });
        if constexpr (ways.regions) {
            const auto chain = [&](bool on, const SpotSet<Board>& within) {
                const int links = walk_.template contradiction<ways>(now, start, on, within);
                add_chain(source, now, contradiction_rank<ways>(links), start, on, found);
            };
            if (starts.refuted.has(start)) chain(true, closure.of(start).both());
            if (starts.proven.has(start)) chain(false, closure.of_absence(start).both());
        }
    });
}

template <class Board>
void NestedLoops<Board>::add_cycle(const Position<Board>& source, const Position<Board>& now, const ChainRank& rank,
                                   Spot start, int last, std::vector<NestedChain<Board>>& found) {
    SpotSet<Board> gone;
    if (!cycle_removals(now, walk_, last, gone)) return;
    NestedChain<Board>& chain = found.emplace_back();
    chain.rank = rank;
    step_.removals = 0;
    take_all(now, step_, gone);
    chain.take_back(step_);
    // One way round the last conclusion is the start again; the other way every literal is turned.
    add(source, now, chain, start, true, walk_.closing());
    std::vector<std::uint16_t> turned;
    std::vector<const typename Walk<Board>::Node*> offs;
    walk_.for_path(last, false, [&](const typename Walk<Board>::Node& node, bool on) {
        if (node.from != Walk<Board>::start) add(source, now, chain, node.spot, on, node.cause);
        turned.push_back(literal<Board>(node.spot, !on));
        if (!on) offs.push_back(&node);
    });
    chain.literals.push_back(none);
    chain.literals.insert(chain.literals.end(), turned.rbegin(), turned.rend());
    chain.literals.push_back(none);
    std::for_each(offs.rbegin(), offs.rend(),
                  [&](const typename Walk<Board>::Node* off) { chain.needs(source, now, off->spot, off->cause); });
}

template <class Board>
void NestedLoops<Board>::add_chain(const Position<Board>& source, const Position<Board>& now, const ChainRank& rank,
                                   Spot start, bool on, std::vector<NestedChain<Board>>& found) {
    NestedChain<Board>& chain = found.emplace_back();
    chain.rank = rank;
    step_.removals = 0;
    conclude(now, step_, start.cell, start.digit, !on);
    chain.take_back(step_);
    add(source, now, chain, start, !on, walk_.closing());
    walk_.for_path(walk_.last(), on, [&](const typename Walk<Board>::Node& node, bool is_on) {
        add(source, now, chain, node.spot, is_on, node.cause);
    });
    chain.literals.push_back(none);
}

template <class Board>
void NestedLoops<Board>::add(const Position<Board>& source, const Position<Board>& now, NestedChain<Board>& chain,
                             Spot spot, bool on, Cause cause) {
    chain.literals.push_back(literal<Board>(spot, on));
    if (on) chain.needs(source, now, spot, cause);
}

}  // namespace engine::rating
