// Bidirectional cycles (6.5 for one digit or cells of two candidates, 7.0 for both) and forcing chains (6.6, 7.0).
// A cycle alternates all the way round, so of two neighbours on it one holds; a forcing chain refutes its own start.
#pragma once

#include <algorithm>
#include <type_traits>

#include "rating/chains/closure.hpp"
#include "rating/chains/implications.hpp"
#include "rating/chains/links.hpp"
#include "rating/chains/walk.hpp"
#include "rating/position.hpp"
#include "rating/record.hpp"

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
inline constexpr Technique cycle_technique = !ways.cells  ? Technique::x_cycle
                                             : ways.units ? Technique::xy_cycle
                                                          : Technique::y_cycle;

template <Ways ways>
ChainRank cycle_rank(int links) {
    return {difficulty_of(ways.cells && ways.units ? 7.0 : 6.5, links), links, ways.units ? ways.cells ? 4 : 2 : 3};
}

template <Ways ways>
ChainRank contradiction_rank(int links) {
    return {difficulty_of(ways.cells ? 7.0 : 6.6, links), links, ways.cells ? 4 : 2};
}

using RankOfLinks = ChainRank (*)(int links);

constexpr RankOfLinks cycle_rank_along(Ways ways) {
    return !ways.cells ? cycle_rank<x_ways> : ways.units ? cycle_rank<xy_ways> : cycle_rank<y_ways>;
}

constexpr RankOfLinks contradiction_rank_along(Ways ways) {
    return ways.cells ? contradiction_rank<xy_ways> : contradiction_rank<x_ways>;
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

// What a cycle rules out: candidates outside its cells that see both an on and an off of their digit.
template <class Board>
bool cycle_removals(const Position<Board>& position, const Walk<Board>& walk, int last, SpotSet<Board>& gone) {
    const auto board = position.board;
    Cells<Board> on_cycle{};
    SpotSet<Board> seen_by_on, seen_by_off;
    unsigned digits = 0;
    walk.for_path(last, false, [&](const typename Walk<Board>::Node& node, bool on) {
        const auto [cell, digit] = node.spot;
        on_cycle.add(cell);
        digits |= bit(digit);
        Cells<Board>& seen = (on ? seen_by_on : seen_by_off)[digit];
        for (int i = 0; i < Cells<Board>::words; ++i) seen.word[i] |= board->peers[cell].word[i];
    });
    bool any = false;
    gone = {};
    for_bits(digits, [&](int digit) {
        gone[digit] = (seen_by_on[digit] & seen_by_off[digit] & position.with[digit]).without(on_cycle);
        any |= gone[digit].any();
    });
    return any;
}

template <class Board>
void take_all(const Position<Board>& position, Step<Board>& step, const SpotSet<Board>& gone) {
    std::array<Mask, Board::most_cells> digits{};
    gone.for_each([&](Spot spot) { digits[spot.cell] = static_cast<Mask>(digits[spot.cell] | bit(spot.digit)); });
    for_cells(gone.cells(), [&](int cell) { step.take(position, cell, digits[cell]); });
}

template <class Board>
void begin_chain(Step<Board>& step, Technique technique, const ChainRank& rank) {
    step.begin(technique);
    step.rating = tenths(rank.difficulty);
    step.links = rank.links;
}

// The cell and digit in question are settled one way or the other.
template <class Board>
void conclude(const Position<Board>& position, Step<Board>& step, int cell, int digit, bool on) {
    const auto board = position.board;
    step.take(position, cell, on ? board->full_mask & ~bit(digit) : bit(digit));
    if (on) step.put(cell, digit);
}

// Where the cycles and forcing chains of a position may begin.
template <class Board>
struct LoopStarts {
    SpotSet<Board> refuted, proven;  // lead to their own opposite, when on and when off
};

// Follows cycles, and says why chains hold.
template <class Board>
class LoopSteps {
public:
    // Where to say why chains hold, if anywhere.
    explicit LoopSteps(Explanation* explanation) : explanation_(explanation) {}

    bool follow_cycles(const Position<Board>& position, Ways ways, Spot start, const Implied<Board>& back, int most,
                       ChainRank& best, Step<Board>& step);
    void explain_chain(const Position<Board>& position, Ways ways, Spot start, bool on, const SpotSet<Board>& within);

    bool explains() const { return explanation_; }

private:
    template <Ways ways>
    bool follow(const Position<Board>& position, Spot start, const Implied<Board>& back, int most, ChainRank& best,
                Step<Board>& step);
    void explain(int last, bool last_on, Spot end, bool end_on);

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

    bool find(const Position<Board>& position, const Numbering<Board>& numbering, Step<Board>& step);

    // Without such a chain, what follows from each of some choices is known beforehand: visits those that lead to a
    // common conclusion along single links. False, and none visited, if there is one.
    template <class Visit>
    bool for_agreeing(const Position<Board>& position, const Numbering<Board>& numbering, Visit visit);

private:
    void along(const Position<Board>& position, Ways ways, const Set& among, ChainRank& best, Step<Board>& step);
    Set find_refuted(const Set& among) const;
    Set of_unknown_digits(const Position<Board>& position) const;
    Cells<Board> new_pairs(const Position<Board>& position, const Cells<Board>& pairs) const;
    void note_quiet(const Position<Board>& position, const Set& refuted);
    int chains(const Position<Board>& position, Ways ways, const Set& refuted, ChainRank& best, Step<Board>& step);
    void cycles(const Position<Board>& position, Ways ways, const Set& refuted, int equal_up_to, ChainRank& best,
                Step<Board>& step);
    void pair_cycles(const Position<Board>& position, ChainRank& best, Step<Board>& step);
    bool may_remove(const Set& on, const Set& off, const Set& gone) const;
    SpotSet<Board> both(int start, bool on) const;

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
