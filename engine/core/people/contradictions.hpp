// What follows from a candidate, and the candidates from which a contradiction does.
#pragma once

#include <span>

#include "people/basics.hpp"
#include "people/unit_ways.hpp"

namespace engine::people {

// What follows if a candidate holds, by singles and single rules; in a net by locked digits and the ways to fill a unit too.

// Numbers to look at, each once, in the order in which they came, and the digits that changed there.
class Waiting {
public:
    explicit Waiting(std::size_t numbers) : digits_(numbers), ring_(std::bit_ceil(numbers + 1)) {}

    bool empty() const { return first_ == last_; }
    void add(int number, Candidates digits) {
        if (!digits_[number]) ring_[last_++ & (ring_.size() - 1)] = number;
        digits_[number] |= digits;
    }
    std::pair<int, Candidates> next() {
        const int number = ring_[first_++ & (ring_.size() - 1)];
        return {number, std::exchange(digits_[number], Candidates{0})};
    }
    void clear() {
        while (!empty()) next();
    }

private:
    std::vector<Candidates> digits_;
    std::vector<int> ring_;
    std::size_t first_ = 0, last_ = 0;
};

class Consequences {
public:
    // A cell loses digits, or cannot hold any: then there is no cell, or nothing is gone.
    struct Event {
        std::int16_t cell;
        Candidates gone;
        Reason reason;
        std::int16_t number;  // of the unit or part, or the cell that sees this one
        std::int16_t since;   // it follows from what the events before this place left
    };

    Consequences(const Board& board, const UnitWays& ways)
        : board_(board), ways_(ways), places_(static_cast<std::size_t>(board.cells)) {
        lanes_ = (board.cells + half_lane_count - 1) / half_lane_count;
        sees_.resize(board.cells * lanes_);
        for (int cell = 0; cell < board.cells; ++cell)
            for (const int other : EachCell(board.sees[cell]))
                sees_[cell * lanes_ + other / half_lane_count][other % half_lane_count] = 0xffff;
        for (std::size_t u = 0; u < board.units.size(); ++u)
            for (const int cell : board.units[u].cells) places_[cell].units.push_back(static_cast<int>(u));
        for (const std::unique_ptr<Part>& part : board.parts)
            for (const int cell : part->cells)
                if (part->looks[0].cost) places_[cell].parts.push_back(part->number);
        events_.resize(static_cast<std::size_t>(board.cells * board.size) + 2);
    }

    alignas(HalfLanes) Candidates now[most_cells] = {};

    std::span<const Event> events() const { return {events_.data(), static_cast<std::size_t>(count_)}; }

    // Begins with candidates from which nothing follows by itself, in a net if that is wanted.
    void begin(const Candidates* of, bool net) {
        std::copy_n(of, board_.cells, now);
        net_ = net;
        count_ = 0;
        for (Waiting* some : {&singles_, &units_, &parts_, &nets_, &joined_}) some->clear();
    }

    // Has a net look again at the units of a cell that has lost these digits.
    void wake(int cell, Candidates gone) {
        if (!gone) return;
        for (const int unit : places_[cell].units) nets_.add(unit, gone);
    }

    bool assume(int cell, int digit) {
        return lose(cell, static_cast<Candidates>(~(1u << digit)), Reason::assumed, -1, 0);
    }
    bool lose(int cell, Candidates digits) { return lose(cell, digits, Reason::assumed, -1, 0); }

    // Follows what has changed; true if that leads to a contradiction, which the last event describes then.
    bool fails() {
        for (;;) {
            if (!singles_.empty()) {
                if (spread(singles_.next().first)) return true;
            } else if (!units_.empty()) {
                const auto [unit, lost] = units_.next();
                if (look_at_unit(unit, lost)) return true;
            } else if (!parts_.empty()) {
                if (look_at_part(parts_.next().first)) return true;
            } else if (!nets_.empty()) {
                const auto [unit, lost] = nets_.next();
                if (look_in_net(unit, lost)) return true;
            } else if (!joined_.empty()) {
                if (look_at_ways(joined_.next().first)) return true;
            } else {
                return false;
            }
        }
    }

private:
    // Where a cell lies.
    struct Place {
        std::vector<int> units{}, parts{};
    };

    int place() const { return count_; }

    void note(int cell, Candidates gone, Reason reason, int number, int since) {
        events_[count_++] = {static_cast<std::int16_t>(cell), gone, reason, static_cast<std::int16_t>(number),
                             static_cast<std::int16_t>(since)};
    }

    // True if the cell has no candidate left.
    bool lose(int cell, Candidates digits, Reason reason, int number, int since) {
        const Candidates gone = now[cell] & digits;
        if (!gone) return false;
        note(cell, gone, reason, number, since);
        now[cell] &= ~gone;
        if (!now[cell]) return contradict(cell, 0, Reason::cell, -1);
        if (rules::single(now[cell])) singles_.add(cell, now[cell]);
        const Place& at = places_[cell];
        for (const int unit : at.units) units_.add(unit, gone);
        for (const int part : at.parts) parts_.add(part, gone);
        if (net_) wake(cell, gone);
        return false;
    }

    bool contradict(int cell, Candidates digits, Reason reason, int number) {
        note(cell, digits, reason, number, place());
        return true;
    }

