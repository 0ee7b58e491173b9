// A candidate that leads to a contradiction by singles and single rules, with the links that lead there.
#pragma once

#include "people/rule_steps.hpp"

namespace engine::people {

class Contradictions {
public:
    Contradictions(const Board& board, const Position& at) : board_(board), at_(at) {
        units_of_.resize(static_cast<std::size_t>(board.cells));
        parts_of_.resize(static_cast<std::size_t>(board.cells));
        for (std::size_t u = 0; u < board.units.size(); ++u)
            for (const int cell : board.units[u].cells) units_of_[cell].push_back(static_cast<int>(u));
        for (const std::unique_ptr<Part>& part : board.parts)
            for (const int cell : part->cells)
                if (part->cost) parts_of_[cell].push_back(part->number);
    }

    // The candidate with the fewest links, of cells with few candidates first.
    void find(Found& found) {
        std::vector<int> order;
        for (int cell = 0; cell < board_.cells; ++cell)
            if (!at_.filled[cell] && !rules::single(at_.of[cell])) order.push_back(cell);
        std::ranges::stable_sort(order, {}, [&](int cell) { return std::popcount(at_.of[cell]); });
        Step best{Machine::contradiction};
        for (const int cell : order)
            for (std::uint32_t rest = at_.of[cell]; rest; rest &= rest - 1) {
                const int digit = std::countr_zero(rest);
                if (!fails(cell, digit)) continue;
                Step step = traced(cell, digit);
                if (std::ssize(step.links) > most_links) continue;
                if (best.links.empty() || step.links.size() < best.links.size()) best = std::move(step);
                if (std::ssize(best.links) <= few_links) return keep(std::move(best), found);
            }
        if (!best.links.empty()) keep(std::move(best), found);
    }

private:
    static constexpr int most_links = 80, few_links = 9;

    struct Event {
        int cell;
        Candidates gone;
        Reason reason;
        int number;                   // of the unit or part, or the cell that sees this one
        std::vector<Candidates> now;  // of a part's cells then
    };

    void keep(Step step, Found& found) {
        step.cost = board_.costs[static_cast<int>(Machine::contradiction)] + 15 * static_cast<int>(step.links.size());
        found.add(std::move(step));
    }

    // Follows what a candidate leads to; true if that is a contradiction, which the last event describes then.
    bool fails(int cell, int digit) {
        std::copy_n(at_.of, board_.cells, now_);
        events_.clear();
        singles_.clear();
        std::fill_n(&removed_by_[0][0], most_cells * most_size, std::int16_t{-1});
        known_ = at_.filled;
        unit_waits_.assign(board_.units.size(), false);
        unit_lost_.assign(board_.units.size(), 0);
        part_waits_.assign(board_.parts.size(), false);
        units_.clear();
        parts_.clear();
        if (remove(cell, static_cast<Candidates>(now_[cell] & ~(1u << digit)), Reason::assumed, -1)) return true;
        for (std::size_t single = 0, unit = 0, part = 0;;) {
            if (single < singles_.size()) {
                if (spread(singles_[single++])) return true;
            } else if (unit < units_.size()) {
                unit_waits_[units_[unit]] = false;
                if (look_at_unit(units_[unit++])) return true;
            } else if (part < parts_.size()) {
                part_waits_[parts_[part]] = false;
                if (look_at_part(parts_[part++])) return true;
            } else {
                return false;
            }
        }
    }

    // True if the cell has no candidate left.
    bool remove(int cell, Candidates digits, Reason reason, int number, std::vector<Candidates> now = {}) {
        const Candidates gone = now_[cell] & digits;
        if (!gone) return false;
        for (std::uint32_t rest = gone; rest; rest &= rest - 1)
            removed_by_[cell][std::countr_zero(rest)] = static_cast<std::int16_t>(events_.size());
        events_.push_back({cell, gone, reason, number, std::move(now)});
        now_[cell] &= static_cast<Candidates>(~gone);
        if (!now_[cell]) {
            events_.push_back({cell, 0, Reason::cell, -1, {}});
            return true;
        }
        if (rules::single(now_[cell]) && !known_[cell]) {
            known_.set(static_cast<std::size_t>(cell));
            singles_.push_back(cell);
        }
        for (const int unit : units_of_[cell]) {
            unit_lost_[unit] |= gone;
            if (!unit_waits_[unit]) unit_waits_[unit] = true, units_.push_back(unit);
        }
        for (const int part : parts_of_[cell])
            if (!part_waits_[part]) part_waits_[part] = true, parts_.push_back(part);
        return false;
    }

    bool spread(int cell) {
        const int digit = std::countr_zero(now_[cell]);
        bool failed = false;
        each_cell(board_.sees[cell], [&](int other) {
            failed = remove(other, static_cast<Candidates>(1u << digit), Reason::seen, cell);
            return !failed;
        });
        return failed;
    }

