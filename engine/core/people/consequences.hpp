// What follows if a candidate holds, by singles and single rules; in a net by locked digits and the ways to fill a unit too.
#pragma once

#include "people/rule_steps.hpp"
#include "people/unit_ways.hpp"

namespace engine::people {

class Consequences {
public:
    // A cell loses digits, or cannot hold any: then there is no cell, or nothing is gone.
    struct Event {
        int cell;
        Candidates gone;
        Reason reason;
        int number;  // of the unit or part, or the cell that sees this one
        int since;   // it follows from what the events before this place left
    };

    Consequences(const Board& board, const UnitWays& ways) : board_(board), ways_(ways) {
        units_of_.resize(static_cast<std::size_t>(board.cells));
        parts_of_.resize(static_cast<std::size_t>(board.cells));
        for (std::size_t u = 0; u < board.units.size(); ++u)
            for (const int cell : board.units[u].cells) units_of_[cell].push_back(static_cast<int>(u));
        for (const std::unique_ptr<Part>& part : board.parts)
            for (const int cell : part->cells)
                if (part->cost) parts_of_[cell].push_back(part->number);
        unit_waits_.resize(board.units.size());
        in_net_.resize(board.units.size());
        is_joined_.resize(board.units.size());
        unit_lost_.resize(board.units.size());
        part_waits_.resize(board.parts.size());
    }

    Candidates now[most_cells];
    std::vector<Event> events;

    // Begins with candidates from which nothing follows by itself.
    void begin(const Candidates* of) {
        std::copy_n(of, board_.cells, now);
        events.clear();
        known_.reset();
        for (int cell = 0; cell < board_.cells; ++cell)
            if (rules::single(now[cell])) known_.set(static_cast<std::size_t>(cell));
        std::ranges::fill(unit_waits_, 0);
        std::ranges::fill(in_net_, 0);
        std::ranges::fill(is_joined_, 0);
        std::ranges::fill(unit_lost_, Candidates{0});
        std::ranges::fill(part_waits_, 0);
        singles_.clear();
        units_.clear();
        parts_.clear();
        nets_.clear();
        joined_.clear();
    }

    // A net looks at the units of a cell again.
    void wake(int cell) {
        for (const int unit : units_of_[cell])
            if (!in_net_[unit]) in_net_[unit] = 1, nets_.push_back(unit);
    }

    bool assume(int cell, int digit) {
        return lose(cell, static_cast<Candidates>(~(1u << digit)), Reason::assumed, -1, 0);
    }
    bool lose(int cell, Candidates digits) { return lose(cell, digits, Reason::assumed, -1, 0); }

    // Follows what has changed; true if that leads to a contradiction, which the last event describes then.
    bool fails(bool net) {
        for (std::size_t single = 0, unit = 0, part = 0, deep = 0, last = 0;;) {
            if (single < singles_.size()) {
                if (spread(singles_[single++])) return true;
            } else if (unit < units_.size()) {
                unit_waits_[units_[unit]] = 0;
                if (look_at_unit(units_[unit++])) return true;
            } else if (part < parts_.size()) {
                part_waits_[parts_[part]] = 0;
                if (look_at_part(parts_[part++])) return true;
            } else if (net && deep < nets_.size()) {
                in_net_[nets_[deep]] = 0;
                if (look_in_net(nets_[deep++])) return true;
            } else if (net && last < joined_.size()) {
                is_joined_[joined_[last]] = 0;
                if (look_at_ways(joined_[last++])) return true;
            } else {
                return false;
            }
        }
    }

private:
    int place() const { return static_cast<int>(events.size()); }

    // True if the cell has no candidate left.
    bool lose(int cell, Candidates digits, Reason reason, int number, int since) {
        const Candidates gone = now[cell] & digits;
        if (!gone) return false;
        events.push_back({cell, gone, reason, number, since});
        now[cell] &= static_cast<Candidates>(~gone);
        if (!now[cell]) return contradict(cell, 0, Reason::cell, -1);
        if (rules::single(now[cell]) && !known_[cell]) {
            known_.set(static_cast<std::size_t>(cell));
            singles_.push_back(cell);
        }
        for (const int unit : units_of_[cell]) {
            unit_lost_[unit] |= gone;
            if (!unit_waits_[unit]) unit_waits_[unit] = 1, units_.push_back(unit);
        }
        for (const int part : parts_of_[cell])
            if (!part_waits_[part]) part_waits_[part] = 1, parts_.push_back(part);
        wake(cell);
        return false;
    }

    bool contradict(int cell, Candidates digits, Reason reason, int number) {
        events.push_back({cell, digits, reason, number, place()});
        return true;
    }

    bool spread(int cell) {
        const Candidates digit = now[cell];
        const int since = place();
        return !each_cell(board_.sees[cell], [&](int other) { return !lose(other, digit, Reason::seen, cell, since); });
    }

    bool look_at_unit(int unit) {
        const Cells& cells = board_.units[unit].cells;
        const Candidates lost = std::exchange(unit_lost_[unit], Candidates{0});
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
        left_ = part.candidates(now);
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

    bool look_in_net(int unit) {
        const Unit& one = board_.units[unit];
        for (int digit = 0; digit < board_.size; ++digit) {
            int count = 0;
            CellSet seen;
            seen.set();
            for (const int cell : one.cells)
                if (now[cell] >> digit & 1 && ++count <= most_places) seen &= board_.sees[cell];
            if (count < 2 || count > most_places || seen.none()) continue;
            const auto bit = static_cast<Candidates>(1u << digit);
            const int since = place();
            if (!each_cell(seen, [&](int other) { return !lose(other, bit, Reason::locked, unit, since); }))
                return true;
        }
        if (ways_.has_rules(unit) && !is_joined_[unit]) is_joined_[unit] = 1, joined_.push_back(unit);
        note(one.cells);
        if (!UnitWays::keep_different(left_)) return contradict(-1, 0, Reason::ways, unit);
        return leave(one.cells, Reason::ways, unit);
    }

    bool look_at_ways(int unit) {
        const Cells& cells = board_.units[unit].cells;
        note(cells);
        if (!ways_.keep(unit, left_)) return contradict(-1, 0, Reason::ways, unit);
        return leave(cells, Reason::ways, unit);
    }

    void note(const Cells& cells) {
        left_.clear();
        for (const int cell : cells) left_.push_back(now[cell]);
    }

    static constexpr int most_places = 6;  // of a locked digit

    const Board& board_;
    const UnitWays& ways_;
    CellSet known_;                                             // cells of one candidate that others have heard of
    std::vector<std::vector<int>> units_of_, parts_of_;         // of each cell
    std::vector<int> singles_, units_, parts_, nets_, joined_;  // those to look at, in this order
    std::vector<char> unit_waits_, part_waits_, in_net_, is_joined_;
    std::vector<Candidates> unit_lost_;  // the digits whose places have changed
    std::vector<Candidates> left_;
};

}  // namespace engine::people
