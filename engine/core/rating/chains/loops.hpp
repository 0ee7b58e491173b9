// A walk along single links from one candidate, breadth first: an on rules out its neighbours, an off forces the last
// other candidate. It ends where it began: at the same conclusion (a cycle) or at the opposite one (a forcing chain).
// Each conclusion has one reason, the first met in Sudoku Explainer's order.
//
// A walk keeps to what leads to its end, and so meets the same chains as a walk through everything, in the same order.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "rating/chains/closure.hpp"
#include "rating/chains/implications.hpp"
#include "rating/chains/links.hpp"
#include "rating/position.hpp"
#include "rating/record.hpp"

namespace engine::rating {

template <class Board>
class Walk {
public:
    struct Node {
        Spot spot;
        std::uint16_t from;  // place among the nodes of the other kind
        Cause cause;
    };

    static constexpr std::uint16_t start = 0xffff;

    // Visits the ends of all cycles of at most so many links: visit(place of the last off, links). True stops.
    // `back` is what follows from the source not holding: what leads to the source, turned.
    template <Ways ways, class Visit>
    bool cycles(const Position<Board>& position, Spot source, const Implied<Board>& back, int most, Visit&& visit) {
        begin();
        SpotSet<Board> closing;  // these force the source
        for_forced<ways>(position, source, [&](Spot to, Cause) { closing.add(to); });
        add_on({source, start, Cause::none});
        std::size_t next_on = 0, next_off = 0;
        for (int length = 2; length <= most && next_on < ons_.size(); length += 2) {
            const bool last = length + 2 > most;
            for (; next_on < ons_.size(); ++next_on)
                // An off leads to something new when it is met first; later it may still close another cycle.
                for_ruled_out<ways>(
                    position, ons_[next_on].spot,
                    [&](int digit) {
                        return last ? closing[digit] : back.on[digit].without(ruled_out_[digit]) | closing[digit];
                    },
                    [&](Spot to, Cause cause) {
                        if (!passes(static_cast<int>(next_on), to))
                            add_off({to, static_cast<std::uint16_t>(next_on), cause});
                    });
            for (; next_off < offs_.size(); ++next_off) {
                bool stop = false;
                for_forced<ways>(position, offs_[next_off].spot, [&](Spot to, Cause cause) {
                    if (to == source && length >= 4) {
                        closing_ = cause;
                        stop |= visit(static_cast<int>(next_off), length);
                    }
                    if (back.off.has(to) && !reached_.has(to))
                        add_on({to, static_cast<std::uint16_t>(next_off), cause});
                });
                if (stop) return true;
            }
        }
        return false;
    }

    // The shortest chain from a candidate being on (or off) to the same being off (or on): the number of its literals,
    // or 0. `last` is then the place of the literal before the last, `closing` why that one follows. `within` has the
    // candidates that the source being on (or off) makes both on and off.
    template <Ways ways>
    int contradiction(const Position<Board>& position, Spot source, bool on, const SpotSet<Board>& within) {
        begin();
        if (on)
            add_on({source, start, Cause::none});
        else
            add_off({source, start, Cause::none});
        std::size_t next_on = 0, next_off = 0;
        for (int length = 2; next_on < ons_.size() || next_off < offs_.size(); ++length) {
            bool found = false;
            const auto close = [&](std::size_t place, Cause cause) {
                if (found) return;
                found = true;
                last_ = static_cast<int>(place);
                closing_ = cause;
            };
            if (next_on < ons_.size()) {
                for (; next_on < ons_.size() && !found; ++next_on)
                    for_ruled_out<ways>(
                        position, ons_[next_on].spot,
                        [&](int digit) { return within[digit].without(ruled_out_[digit]); },
                        [&](Spot to, Cause cause) {
                            if (on && to == source) close(next_on, cause);
                            add_off({to, static_cast<std::uint16_t>(next_on), cause});
                        });
            } else {
                for (; next_off < offs_.size() && !found; ++next_off)
                    for_forced<ways>(position, offs_[next_off].spot, [&](Spot to, Cause cause) {
                        if (!on && to == source) close(next_off, cause);
                        if (within.has(to) && !reached_.has(to))
                            add_on({to, static_cast<std::uint16_t>(next_off), cause});
                    });
            }
            if (found) return length;
        }
        return 0;
    }

    int last() const { return last_; }
    Cause closing() const { return closing_; }

    // Visits the nodes back from an off (or on) to the start: visit(node, is it on).
    template <class Visit>
    void for_path(int place, bool is_on, Visit visit) const {
        for (int at = place;; is_on = !is_on) {
            const Node& node = is_on ? ons_[at] : offs_[at];
            visit(node, is_on);
            if (node.from == start) return;
            at = node.from;
        }
    }

private:
    void begin() {
        ons_.clear();
        offs_.clear();
        reached_ = {};
        ruled_out_ = {};
    }
    void add_on(Node node) {
        reached_.add(node.spot);
        ons_.push_back(node);
    }
    void add_off(Node node) {
        ruled_out_.add(node.spot);
        offs_.push_back(node);
    }

    // Whether the way to an on goes through this candidate being off.
    bool passes(int on, Spot spot) const {
        for (int from = ons_[on].from; from != start; from = ons_[offs_[from].from].from)
            if (offs_[from].spot == spot) return true;
        return false;
    }

    std::vector<Node> ons_, offs_;
    SpotSet<Board> reached_, ruled_out_;
    int last_ = 0;
    Cause closing_ = Cause::none;
};

// Bidirectional cycles (6.5 for one digit or cells of two candidates, 7.0 for both) and forcing chains (6.6, 7.0).
// A cycle alternates all the way round, so of two neighbours on it one holds; a forcing chain refutes its own start.

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
    gone.for_each([&](Spot spot) { digits[spot.cell] |= bit(spot.digit); });
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
        if (ways.units ? size_of(digits) < 2 : size_of(digits) != 2) return;
        for_bits(digits, [&](int digit) {
            if (starts.has(spot_of(cell, digit))) visit(spot_of(cell, digit));
        });
    });
}

}  // namespace engine::rating
