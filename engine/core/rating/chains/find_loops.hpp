// The search for cycles and forcing chains of a position.
#pragma once

#include <algorithm>

#include "rating/chains/nested.hpp"

namespace engine::rating {

// Follows cycles, and says why chains hold.
template <class Board>
class LoopSteps {
public:
    // Where to say why chains hold, if anywhere.
    explicit LoopSteps(Explanation* explanation) : explanation_(explanation) {}

    // Takes the first cycle through a candidate that rules anything out. `back` has what the candidate implies by not
    // holding, as far as it may lie on one.
    bool follow_cycles(const Position<Board>& position, Ways ways, Spot start, const Implied<Board>& back, int most,
                       ChainRank& best, Step<Board>& step) {
        return !ways.cells   ? follow<x_ways>(position, start, back, most, best, step)
               : !ways.units ? follow<y_ways>(position, start, back, most, best, step)
                             : follow<xy_ways>(position, start, back, most, best, step);
    }

    // Of the chain found, only the length was known.
    void explain_chain(const Position<Board>& position, Ways ways, Spot start, bool on, const SpotSet<Board>& within) {
        if (ways.cells)
            walk_.template contradiction<xy_ways>(position, start, on, within);
        else
            walk_.template contradiction<x_ways>(position, start, on, within);
        explain(walk_.last(), on, start, !on);
    }

    bool explains() const { return explanation_; }

private:
    template <Ways ways>
    bool follow(const Position<Board>& position, Spot start, const Implied<Board>& back, int most, ChainRank& best,
                Step<Board>& step) {
        return walk_.template cycles<ways>(position, start, back, most, [&](int last, int length) {
            SpotSet<Board> gone;
            if (!cycle_removals(position, walk_, last, gone)) return false;
            best = cycle_rank<ways>(length);
            begin_chain(step, cycle_technique<ways>, best);
            walk_.for_path(last, false, [&](const typename Walk<Board>::Node& node, bool) {
                step.cells.add(node.spot.cell);
                step.digits |= bit(node.spot.digit);
            });
            take_all(position, step, gone);
            if (explanation_) explain(last, false, start, true);
            return true;
        });
    }

    // What the walk has come to, from the last literal before that.
    void explain(int last, bool last_on, Spot end, bool end_on) {
        const Inference closing{end.cell, end.digit, end_on, static_cast<int>(walk_.closing())};
        *explanation_ = {{walked(walk_, last, last_on, closing)}, {}};
    }

    Explanation* explanation_;
    Walk<Board> walk_;
};

// Finds the first of all these chains, among so many candidates. Of a forcing chain only the length matters, so it is
// not walked along.
template <class Board, int Parts>
class LoopSearch {
    using Set = Row<Parts>;

public:
    explicit LoopSearch(LoopSteps<Board>& steps) : steps_(steps) {}

    bool find(const Position<Board>& position, const Numbering<Board>& numbering, Step<Board>& step) {
        implied_by_ = {};
        links_.set(position, numbering);
        ChainRank best;
        along(position, x_ways, of_unknown_digits(position), best, step);
        pair_cycles(position, best, step);
        along(position, xy_ways, Set::all(numbering.count), best, step);
        if (!best.links) implied_by_ = position.with;
        return best.links > 0;
    }

    // Without such a chain, what follows from each of some choices is known beforehand: visits those that lead to a
    // common conclusion along single links. False, and none visited, if there is one.
    template <class Visit>
    bool for_agreeing(const Position<Board>& position, const Numbering<Board>& numbering, Visit visit) {
        if (implied_by_ != position.with) {
            implied_by_ = {};
            links_.set(position, numbering);
            implications_.begin(links_, xy_ways, Set::all(numbering.count));
        }
        held_.clear();
        ruled_out_.clear();
        for (int candidate = 0; candidate < numbering.count; ++candidate) {
            held_.push_back(implications_.held(candidate));
            if (held_.back().meets(implications_.weak(candidate))) return false;
            held_.back() |= Set::of(candidate);
            ruled_out_.push_back(implications_.ruled_out(held_.back()));
        }
        for_choices(position, 3, [&](const Choices<Board>& choices) {
            const auto number = [&](int i) { return numbering.number[choices.spot[i].cell][choices.spot[i].digit]; };
            Set all_on = held_[number(0)], all_off = ruled_out_[number(0)];
            for (int i = 1; i < choices.count; ++i) {
                all_on &= held_[number(i)];
                all_off &= ruled_out_[number(i)];
            }
            if (all_on.any() || all_off.any()) visit(choices);
        });
        return true;
    }

private:
    void along(const Position<Board>& position, Ways ways, const Set& among, ChainRank& best, Step<Board>& step) {
        if (!among.any() || most_links_before(best, cycle_rank_along(ways)) < fewest_links) return;
        implications_.begin(links_, ways, among);
        const Set refuted = find_refuted(among);
        if (!ways.cells) note_quiet(position, refuted);
        if (!refuted.any()) return;
        const int equal_up_to = chains(position, ways, refuted, best, step);
        cycles(position, ways, refuted, equal_up_to, best, step);
    }