    bool look_at_unit(int unit) {
        for (std::uint32_t rest = std::exchange(unit_lost_[unit], Candidates{0}); rest; rest &= rest - 1) {
            const int digit = std::countr_zero(rest);
            int place = -1, count = 0;
            for (const int cell : board_.units[unit].cells)
                if (now_[cell] >> digit & 1) place = cell, ++count;
            if (count == 0) {
                events_.push_back({-1, static_cast<Candidates>(1u << digit), Reason::unit, unit, {}});
                return true;
            }
            if (count == 1 && remove(place, static_cast<Candidates>(~(1u << digit)), Reason::unit, unit)) return true;
        }
        return false;
    }

    bool look_at_part(int number) {
        const Part& part = *board_.parts[number];
        const std::vector<Candidates> now = part.candidates(now_);
        std::vector<Candidates> left = now;
        if (!part.keep(left)) {
            events_.push_back({-1, 0, Reason::part, number, now});
            return true;
        }
        bool failed = false;
        for (std::size_t i = 0; i < now.size() && !failed; ++i)
            if (left[i] != now[i])
                failed = remove(part.cells[i], static_cast<Candidates>(now[i] & ~left[i]), Reason::part, number, now);
        return failed;
    }

    // The events that the contradiction needs, as links, each with those that it follows from.
    Step traced(int cell, int digit) {
        std::vector<std::vector<int>> before(events_.size());
        std::vector<char> needed(events_.size());
        needed.back() = true;
        for (std::size_t i = events_.size(); i-- > 0;) {
            if (!needed[i]) continue;
            before[i] = before_event(i);
            for (const int by : before[i]) needed[by] = true;
        }
        std::vector<int> place(events_.size(), -1);
        Step step{Machine::contradiction};
        CellSet cells;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            if (!needed[i]) continue;
            place[i] = static_cast<int>(step.links.size());
            Link link = link_of(i, digit);
            for (const int by : before[i]) link.after.push_back(place[by]);
            if (link.cell >= 0) cells.set(static_cast<std::size_t>(link.cell));
            step.links.push_back(std::move(link));
        }
        step.cells = rules::cells_of(cells);
        step.digits = static_cast<Candidates>(1u << digit);
        step.lost.push_back({cell, step.digits});
        return step;
    }

    Link link_of(std::size_t i, int digit) const {
        const Event& event = events_[i];
        Link link{event.cell, event.gone, false, event.reason, event.number, {}};
        if (event.reason == Reason::assumed) link.digits = static_cast<Candidates>(1u << digit), link.holds = true;
        if (event.reason == Reason::unit && event.cell >= 0) link.digits = kept_at(i), link.holds = true;
        return link;
    }

    // What an event leaves its cell.
    Candidates kept_at(std::size_t i) const {
        Candidates kept = at_.of[events_[i].cell];
        for (std::size_t j = 0; j <= i; ++j)
            if (events_[j].cell == events_[i].cell) kept &= static_cast<Candidates>(~events_[j].gone);
        return kept;
    }

    // The events that one follows from, in ascending order.
    std::vector<int> before_event(std::size_t i) const {
        const Event& event = events_[i];
        std::vector<int> found;
        const auto need = [&](int cell, int digit) {
            const int by = removed_by_[cell][digit];
            if (by >= 0 && by < static_cast<int>(i)) found.push_back(by);
        };
        const auto need_all = [&](int cell) {
            for (int digit = 0; digit < board_.size; ++digit) need(cell, digit);
        };
        switch (event.reason) {
            case Reason::seen: need_all(event.number); break;
            case Reason::cell: need_all(event.cell); break;
            case Reason::unit: {
                const int digit = std::countr_zero(event.cell < 0 ? event.gone : kept_at(i));
                for (const int cell : board_.units[event.number].cells)
                    if (cell != event.cell) need(cell, digit);
                break;
            }
            case Reason::part:
                for (const int cell : causes_in_part(event)) need_all(cell);
                break;
            case Reason::assumed: break;
        }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found;
    }

    Cells causes_in_part(const Event& event) const {
        const Part& part = *board_.parts[event.number];
        const std::vector<Candidates> before = part.candidates(at_.of);
        const std::vector<Loss> lost =
            event.cell < 0 ? std::vector<Loss>{} : std::vector<Loss>{{event.cell, event.gone}};
        return reasons(part, event.now, before, [&](std::vector<Candidates> known) {
            return event.cell < 0 ? !part.keep(known) : loses(part, std::move(known), by_rule, lost);
        });
    }

    const Board& board_;
    const Position& at_;
    Candidates now_[most_cells];
    CellSet known_;
    std::vector<Event> events_;
    std::vector<std::vector<int>> units_of_, parts_of_;  // of each cell
    std::vector<int> singles_, units_, parts_;           // those to look at, in this order
    std::vector<char> unit_waits_, part_waits_;
    std::vector<Candidates> unit_lost_;  // the digits whose places have changed
    std::int16_t removed_by_[most_cells][most_size];
};

}  // namespace engine::people
