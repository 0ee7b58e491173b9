// A walk along links from one candidate, breadth first: an on rules out its neighbours, an off forces the last other
// candidate. It ends where it began: at the same conclusion (a cycle) or at the opposite one (a forcing chain).
// Each conclusion has one reason, the first met in Sudoku Explainer's order.
#pragma once

#include <vector>

#include "rating/chain_links.hpp"

namespace engine::rating {

// Along which links a walk may go: between digits of a cell, between cells of a region (for offs; ons always may).
struct Ways {
    bool cells, regions;
};

inline constexpr Ways x_ways{false, true}, y_ways{true, false}, xy_ways{true, true};

class Walk {
public:
    struct Node {
        std::uint16_t candidate;
        std::uint16_t from;  // place among the nodes of the other kind
        Cause cause;
    };

    static constexpr std::uint16_t start = 0xffff;

    // Visits the ends of all cycles of at most so many links: visit(place of the last off, links). True stops.
    template <Ways ways, class Visit>
    bool cycles(const Links& links, int source, int most, Visit&& visit) {
        ons_.clear();
        offs_.clear();
        reached_.clear(links.count);
        ruled_out_.clear(links.count);
        CandidateSet closing;  // these force the source
        closing.clear(links.count);
        for_forced<ways>(links, source, [&](Link link) { closing.add(link.to); });
        add_on({static_cast<std::uint16_t>(source), start, Cause::none});
        std::size_t next_on = 0, next_off = 0;
        for (int length = 2; length <= most && next_on < ons_.size(); length += 2) {
            const bool last = length + 2 > most;
            for (; next_on < ons_.size(); ++next_on)
                for_ruled_out<ways>(links, ons_[next_on].candidate, [&](Link link) {
                    // An off leads to something new when it is met first; later it may still close another cycle.
                    const bool fresh = !last && !ruled_out_.has(link.to) && forces<ways>(links, link.to);
                    if (!fresh && !closing.has(link.to)) return;
                    if (!passes(static_cast<int>(next_on), link.to))
                        add_off({link.to, static_cast<std::uint16_t>(next_on), link.cause});
                });
            for (; next_off < offs_.size(); ++next_off) {
                bool stop = false;
                for_forced<ways>(links, offs_[next_off].candidate, [&](Link link) {
                    if (link.to == source && length >= 4) {
                        closing_ = link.cause;
                        stop |= visit(static_cast<int>(next_off), length);
                    }
                    if (!reached_.has(link.to))
                        add_on({link.to, static_cast<std::uint16_t>(next_off), link.cause});
                });
                if (stop) return true;
            }
        }
        return false;
    }

    // The shortest chain of at most so many literals from a candidate being on (or off) to the same being off (or on):
    // their number, or 0. `last` is then the place of the literal before the last, `closing` why that one follows.
    template <Ways ways>
    int contradiction(const Links& links, int source, bool on, int most) {
        ons_.clear();
        offs_.clear();
        reached_.clear(links.count);
        ruled_out_.clear(links.count);
        if (on)
            add_on({static_cast<std::uint16_t>(source), start, Cause::none});
        else
            add_off({static_cast<std::uint16_t>(source), start, Cause::none});
        std::size_t next_on = 0, next_off = 0;
        for (int length = 1; length < most && (next_on < ons_.size() || next_off < offs_.size());) {
            bool found = false;
            if (next_on < ons_.size()) {
                ++length;
                for (; next_on < ons_.size(); ++next_on) {
                    for_ruled_out<ways>(links, ons_[next_on].candidate, [&](Link link) {
                        if (on && link.to == source && !found) {
                            found = true;
                            last_ = static_cast<int>(next_on);
                            closing_ = link.cause;
                        }
                        if (!ruled_out_.has(link.to))
                            add_off({link.to, static_cast<std::uint16_t>(next_on), link.cause});
                    });
                    if (found) return length;
                }
            } else {
                ++length;
                for (; next_off < offs_.size(); ++next_off) {
                    for_forced<ways>(links, offs_[next_off].candidate, [&](Link link) {
                        if (!on && link.to == source && !found) {
                            found = true;
                            last_ = static_cast<int>(next_off);
                            closing_ = link.cause;
                        }
                        if (!reached_.has(link.to))
                            add_on({link.to, static_cast<std::uint16_t>(next_off), link.cause});
                    });
                    if (found) return length;
                }
            }
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
    void add_on(Node node) {
        reached_.add(node.candidate);
        ons_.push_back(node);
    }
    void add_off(Node node) {
        ruled_out_.add(node.candidate);
        offs_.push_back(node);
    }

    // Whether the way to an on goes through this candidate being off.
    bool passes(int on, int candidate) const {
        for (int from = ons_[on].from; from != start; from = ons_[offs_[from].from].from)
            if (offs_[from].candidate == candidate) return true;
        return false;
    }

    template <Ways ways, class Visit>
    static void for_ruled_out(const Links& links, int candidate, Visit visit) {
        const int first = ways.cells ? links.first[candidate] : links.first_in_regions[candidate];
        for (int i = first; i < links.first[candidate + 1]; ++i) visit(links.link[i]);
    }

    template <Ways ways>
    static bool forces(const Links& links, int candidate) {
        const Forced& forced = links.forced[candidate];
        return ways.regions ? forced.count > (!ways.cells && forced.in_cell) : forced.in_cell;
    }

    template <Ways ways, class Visit>
    static void for_forced(const Links& links, int candidate, Visit visit) {
        const Forced& forced = links.forced[candidate];
        for (int i = !ways.cells && forced.in_cell; i < (ways.regions ? forced.count : forced.in_cell); ++i)
            visit(forced.link[i]);
    }

    std::vector<Node> ons_, offs_;
    CandidateSet reached_, ruled_out_;
    int last_ = 0;
    Cause closing_ = Cause::none;
};

}  // namespace engine::rating
