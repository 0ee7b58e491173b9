// Digits that a unit or a cell has nothing else for, and candidates that no place of a digit allows.
#pragma once

#include "people/board.hpp"

namespace engine::people {

// The cells of a unit that may still get a digit; empty if one has it.
inline Cells places_of(const Position& at, const Cells& unit, int digit) {
    Cells places;
    for (const int cell : unit)
        if (at.has(cell, digit)) {
            if (at.filled[cell]) return {};
            places.push_back(static_cast<std::uint8_t>(cell));
        }
    return places;
}

inline Step placing(Machine machine, int cell, int digit) {
    Step step{machine};
    step.cell = cell;
    step.digit = digit;
    step.digits = static_cast<Candidates>(1u << digit);
    return step;
}

inline void find_full_houses(const Board& board, const Position& at, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u) {
        int open = -1, count = 0;
        for (const int cell : board.units[u].cells)
            if (!at.filled[cell]) open = cell, ++count;
        if (count != 1 || !rules::single(at.of[open])) continue;
        Step step = placing(Machine::full_house, open, std::countr_zero(at.of[open]));
        step.units = {static_cast<int>(u)};
        if (found.add(std::move(step))) return;
    }
}

inline void find_naked_singles(const Board& board, const Position& at, Found& found) {
    for (int cell = 0; cell < board.cells; ++cell)
        if (!at.filled[cell] && rules::single(at.of[cell]) &&
            found.add(placing(Machine::naked_single, cell, std::countr_zero(at.of[cell]))))
            return;
}

inline void find_hidden_singles(const Board& board, const Position& at, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u)
        for (int digit = 0; digit < board.size; ++digit) {
            const Cells places = places_of(at, board.units[u].cells, digit);
            if (places.size() != 1) continue;
            Step step = placing(Machine::hidden_single, places[0], digit);
            step.units = {static_cast<int>(u)};
            if (found.add(std::move(step))) return;
        }
}

// What every place of a digit rules out, if the digit has to be in one of them.
inline std::vector<Loss> ruled_out(const Board& board, const Position& at, const Cells& places, int digit) {
    std::vector<Loss> lost;
    CellSet near = board.around[places[0]];
    for (const int cell : places) near &= board.around[cell];
    each_cell(near, [&](int other) {
        if (at.filled[other]) return true;
        Candidates gone = at.of[other];
        for (const int cell : places) gone &= board.bans(cell, digit, other);
        if (gone) lost.push_back({other, gone});
        return true;
    });
    return lost;
}

// A digit of a unit whose places lie in another unit, or all rule out what lies elsewhere.
inline void find_locked(const Board& board, const Position& at, bool in_unit, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u)
        for (int digit = 0; digit < board.size; ++digit) {
            const Cells places = places_of(at, board.units[u].cells, digit);
            if (places.size() < 2 || static_cast<int>(places.size()) > board.size / 2 + 2) continue;
            const std::vector<Loss> lost = ruled_out(board, at, places, digit);
            if (lost.empty()) continue;
            const CellSet set = rules::set_of(places);
            Step step{in_unit ? Machine::locked : Machine::seen_by_all};
            step.units = {static_cast<int>(u)};
            step.cells = places;
            step.digits = static_cast<Candidates>(1u << digit);
            if (in_unit) {
                for (std::size_t v = 0; v < board.units.size() && step.lost.empty(); ++v) {
                    if (v == u || (set & ~board.units[v].set).any()) continue;
                    for (const Loss& loss : lost)
                        if (board.units[v].set[loss.cell] && loss.digits >> digit & 1)
                            step.lost.push_back({loss.cell, step.digits});
                    step.units = {static_cast<int>(u), static_cast<int>(v)};
                }
                if (step.lost.empty()) continue;
            } else {
                step.lost = lost;
            }
            if (found.add(std::move(step))) return;
        }
}

}  // namespace engine::people
