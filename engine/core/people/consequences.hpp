// What follows if a candidate holds, by singles and single rules; in a net by locked digits and the ways to fill a unit too.
#pragma once

#include <span>

#include "people/basics.hpp"
#include "people/unit_ways.hpp"

namespace engine::people {

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
        : board_(board),
          ways_(ways),
          places_(static_cast<std::size_t>(board.cells)),
          singles_(static_cast<std::size_t>(board.cells)),
          units_(board.units.size()),
          parts_(board.parts.size()),
          nets_(board.units.size()),
          joined_(board.units.size()) {
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
        look_at(part.cells);
        if (!part.keep(left_)) return contradict(-1, 0, Reason::part, number);
        return leave(part.cells, Reason::part, number);
    }

    // Leaves cells what `left_` says.
    bool leave(const Cells& cells, Reason reason, int number) {
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
        look_at(one.cells);
        if (!Different::keep(left_)) return contradict(-1, 0, Reason::ways, unit);
        return leave(one.cells, Reason::ways, unit);
    }

    bool look_at_ways(int unit) {
        const Cells& cells = board_.units[unit].cells;
        look_at(cells);
        if (!ways_.keep(unit, left_)) return contradict(-1, 0, Reason::ways, unit);
        return leave(cells, Reason::ways, unit);
    }

    void look_at(const Cells& cells) {
        left_.clear();
        for (const int cell : cells) left_.push_back(now[cell]);
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
    Waiting singles_, units_, parts_, nets_, joined_;  // those to look at, in this order
    std::vector<Candidates> left_;
};

}  // namespace engine::people