    bool spread(int cell) {
        const Candidates digit = now[cell];
        const int since = place();
        const HalfLanes* const sees = sees_.data() + cell * lanes_;
        for (int i = 0; i < lanes_; ++i) {
            HalfLanes here;
            std::memcpy(&here, now + i * half_lane_count, sizeof here);
            for (LaneSet have = nonzero(here & sees[i] & digit); have; have &= have - 1)
                if (lose(i * half_lane_count + std::countr_zero(have), digit, Reason::seen, cell, since)) return true;
        }
        return false;
    }

    bool look_at_unit(int unit, Candidates lost) {
        const Cells& cells = board_.units[unit].cells;
        Candidates once = 0, twice = 0;
        for (const int cell : cells) twice |= once & now[cell], once |= now[cell];
        for (std::uint32_t rest = lost & ~twice; rest; rest &= rest - 1) {
            const auto digit = static_cast<Candidates>(rest & -rest);
            const auto there = std::ranges::find_if(cells, [&](int cell) { return (now[cell] & digit) != 0; });
            if (there == cells.end()) return contradict(-1, digit, Reason::unit, unit);
            if (lose(*there, static_cast<Candidates>(~digit), Reason::unit, unit, place())) return true;
        }
        return false;
    }

    bool look_at_part(int number) {
        const Part& part = *board_.parts[number];
        return narrow(part.cells, Reason::part, number, [&](auto& left) { return part.keep(left); });
    }

    // Leaves cells what `keep` leaves of their candidates.
    template <class Keep>
    bool narrow(const Cells& cells, Reason reason, int number, Keep keep) {
        left_.clear();
        for (const int cell : cells) left_.push_back(now[cell]);
        if (!keep(left_)) return contradict(-1, 0, reason, number);
        const int since = place();
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (lose(cells[i], static_cast<Candidates>(~left_[i]), reason, number, since)) return true;
        return false;
    }

    bool look_in_net(int unit, Candidates lost) {
        const Unit& one = board_.units[unit];
        for (std::uint32_t rest = lost; rest; rest &= rest - 1) {
            const auto bit = static_cast<Candidates>(rest & -rest);
            int places[most_places + 1], count = 0;
            for (const int cell : one.cells)
                if (now[cell] & bit && count <= most_places) places[count++] = cell;
            if (count < 2 || count > most_places) continue;
            CellSet seen = board_.sees[places[0]];
            for (int i = 1; i < count; ++i) seen &= board_.sees[places[i]];
            const int since = place();
            for (const int other : EachCell(seen))
                if (lose(other, bit, Reason::locked, unit, since)) return true;
        }
        if (ways_.has_rules(unit)) joined_.add(unit, 1);
        return narrow(one.cells, Reason::ways, unit, Different::keep);
    }

    bool look_at_ways(int unit) {
        return narrow(board_.units[unit].cells, Reason::ways, unit, [&](auto& left) { return ways_.keep(unit, left); });
    }

    static constexpr int most_places = 6;  // of a locked digit

    const Board& board_;
    const UnitWays& ways_;
    std::vector<Place> places_;    // of each cell
    std::vector<HalfLanes> sees_;  // of each cell, all ones for those that see it
    int lanes_ = 0;                // how many hold the cells
    bool net_ = false;
    int count_ = 0;  // of events
    std::vector<Event> events_;
    // Those to look at, in this order.
    Waiting singles_{places_.size()}, units_{board_.units.size()}, parts_{board_.parts.size()};
    Waiting nets_{board_.units.size()}, joined_{board_.units.size()};
    std::vector<Candidates> left_;
};

// A candidate that leads to a contradiction, with the links that lead there. What follows from each candidate is kept, so
// that after a step only what is new has to be followed.

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
        const int few = net ? few_links_of_nets : few_links;
        Step best{machine};
        each_refuted(at, net, [&](int node) {
            const std::size_t most = best.links.empty() ? most_links : best.links.size() - 1;
            Step step = traced(at, node, machine, most);
            if (step.links.empty()) return false;
            best = std::move(step);
            return std::ssize(best.links) <= few;
        });
        if (!best.links.empty()) keep(std::move(best), found);
    }

    // Calls `work(step)` for each candidate that singles and rules alone refute, until it is true.
    template <class Work>
    void each_refuted(const Position& at, Work work) {
        each_refuted(at, false, [&](int node) {
            const Step step = traced(at, node, Machine::contradiction, most_links);
            return !step.links.empty() && work(step);
        });
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

    // Cells with few candidates come first.
    template <class Work>
    void each_refuted(const Position& at, bool net, Work work) {
        std::vector<int> order;
        for (int cell = 0; cell < board_.cells; ++cell)
            if (!at.filled[cell] && !rules::single(at.of[cell])) order.push_back(cell);
        std::ranges::stable_sort(order, {}, [&](int cell) { return std::popcount(at.of[cell]); });
        for (const int cell : order)
            for (std::uint32_t rest = at.of[cell]; rest; rest &= rest - 1) {
                const int node = cell * board_.size + std::countr_zero(rest);
                if (refutes(at, node, net) && work(node)) return;
            }
    }

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
            for (const int d : Bits(event.cell < 0 ? 0 : event.gone))
                removed_by_[event.cell * board_.size + d] = static_cast<int>(i);
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
        return reasons(cells, now, before, [&](std::vector<Candidates>& known) {
            return lost.empty() ? !keep(known) : loses(cells, known, keep, lost);
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
