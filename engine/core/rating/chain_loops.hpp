// Bidirectional cycles (6.5 for one digit or cells of two candidates, 7.0 for both) and forcing chains (6.6, 7.0).
// A cycle alternates all the way round, so of two neighbours on it one holds; a forcing chain refutes its own start.
#pragma once

#include <algorithm>
#include <type_traits>

#include "rating/chain_length.hpp"
#include "rating/chain_reach.hpp"
#include "rating/step.hpp"

namespace engine::rating {

// The place of a chain in Sudoku Explainer's order: the easiest first, then the shortest, then by kind. Of equal ones
// the first found counts.
struct ChainRank {
    double difficulty = 1e9;
    int links = 0, kind = 0;

    friend bool operator==(const ChainRank&, const ChainRank&) = default;
    friend bool operator<(const ChainRank& a, const ChainRank& b) {
        if (a.difficulty != b.difficulty) return a.difficulty < b.difficulty;
        if (a.links != b.links) return a.links < b.links;
        return a.kind < b.kind;
    }
};

template <Ways ways>
inline constexpr Technique cycle_technique = !ways.cells     ? Technique::x_cycle
                                             : ways.regions ? Technique::xy_cycle
                                                            : Technique::y_cycle;

template <Ways ways>
ChainRank cycle_rank(int links) {
    return {difficulty_of(ways.cells && ways.regions ? 7.0 : 6.5, links), links, ways.regions ? ways.cells ? 4 : 2 : 3};
}

template <Ways ways>
ChainRank contradiction_rank(int links) {
    return {difficulty_of(ways.cells ? 7.0 : 6.6, links), links, ways.cells ? 4 : 2};
}

// The most links with which a chain ranks before another, given how links rank; if there is no other, any number.
template <class Rank>
int most_links_before(const ChainRank& best, Rank rank) {
    if (!best.links) return most_links;
    int most = 0;
    while (rank(most + 1) < best) ++most;
    return most;
}

inline constexpr int fewest_links = 4;

using CellsOfDigits = std::array<Cells, digit_count>;

// What a cycle rules out: candidates outside its cells that see both an on and an off of their digit.
inline bool cycle_removals(const Position& position, const Links& links, const Walk& walk, int last,
                           CellsOfDigits& gone) {
    Cells on_cycle{};
    CellsOfDigits seen_by_on{}, seen_by_off{};
    unsigned digits = 0;
    walk.for_path(last, false, [&](const Walk::Node& node, bool on) {
        const int cell = links.cell[node.candidate], digit = links.digit[node.candidate];
        on_cycle.add(cell);
        digits |= bit(digit);
        Cells& seen = (on ? seen_by_on : seen_by_off)[digit];
        for (int i = 0; i < Cells::words; ++i) seen.word[i] |= peers_of<3>[cell].word[i];
    });
    bool any = false;
    gone = {};
    for_bits(digits, [&](int digit) {
        gone[digit] = (seen_by_on[digit] & seen_by_off[digit] & position.with[digit]).without(on_cycle);
        any |= gone[digit].any();
    });
    return any;
}

// Calls `work` with x_ways, y_ways and xy_ways in turn, each as a constant: the order in which chains are collected.
template <class Work>
void for_each_ways(Work work) {
    work(std::integral_constant<Ways, x_ways>{});
    work(std::integral_constant<Ways, y_ways>{});
    work(std::integral_constant<Ways, xy_ways>{});
}

// Where a cycle of these ways may begin.
template <Ways ways>
bool may_begin(const Position& position, const Links& links, int source) {
    const int choices = size_of(position.candidates[links.cell[source]]);
    return choices == 2 || (choices > 2 && ways.regions);
}

inline void take_all(const Position& position, Step& step, const CellsOfDigits& gone) {
    std::array<Mask, cell_count> digits{};
    Cells cells{};
    for (int digit = 0; digit < digit_count; ++digit)
        for_cells(gone[digit], [&](int cell) {
            digits[cell] = static_cast<Mask>(digits[cell] | bit(digit));
            cells.add(cell);
        });
    for_cells(cells, [&](int cell) { step.take(position, cell, digits[cell]); });
}

inline void begin_chain(Step& step, Technique technique, const ChainRank& rank) {
    step.begin(technique);
    step.rating = tenths(rank.difficulty);
    step.links = rank.links;
}

// The cell and digit in question are settled one way or the other.
inline void conclude(const Position& position, Step& step, int cell, int digit, bool on) {
    step.take(position, cell, on ? full_mask & ~bit(digit) : bit(digit));
    if (on) step.put(cell, digit);
}

// Finds the first of all these chains.
//
// Forcing chains need no walk: the layer in which a candidate first refutes or proves itself is the length. Nor do most
// cycles: what a cycle of n links rules out refutes itself within n + 2, and meets each candidate on it both ways.
class LoopSearch {
public:
    bool find(const Position& position, const Links& links, Step& step) {
        ChainRank best;
        reach_.with(links, [&](auto& reach) {
            for_each_ways([&]<Ways ways>(std::integral_constant<Ways, ways>) {
                along<ways>(reach, position, links, best, step);
            });
        });
        return best.links > 0;
    }

private:
    template <Ways ways, class Reach>
    void along(Reach& reach, const Position& position, const Links& links, ChainRank& best, Step& step) {
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
    void cycles(const Reach& reach, const Position& position, const Links& links, int equal_up_to, ChainRank& best,
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

    // The first candidate of which it is so, among those with an alternative in their cell; or most_candidates.
    template <class Test>
    static int first(const Position& position, const Links& links, Test test) {
        for (int i = 0; i < links.count; ++i)
            if (test(i) && !is_single(position.candidates[links.cell[i]])) return i;
        return most_candidates;
    }

    Walk walk_;
    AnyReach reach_;
};

}  // namespace engine::rating
