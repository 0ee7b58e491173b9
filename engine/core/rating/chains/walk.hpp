// A walk along single links from one candidate, breadth first: an on rules out its neighbours, an off forces the last
// other candidate. It ends where it began: at the same conclusion (a cycle) or at the opposite one (a forcing chain).
// Each conclusion has one reason, the first met in Sudoku Explainer's order.
//
// A walk keeps to what leads to its end, and so meets the same chains as a walk through everything, in the same order.
#pragma once

#include <vector>

#include "rating/chains/closure.hpp"

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

}  // namespace engine::rating
