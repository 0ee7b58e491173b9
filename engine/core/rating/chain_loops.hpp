// Bidirectional cycles (6.5 for one digit or cells of two candidates, 7.0 for both) and forcing chains (6.6, 7.0).
// A cycle alternates all the way round, so of two neighbours on it one holds; a forcing chain refutes its own start.
#pragma once

#include <type_traits>

#include "chain_length.hpp"
#include "chain_walk.hpp"
#include "step.hpp"

namespace engine::rating {

// The place of a chain in Sudoku Explainer's order of hints: the easiest first, then the shortest, then by kind. Of equal ones the
// first found counts.
struct ChainRank {
    double difficulty = 1e9;
    int links = 0, kind = 0;

    friend bool operator<(const ChainRank& a, const ChainRank& b) {
        if (a.difficulty != b.difficulty) return a.difficulty < b.difficulty;
        if (a.links != b.links) return a.links < b.links;
        return a.kind < b.kind;
    }
};

template <Ways ways>
ChainRank cycle_rank(int links) {
    return {difficulty_of(ways.cells && ways.regions ? 7.0 : 6.5, links), links, ways.regions ? ways.cells ? 4 : 2 : 3};
}

template <Ways ways>
ChainRank contradiction_rank(int links) {
    return {difficulty_of(ways.cells ? 7.0 : 6.6, links), links, ways.cells ? 4 : 2};
}

// The most links a chain may have to rank before (or with `or_equal`, beside) another, given how links rank.
template <class Rank>
int most_links_before(const ChainRank& best, Rank rank) {
    int most = 2;
    while (most < most_links - 1 && rank(most + 1) < best) ++most;
    return most;
}

using CellsOfDigits = std::array<Cells, digit_count>;

// What a cycle rules out: candidates outside its cells that see both an on and an off of their digit.
inline bool cycle_removals(const Position& position, const Links& links, const Walk& walk, int last, CellsOfDigits& gone) {
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

inline bool find_loops(const Position& position, const Links& links, Walk& walk, Step& step) {
    ChainRank best;
    for_each_ways([&]<Ways ways>(std::integral_constant<Ways, ways>) {
        int most_in_cycle = most_links_before(best, cycle_rank<ways>);
        int most_in_chain = ways.regions ? most_links_before(best, contradiction_rank<ways>) : 0;
        const auto now_best = [&](const ChainRank& rank) {
            best = rank;
            most_in_cycle = most_links_before(best, cycle_rank<ways>);
            if (ways.regions) most_in_chain = most_links_before(best, contradiction_rank<ways>);
        };
        for (int source = 0; source < links.count; ++source) {
            if (!may_begin<ways>(position, links, source)) continue;
            const int cell = links.cell[source], digit = links.digit[source];
            walk.cycles<ways>(links, source, most_in_cycle, [&](int last, int length) {
                CellsOfDigits gone;
                if (!cycle_removals(position, links, walk, last, gone)) return false;
                now_best(cycle_rank<ways>(length));
                begin_chain(step, !ways.cells ? Technique::x_cycle : ways.regions ? Technique::xy_cycle : Technique::y_cycle, best);
                walk.for_path(last, false, [&](const Walk::Node& node, bool) {
                    step.cells.add(links.cell[node.candidate]);
                    step.digits = static_cast<Mask>(step.digits | bit(links.digit[node.candidate]));
                });
                take_all(position, step, gone);
                return true;
            });
            if constexpr (ways.regions)
                for (const bool on : {true, false}) {
                    const int length = walk.contradiction<ways>(links, source, on, most_in_chain);
                    if (!length) continue;
                    now_best(contradiction_rank<ways>(length));
                    begin_chain(step, ways.cells ? Technique::forcing_chain : Technique::x_chain, best);
                    step.cells.add(cell);
                    step.digits = bit(digit);
                    conclude(position, step, cell, digit, !on);
                }
        }
    });
    return step.links > 0 && best.links > 0;
}

}  // namespace engine::rating
