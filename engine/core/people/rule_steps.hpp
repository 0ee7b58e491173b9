// Steps by one named rule: what it allows in its cells, and digits that it needs somewhere.
#pragma once

#include "people/basics.hpp"

namespace engine::people {

// The changed cells of one step; the rest waits for the next one, so that a sentence stays short.
inline constexpr int most_changed = 5;

// The cells that a conclusion needs to know: each other one may have had all that `before` says, and it would hold.
template <class Holds>
Cells reasons(const Cells& cells, const std::vector<Candidates>& now, const std::vector<Candidates>& before,
              Holds holds) {
    std::vector<Candidates> known = now;
    Cells found;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (now[i] == before[i]) continue;
        known[i] = before[i];
        if (holds(known)) continue;
        known[i] = now[i];
        found.push_back(cells[i]);
    }
    return found;
}

// Whether cells with the candidates `known` would lose the same. `keep(known)` leaves what they may hold.
template <class Keep>
bool loses(const Cells& cells, std::vector<Candidates> known, Keep keep, const std::vector<Loss>& lost) {
    if (!keep(known)) return false;
    for (const Loss& loss : lost) {
        const auto place = std::ranges::find(cells, static_cast<std::uint8_t>(loss.cell)) - cells.begin();
        if (known[static_cast<std::size_t>(place)] & loss.digits) return false;
    }
    return true;
}

// What a rule or a unit leaves its cells, because of which cells; false if it removes nothing.
template <class Keep>
bool narrow(const Board& board, const Cells& cells, const Position& at, Keep keep, Step& step) {
    std::vector<Candidates> now;
    for (const int cell : cells) now.push_back(at.of[cell]);
    std::vector<Candidates> left = now;
    if (!keep(left)) return false;  // a contradiction: no position of a puzzle with a solution has one
    for (std::size_t i = 0; i < now.size() && std::ssize(step.lost) < most_changed; ++i)
        if (const Candidates gone = now[i] & static_cast<Candidates>(~left[i])) step.lost.push_back({cells[i], gone});
    if (step.lost.empty()) return false;
    const std::vector<Candidates> before(now.size(), board.all());
    step.cells = reasons(cells, now, before,
                         [&](const std::vector<Candidates>& known) { return loses(cells, known, keep, step.lost); });
    return true;
}

// What named rules of one cost leave their cells.
inline void find_by_rules(const Board& board, const Position& at, const std::vector<Part*>& some, Machine machine,
                          Found& found) {
    const bool alone = machine == Machine::rule;
    for (Part* const part : some) {
        std::vector<Candidates>& settled = alone ? part->settled : part->settled_in_units;
        if (part->is_as(settled, at.of)) continue;
        Step step{machine};
        step.part = part->number;
        const auto keep = [&](std::vector<Candidates>& now) {
            return alone ? part->keep(now) : part->keep_ways(now).value_or(true);
        };
        if (!narrow(board, part->cells, at, keep, step))
            settled = part->candidates(at.of);
        else if (found.add(std::move(step)))
            return;
    }
}

// Digits that a rule needs: without them it cannot hold, so cells that see all their places lose them.
inline void find_needed(const Board& board, const Position& at, const Places& whole, const std::vector<Part*>& some,
                        Found& found) {
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
            step.lost = ruled_out(board, at, whole, places, digit);
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
            step.cells = reasons(part->cells, now, before, without);
            step.minus = places;
            if (std::ssize(step.lost) > most_changed) step.lost.resize(most_changed);
            if (found.add(std::move(step))) return;
        }
        if (!any) part->settled_needed = part->candidates(at.of);
    }
}

}  // namespace engine::people
