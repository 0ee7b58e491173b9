// Steps by one named rule: what it allows in its cells, and digits that it needs somewhere.
#pragma once

#include "people/singles.hpp"

namespace engine::people {

// The changed cells of one step; the rest waits for the next one, so that a sentence stays short.
inline constexpr int most_changed = 5;

using Filter = bool (*)(const Part&, std::vector<Candidates>&);

inline bool by_rule(const Part& part, std::vector<Candidates>& now) { return part.keep(now); }
inline bool in_units(const Part& part, std::vector<Candidates>& now) { return part.keep_ways(now).value_or(true); }

// The cells that a conclusion needs to know: each other one may have had all that `before` says, and it would hold.
template <class Holds>
Cells reasons(const Part& part, const std::vector<Candidates>& now, const std::vector<Candidates>& before,
              Holds holds) {
    std::vector<Candidates> known = now;
    Cells cells;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (now[i] == before[i]) continue;
        known[i] = before[i];
        if (holds(known)) continue;
        known[i] = now[i];
        cells.push_back(part.cells[i]);
    }
    return cells;
}

// Whether the cells would lose the same.
inline bool loses(const Part& part, std::vector<Candidates> known, Filter filter, const std::vector<Loss>& lost) {
    if (!filter(part, known)) return false;
    for (const Loss& loss : lost) {
        const auto place =
            std::ranges::lower_bound(part.cells, static_cast<std::uint8_t>(loss.cell)) - part.cells.begin();
        if (known[static_cast<std::size_t>(place)] & loss.digits) return false;
    }
    return true;
}

// What a rule leaves its cells, as a step; false if it removes nothing.
inline bool narrow(const Board& board, const Position& at, Part& part, Machine machine, Filter filter, Step& step) {
    const std::vector<Candidates> now = part.candidates(at.of);
    std::vector<Candidates> left = now;
    if (!filter(part, left)) return false;  // a contradiction: no position of a puzzle with a solution has one
    step = Step{machine};
    step.part = part.number;
    for (std::size_t i = 0; i < now.size() && std::ssize(step.lost) < most_changed; ++i)
        if (const Candidates gone = now[i] & static_cast<Candidates>(~left[i]))
            step.lost.push_back({part.cells[i], gone});
    if (step.lost.empty()) return false;
    const std::vector<Candidates> before(now.size(), board.all());
    step.cells = reasons(part, now, before,
                         [&](const std::vector<Candidates>& known) { return loses(part, known, filter, step.lost); });
    return true;
}

// What named rules of one cost leave their cells.
inline void find_by_rules(const Board& board, const Position& at, const std::vector<Part*>& some, Machine machine,
                          Found& found) {
    const bool alone = machine == Machine::rule;
    for (Part* part : some) {
        std::vector<Candidates>& settled = alone ? part->settled : part->settled_in_units;
        if (part->is_as(settled, at.of)) continue;
        Step step{machine};
        if (!narrow(board, at, *part, machine, alone ? by_rule : in_units, step))
            settled = part->candidates(at.of);
        else if (found.add(std::move(step)))
            return;
    }
}

// Digits that a rule needs: without them it cannot hold, so cells that see all their places lose them.
inline void find_needed(const Board& board, const Position& at, const std::vector<Part*>& some, Found& found) {
    for (Part* part : some) {
        if (part->is_as(part->settled_needed, at.of)) continue;
        const std::vector<Candidates> now = part->candidates(at.of);
        bool any = false;
        for (int digit = 0; digit < board.size; ++digit) {
            Cells places;
            bool has = false;
            for (const int cell : part->cells)
                if (at.has(cell, digit))
                    has = has || at.filled[cell], places.push_back(static_cast<std::uint8_t>(cell));
            if (has || places.size() < 2) continue;
            Step step{Machine::needed};
            step.lost = ruled_out(board, at, places, digit);
            if (step.lost.empty()) continue;
            const auto without = [&](std::vector<Candidates> known) {
                for (Candidates& digits : known)
                    if (!(digits &= static_cast<Candidates>(~(1u << digit)))) return true;
                return !part->keep(known);
            };
            if (!without(now)) continue;
            any = true;
            step.part = part->number;
            step.digits = static_cast<Candidates>(1u << digit);
            std::vector<Candidates> before = now;
            for (Candidates& digits : before) digits |= board.all() & static_cast<Candidates>(~(1u << digit));
            step.cells = reasons(*part, now, before, without);
            step.minus = places;
            if (std::ssize(step.lost) > most_changed) step.lost.resize(most_changed);
            if (found.add(std::move(step))) return;
        }
        if (!any) part->settled_needed = part->candidates(at.of);
    }
}

}  // namespace engine::people