    Set find_refuted(const Set& among) const {
        Set refuted;
        among.for_each([&](int candidate) {
            if (implications_.refutes_itself(candidate)) refuted |= Set::of(candidate);
        });
        return refuted;
    }

    // The chains of one digit depend on its cells alone, and few digits lose any by a step.
    Set of_unknown_digits(const Position<Board>& position) const {
        Set unknown;
        for (int digit = 0; digit < position.board->size; ++digit)
            if (position.with[digit] != quiet_[digit])
                for_cells(position.with[digit], [&](int cell) { unknown.add(links_.numbering->number[cell][digit]); });
        return unknown;
    }

    // The cells of which one is on every cycle, where the position has come from one that had none.
    Cells<Board> new_pairs(const Position<Board>& position, const Cells<Board>& pairs) const {
        bool more = false;
        for (int digit = 0; digit < Board::most_size; ++digit)
            more |= position.with[digit].without(without_pair_cycle_[digit]).any();
        return more ? pairs : pairs.without(pairs_there_);
    }

    void note_quiet(const Position<Board>& position, const Set& refuted) {
        quiet_ = position.with;
        refuted.for_each([&](int candidate) { quiet_[links_.numbering->digit[candidate]] = {}; });
    }

    // The candidate where the chain found begins, if a cycle can have its rank; else -1. A cycle of the same rank that
    // begins there or before comes first.
    int chains(const Position<Board>& position, Ways ways, const Set& refuted, ChainRank& best, Step<Board>& step) {
        const auto rank = contradiction_rank_along(ways);
        int most = most_links_before(best, rank), found = -1;
        int most_on_cycle = most_links_before(best, cycle_rank_along(ways));
        const auto chain = [&](int start, bool on, int length) {
            if (!length) return;
            best = rank(length);
            most = most_links_before(best, rank);
            most_on_cycle = std::max(length, most_links_before(best, cycle_rank_along(ways)));
            begin_chain(step, ways.cells ? Technique::forcing_chain : Technique::x_chain, best);
            const Spot spot = links_.numbering->spot(start);
            step.cells.add(spot.cell);
            step.digits = bit(spot.digit);
            conclude(position, step, spot.cell, spot.digit, !on);
            found = start;
            if (steps_.explains()) steps_.explain_chain(position, ways, spot, on, both(start, on));
        };
        refuted.for_each([&](int candidate) { refutation_[candidate] = unknown; });
        for (int start = 0; start < links_.numbering->count && most >= fewest_links; ++start) {
            if (is_single(position.candidates[links_.numbering->cell[start]])) continue;
            if (refuted.has(start)) {
                const int links = refutation_[start] = implications_.refutation(start, most_on_cycle + 2);
                if (links <= most) chain(start, true, links);
            }
            if (implications_.proves_itself(start, refuted)) chain(start, false, implications_.proof(start, most));
        }
        return found >= 0 && cycle_rank_along(ways)(best.links) == best ? found : -1;
    }

