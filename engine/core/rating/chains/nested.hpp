// A chain found in a hypothetical position, as part of a longer one: what it rules out, what had to be ruled out before
// it could be found, and its literals in order, which distinguish two such chains.
#pragma once

#include <algorithm>

#include "rating/chains/loops.hpp"
#include "rating/chains/search.hpp"
#include "rating/record.hpp"

namespace engine::rating {

template <class Board>
constexpr std::uint16_t literal(Spot spot, bool on) {
    return static_cast<std::uint16_t>(index_of<Board>(spot) * 2 + on);
}

template <class Board>
struct NestedChain {
    ChainRank rank;
    std::vector<Removal> removals;        // by cell
    std::vector<std::uint16_t> literals;  // back from each end, a `none` after each
    std::vector<std::uint16_t> parents;   // offs, as index_of, none twice

    bool rules_out(const Removal* begin, const Removal* end) const {
        return std::equal(removals.begin(), removals.end(), begin, end,
                          [](const Removal& a, const Removal& b) { return a.cell == b.cell && a.digits == b.digits; });
    }

    void take_back(const Step<Board>& step) {
        removals.assign(step.removal.begin(), step.removal.begin() + step.removals);
    }

    // Notes what an on of this cause needed gone: what its cell or unit has lost between the two positions.
    void needs(const Position<Board>& source, const Position<Board>& now, Spot spot, Cause cause) {
        const int cell = spot.cell, digit = spot.digit;
        const auto add = [&](int which, int what) {
            const auto parent = static_cast<std::uint16_t>(index_of<Board>(spot_of(which, what)));
            if (std::find(parents.begin(), parents.end(), parent) == parents.end()) parents.push_back(parent);
        };
        if (cause == Cause::cell) {
            for_bits(source.candidates[cell] & ~now.candidates[cell], [&](int other) { add(cell, other); });
        } else if (cause != Cause::none) {
            const auto board = now.board;
            const int unit = board->unit[kind_of(cause)][cell];
            for_bits(source.places[digit][unit] & ~now.places[digit][unit],
                     [&](int place) { add(board->cell[unit][place], digit); });
        }
    }
};

// The first chain of those that rule out the same, easiest and shortest first.
template <class Board>
void sort_chains(std::vector<NestedChain<Board>>& chains) {
    if (chains.size() < 2) return;
    std::stable_sort(chains.begin(), chains.end(),
                     [](const NestedChain<Board>& a, const NestedChain<Board>& b) { return a.rank < b.rank; });
    std::vector<NestedChain<Board>> kept;
    for (NestedChain<Board>& chain : chains)
        if (std::none_of(kept.begin(), kept.end(), [&](const NestedChain<Board>& other) {
                return other.rules_out(chain.removals.data(), chain.removals.data() + chain.removals.size());
            }))
            kept.push_back(std::move(chain));
    chains = std::move(kept);
}

// Whether `sort_chains` would drop a chain that rules out what the step does, because one before it does so too and is not
// harder. Most chains are, and then their literals need not be listed.
template <class Board>
bool comes_late(const std::vector<NestedChain<Board>>& chains, const ChainRank& rank, const Step<Board>& step) {
    return std::any_of(chains.begin(), chains.end(), [&](const NestedChain<Board>& other) {
        return !(rank < other.rank) && other.rules_out(step.removal.data(), step.removal.data() + step.removals);
    });
}

// All cycles and forcing chains of a position that has come from another by what a longer chain ruled out.
template <class Board>
class NestedLoops {
public:
    // `assumption` numbers what that chain has assumed.
    void find(const Position<Board>& source, const Position<Board>& now, int assumption,
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

    // The closure of the last position if that was quiet, else null.
    Closure<Board, xy_ways>* quiet() { return is_quiet_ ? &closure_ : nullptr; }

private:
    template <Ways ways>
    void along(Closure<Board, ways>& closure, const SpotSet<Board>& maybe, const Position<Board>& source,
               const Position<Board>& now, std::vector<NestedChain<Board>>& found) {
        const LoopStarts<Board> starts = loop_starts(now, closure, maybe);
        if (!starts.refuted.any()) return;
        const SpotSet<Board> on_cycles = cycle_starts(closure, starts.refuted);
        for_starts<ways>(now, starts.refuted | starts.proven | on_cycles, [&](Spot start) {
            if (on_cycles.has(start))
                walk_.template cycles<ways>(now, start, closure.of_absence(start), most_links,
                                            [&](int last, int links) {
                                                add_cycle(source, now, cycle_rank<ways>(links), start, last, found);
                                                return false;
                                            });
            if constexpr (ways.units) {
                const auto chain = [&](bool on, const SpotSet<Board>& within) {
                    const int links = walk_.template contradiction<ways>(now, start, on, within);
                    add_chain(source, now, contradiction_rank<ways>(links), start, on, found);
                };
                if (starts.refuted.has(start)) chain(true, closure.of(start).both());
                if (starts.proven.has(start)) chain(false, closure.of_absence(start).both());
            }
        });
    }

    void add_cycle(const Position<Board>& source, const Position<Board>& now, const ChainRank& rank, Spot start,
                   int last, std::vector<NestedChain<Board>>& found) {
        SpotSet<Board> gone;
        if (!cycle_removals(now, walk_, last, gone)) return;
        step_.removals = 0;
        take_all(now, step_, gone);
        if (comes_late(found, rank, step_)) return;
        NestedChain<Board>& chain = found.emplace_back();
        chain.rank = rank;
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

    void add_chain(const Position<Board>& source, const Position<Board>& now, const ChainRank& rank, Spot start,
                   bool on, std::vector<NestedChain<Board>>& found) {
        step_.removals = 0;
        conclude(now, step_, start.cell, start.digit, !on);
        if (comes_late(found, rank, step_)) return;
        NestedChain<Board>& chain = found.emplace_back();
        chain.rank = rank;
        chain.take_back(step_);
        add(source, now, chain, start, !on, walk_.closing());
        walk_.for_path(walk_.last(), on, [&](const typename Walk<Board>::Node& node, bool is_on) {
            add(source, now, chain, node.spot, is_on, node.cause);
        });
        chain.literals.push_back(none);
    }

    void add(const Position<Board>& source, const Position<Board>& now, NestedChain<Board>& chain, Spot spot, bool on,
             Cause cause) {
        chain.literals.push_back(literal<Board>(spot, on));
        if (on) chain.needs(source, now, spot, cause);
    }

    QuietPositions<Board> known_;
    bool is_quiet_ = false;
    Closure<Board, x_ways> x_closure_;
    Closure<Board, y_ways> y_closure_;
    Closure<Board, xy_ways> closure_;
    Walk<Board> walk_;
    Step<Board> step_;
};

// The branches of an argument, gathered from the reasons that its runs keep.

// What leads to an end of an argument, each inference after those that it follows from.
template <class Board>
class Branch {
public:
    Branch(const Run<Board>& run, const std::vector<NestedChain<Board>>& chains, Explanation& explanation)
        : run_(run),
          chains_(chains),
          explanation_(explanation),
          on_(run.on_count + 1, -1),
          off_(run.off_count + 1, -1) {}

    void add(const End<Board>& end) {
        end.on ? to_on(end.place) : to_off(end.place);
        explanation_.branches.push_back(std::move(inferences_));
    }

private:
    int to_on(int place) {
        if (on_[place] >= 0) return on_[place];
        const On& on = run_.on[place];
        Inference found = inference(on.candidate, true, static_cast<int>(on.cause));
        run_.for_parents(on, [&](int parent) { found.parents.push_back(to_off(parent)); });
        return on_[place] = append(std::move(found));
    }

    int to_off(int place) {
        if (off_[place] >= 0) return off_[place];
        const Off& off = run_.off[place];
        Inference found = inference(off.candidate, false, static_cast<int>(off.cause));
        if (off.from != none)
            found.parents.push_back(to_on(off.from));
        else if (off.step >= 0)
            follow(run_.steps[off.step], found);
        return off_[place] = append(std::move(found));
    }

    void follow(const AdvancedStep& step, Inference& found) {
        run_.for_parents(step, [&](int parent) { found.parents.push_back(to_off(parent)); });
        found.reason = step.nested < 0 ? by_technique + static_cast<int>(step.technique) : by_nested_chain;
        if (step.nested >= 0) found.nested = number_of(step.nested);
    }

    Inference inference(int candidate, bool on, int reason) const {
        return {run_.links->cell[candidate], run_.links->digit[candidate], on, reason};
    }

    int append(Inference&& found) {
        inferences_.push_back(std::move(found));
        return static_cast<int>(inferences_.size()) - 1;
    }

    // The place of a nested chain in the explanation, which it joins if it is new.
    int number_of(int nested) {
        const auto known = std::find_if(explanation_.nested.begin(), explanation_.nested.end(),
                                        [&](const NestedExplanation& other) { return other.number == nested; });
        if (known != explanation_.nested.end()) return static_cast<int>(known - explanation_.nested.begin());
        explanation_.nested.push_back(explained(nested));
        return static_cast<int>(explanation_.nested.size()) - 1;
    }

    NestedExplanation explained(int nested) const {
        const NestedChain<Board>& chain = chains_[nested];
        NestedExplanation found{nested, chain.rank.kind, chain.rank.links, {{}}};
        for (const std::uint16_t literal : chain.literals) {
            if (literal == none) {
                found.branches.emplace_back();
                continue;
            }
            const int spot = literal / 2;
            found.branches.back().push_back({spot / Board::most_size, spot % Board::most_size, literal % 2 == 1});
        }
        found.branches.pop_back();  // a `none` follows the last, too
        return found;
    }

    const Run<Board>& run_;
    const std::vector<NestedChain<Board>>& chains_;
    Explanation& explanation_;
    std::vector<Inference> inferences_;
    std::vector<int> on_, off_;  // places among the inferences; -1 for none yet
};

// The branch of a walk that has come to an end; `closing` is what follows there, the last literal.
template <class Board>
std::vector<Inference> walked(const Walk<Board>& walk, int last, bool last_on, const Inference& closing) {
    std::vector<Inference> branch{closing};
    walk.for_path(last, last_on, [&](const typename Walk<Board>::Node& node, bool on) {
        branch.push_back({node.spot.cell, node.spot.digit, on, static_cast<int>(node.cause)});
    });
    std::reverse(branch.begin(), branch.end());
    for (int i = 1; i < static_cast<int>(branch.size()); ++i) branch[i].parents = {i - 1};
    return branch;
}

}  // namespace engine::rating
