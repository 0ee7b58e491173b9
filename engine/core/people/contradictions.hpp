// A candidate that leads to a contradiction, with the links that lead there. What follows from each candidate is kept, so
// that after a step only what is new has to be followed.
#pragma once

#include "people/consequences.hpp"

namespace engine::people {

class Contradictions {
public:
    Contradictions(const Board& board, const UnitWays& ways) : board_(board), ways_(ways), following_(board, ways) {
        forget();
    }

    void forget() {
        forget(plain_);
        forget(in_net_);
    }

    // The candidate with the fewest links, of cells with few candidates first. In a net of those that singles and rules
    // alone do not refute.
    void find(const Position& at, Machine machine, Found& found) {
        const bool net = machine == Machine::contradiction_net;
        std::vector<int> order;
        for (int cell = 0; cell < board_.cells; ++cell)
            if (!at.filled[cell] && !rules::single(at.of[cell])) order.push_back(cell);
        std::ranges::stable_sort(order, {}, [&](int cell) { return std::popcount(at.of[cell]); });
        const int few = net ? few_links_of_nets : few_links;
        Step best{machine};
        for (const int cell : order)
            for (std::uint32_t rest = at.of[cell]; rest; rest &= rest - 1) {
                const int node = cell * board_.size + std::countr_zero(rest);
                if (!refutes(at, node, net)) continue;
                const std::size_t most = best.links.empty() ? most_links : best.links.size() - 1;
                Step step = traced(at, node, machine, most);
                if (step.links.empty()) continue;
                best = std::move(step);
                if (std::ssize(best.links) <= few) return keep(std::move(best), found);
            }
        if (!best.links.empty()) keep(std::move(best), found);
    }

private:
    using Event = Consequences::Event;

    static constexpr int few_links = 9, few_links_of_nets = 24;
    static constexpr std::size_t most_links = 110;

    // What follows from each candidate.
    struct Kept {
        struct State {
            bool known = false, fails = false;  // whether `digits` has it, and whether that is a contradiction
        };
        std::vector<State> of;
        std::vector<Candidates> digits;  // of each candidate those that it leaves each cell
    };

    std::size_t nodes() const { return static_cast<std::size_t>(board_.cells * board_.size); }

    void forget(Kept& kept) const { kept.of.assign(nodes(), {}); }

    Candidates* left(Kept& kept, int node) const {
        if (kept.digits.empty()) kept.digits.resize(nodes() * static_cast<std::size_t>(board_.cells));
        return kept.digits.data() + static_cast<std::size_t>(node) * board_.cells;
    }

    void keep(Step step, Found& found) {
        step.cost = board_.costs[static_cast<int>(step.machine)] + 15 * static_cast<int>(step.links.size());
        found.add(std::move(step));
    }

    // Whether a candidate leads to a contradiction. A net begins with what follows without one.
    bool refutes(const Position& at, int node, bool net) {
        Kept& kept = net ? in_net_ : plain_;
        auto& [known, fails] = kept.of[node];
        if (fails || plain_.of[node].fails) return true;
        Candidates* const own = left(kept, node);
        const bool deeper = net && !known && plain_.of[node].known;
        if (known && !changes(own, at)) return false;
        if (known || deeper) {
            following_.begin(deeper ? left(plain_, node) : own, net);
            for (int cell = 0; cell < board_.cells && !fails; ++cell) {
                fails = following_.lose(cell, static_cast<Candidates>(~at.of[cell]));
                if (deeper) following_.wake(cell, at.of[cell] & static_cast<Candidates>(~following_.now[cell]));
            }
        } else {
            following_.begin(at.of, net);
            fails = following_.assume(node / board_.size, node % board_.size);
        }
        fails = fails || following_.fails();
        known = true;
        if (!fails) std::copy_n(following_.now, board_.cells, own);
        return fails;
    }

    // Whether a position has fewer candidates than what followed before.
    bool changes(const Candidates* before, const Position& at) const {
        Candidates fewer = 0;
        for (int cell = 0; cell < board_.cells; ++cell) fewer |= before[cell] & static_cast<Candidates>(~at.of[cell]);
        return fewer != 0;
    }