    // What a cycle rules out leads to its opposite: past all on the cycle but the last link, and with two links more. So a
    // cycle rules out nothing that needs a longer way. If that needs more links than the cycle may have, the cycle lies on
    // the way: each candidate on it is made on from one side and off from the other.
    // All on a cycle are equal; what those equal to a candidate do not rule out, no cycle through it does.
    void cycles(const Position<Board>& position, Ways ways, const Set& refuted, int equal_up_to, ChainRank& best,
                Step<Board>& step) {
        const auto rank = cycle_rank_along(ways);
        const int most_before = most_links_before(best, rank);
        const int most_at_all = equal_up_to < 0 ? most_before : best.links;
        if (most_at_all < fewest_links) return;
        Set starts, equal_starts, gone, removing, settled;
        refuted.for_each([&](int candidate) {
            const int known = refutation_[candidate];
            const int links = known == unknown ? implications_.refutation(candidate, most_at_all + 2) : known;
            if (!links || links > most_at_all + 2) return;
            gone |= Set::of(candidate);
            const auto on_way = [&](int most) {
                return links > most ? implications_.both_within(candidate, most + 3) : implications_.both(candidate);
            };
            if (links <= most_before + 2) starts |= on_way(most_before);
            if (equal_up_to >= 0) equal_starts |= on_way(most_at_all);
        });
        starts |= equal_starts & Set::all(equal_up_to + 1);
        const Numbering<Board>& numbering = *links_.numbering;
        starts.for_each([&](int start) {
            const int most = start <= equal_up_to ? best.links : most_links_before(best, rank);
            if (most < fewest_links || is_single(position.candidates[numbering.cell[start]])) return;
            if (settled.has(start) || !implications_.leads_back(start)) return;
            if (!removing.has(start)) {
                const auto [on, off] = implications_.equal_to(start);
                const bool may = may_remove(on, off, gone);
                (may ? removing : settled) |= on | off;
                if (!may) return;
            }
            const auto [on, off] = implications_.on_cycles(start, most);
            if (!may_remove(on, off, gone)) return;
            const Implied<Board> back{numbering.spots(off), numbering.spots(on)};
            if (steps_.follow_cycles(position, ways, numbering.spot(start), back, most, best, step)) equal_up_to = -1;
        });
    }

    // Cycles through cells of two candidates alone.
    void pair_cycles(const Position<Board>& position, ChainRank& best, Step<Board>& step) {
        if (most_links_before(best, cycle_rank<y_ways>) < fewest_links) return;
        const Cells<Board> pairs = CellsBySize<Board>(position).of[2];
        const Cells<Board> added = new_pairs(position, pairs);
        if (!added.any()) return;
        pairs_.set(position, pairs);
        implications_.begin(pairs_);
        const Numbering<Board>& numbering = pairs_.numbering;
        Set fresh;
        for (int c = 0; c < numbering.count; ++c)
            if (added.has(numbering.cell[c])) fresh.add(c);
        const auto seen = [&](const Set& from) {
            SpotSet<Board> all;
            from.for_each([&](int candidate) {
                const auto [cell, digit] = numbering.spot(candidate);
                all[digit] = all[digit] | (position.board->peers[cell] & position.with[digit]);
            });
            return all;
        };
        Set removing, settled;
        for (int start = 0; start < numbering.count; ++start) {
            if (settled.has(start) || !implications_.leads_back(start)) continue;
            if (!removing.has(start)) {
                const auto [on, off] = implications_.equal_to(start);
                const bool may = fresh.meets(on | off) && seen(on).meets(seen(off));
                (may ? removing : settled) |= on | off;
                if (!may) continue;
            }
            const int most = most_links_before(best, cycle_rank<y_ways>);
            if (most < fewest_links) return;
            const auto [on, off] = implications_.on_cycles(start, most);
            if (!seen(on).meets(seen(off))) continue;
            const Implied<Board> back{numbering.spots(off), numbering.spots(on)};
            steps_.follow_cycles(position, y_ways, numbering.spot(start), back, most, best, step);
        }
        if (best.links) return;
        without_pair_cycle_ = position.with;
        pairs_there_ = pairs;
    }

    // Whether one of these sees a candidate of both sets in units.
    bool may_remove(const Set& on, const Set& off, const Set& gone) const {
        const Set seen = gone & united(on, links_.weak_in_units);
        return seen.any() && seen.meets(united(off, links_.weak_in_units));
    }

    // What a candidate being on (or off) makes both on and off.
    SpotSet<Board> both(int start, bool on) const {
        const Set held = on ? implications_.held(start) | Set::of(start) : implications_.held_without(start);
        const Numbering<Board>& numbering = *links_.numbering;
        return numbering.spots(held) & numbering.spots(implications_.ruled_out(held));
    }

    LoopSteps<Board>& steps_;
    std::array<Cells<Board>, Board::most_size> quiet_{};               // cells where a digit has no chain of its own
    std::array<Cells<Board>, Board::most_size> without_pair_cycle_{};  // the last position known to have none,
    Cells<Board> pairs_there_{};                                       // and its cells of two candidates
    std::array<Cells<Board>, Board::most_size> implied_by_{};          // the last position, if no chain was found there
    static constexpr int unknown = -1;
    std::array<int, Set::capacity> refutation_;  // literals of the shortest, 0 for too many, or unknown
    std::vector<Set> held_, ruled_out_;          // by each candidate
    SingleLinks<Board, Parts> links_;
    PairLinks<Board, Parts> pairs_;
    Implications<Board, Parts> implications_;
};

}  // namespace engine::rating