    // The events that the contradiction needs, as links, each with those that it follows from. No links if there are more
    // than `most`, or if singles and rules alone do not lead there.
    Step traced(const Position& at, int node, Machine machine, std::size_t most) {
        const int cell = node / board_.size, digit = node % board_.size;
        following_.begin(at.of, machine == Machine::contradiction_net);
        if (!following_.assume(cell, digit) && !following_.fails()) return Step{machine};
        note_removals();
        const std::span<const Event> events = following_.events();
        if (before_.size() < events.size()) before_.resize(events.size());
        needed_.assign(events.size(), 0);
        needed_.back() = 1;
        std::size_t count = 1;
        for (std::size_t i = events.size(); i-- > 0;) {
            if (!needed_[i]) continue;
            find_before(at, i, before_[i]);
            for (const int by : before_[i]) count += !std::exchange(needed_[by], char{1});
            if (count > most) return Step{machine};
        }
        std::vector<int> place(events.size(), -1);
        Step step{machine};
        CellSet cells;
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (!needed_[i]) continue;
            place[i] = static_cast<int>(step.links.size());
            Link link = link_of(at, i, digit);
            for (const int by : before_[i]) link.after.push_back(place[by]);
            if (link.cell >= 0) cells.set(link.cell);
            step.links.push_back(std::move(link));
        }
        step.cells = rules::cells_of(cells);
        step.digits = static_cast<Candidates>(1u << digit);
        step.lost.push_back({cell, step.digits});
        return step;
    }

    void note_removals() {
        removed_by_.assign(nodes(), -1);
        for (std::size_t i = 0; i < following_.events().size(); ++i) {
            const Event& event = following_.events()[i];
            for (std::uint32_t rest = event.cell < 0 ? 0 : event.gone; rest; rest &= rest - 1)
                removed_by_[event.cell * board_.size + std::countr_zero(rest)] = static_cast<int>(i);
        }
    }

    Link link_of(const Position& at, std::size_t i, int digit) const {
        const Event& event = following_.events()[i];
        Link link{event.cell, event.gone, false, event.reason, event.number, {}};
        if (event.reason == Reason::assumed) link.digits = static_cast<Candidates>(1u << digit), link.holds = true;
        if (event.reason == Reason::unit && event.cell >= 0)
            link.digits = left_at(at, event.cell, static_cast<int>(i) + 1), link.holds = true;
        return link;
    }

    // What the events before a place leave a cell.
    Candidates left_at(const Position& at, int cell, int before) const {
        Candidates left = at.of[cell];
        for (int digit = 0; digit < board_.size; ++digit) {
            const int by = removed_by_[cell * board_.size + digit];
            if (by >= 0 && by < before) left &= ~(1u << digit);
        }
        return left;
    }

    // The events that one follows from, in ascending order.
    void find_before(const Position& at, std::size_t i, std::vector<int>& found) const {
        const Event& event = following_.events()[i];
        found.clear();
        const auto need = [&](int cell, int digit) {
            const int by = removed_by_[cell * board_.size + digit];
            if (by >= 0 && by < event.since) found.push_back(by);
        };
        const auto need_all = [&](int cell) {
            for (int digit = 0; digit < board_.size; ++digit) need(cell, digit);
        };
        switch (event.reason) {
            case Reason::seen: need_all(event.number); break;
            case Reason::cell: need_all(event.cell); break;
            case Reason::unit: {
                const Candidates digits =
                    event.cell < 0 ? event.gone : left_at(at, event.cell, static_cast<int>(i) + 1);
                for (const int cell : board_.units[event.number].cells)
                    if (cell != event.cell) need(cell, std::countr_zero(digits));
                break;
            }
            case Reason::locked:
                for (const int cell : board_.units[event.number].cells)
                    if (!board_.sees[event.cell][cell]) need(cell, std::countr_zero(event.gone));
                break;
            case Reason::part: {
                const Part& part = *board_.parts[event.number];
                for (const int cell : causes(at, event, part.cells, [&](auto& known) { return part.keep(known); }))
                    need_all(cell);
                break;
            }
            case Reason::ways:
                for (const int cell : causes(at, event, board_.units[event.number].cells,
                                             [&](auto& known) { return ways_.keep(event.number, known); }))
                    need_all(cell);
                break;
            case Reason::assumed: break;
        }
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
    }

    // The cells of a part or unit whose losses an event follows from.
    template <class Keep>
    Cells causes(const Position& at, const Event& event, const Cells& cells, Keep keep) const {
        std::vector<Candidates> before, now;
        for (const int cell : cells) {
            before.push_back(at.of[cell]);
            now.push_back(left_at(at, cell, event.since));
        }
        std::vector<Loss> lost;
        if (event.cell >= 0) lost.push_back({event.cell, event.gone});
        return reasons(cells, now, before, [&](std::vector<Candidates> known) {
            return lost.empty() ? !keep(known) : loses(cells, std::move(known), keep, lost);
        });
    }

    const Board& board_;
    const UnitWays& ways_;
    Consequences following_;
    Kept plain_, in_net_;  // without a net, and in one
    // Of the last trace.
    std::vector<int> removed_by_;           // of each candidate, the event that removes it
    std::vector<char> needed_;              // of each event, whether the contradiction needs it,
    std::vector<std::vector<int>> before_;  // and which events it follows from
};

}  // namespace engine::people
