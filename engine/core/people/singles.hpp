// Digits that a unit or a cell has nothing else for, and candidates that no place of a digit allows.
#pragma once

#include "people/places.hpp"

namespace engine::people {

inline Step placing(Machine machine, int cell, int digit) {
    Step step{machine};
    step.cell = cell;
    step.digit = digit;
    step.digits = static_cast<Candidates>(1u << digit);
    return step;
}

inline void find_full_houses(const Board& board, const Position& at, const Places& places, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u) {
        if (std::popcount(places.open(u)) != 1) continue;
        const int open = board.units[u].cells[std::countr_zero(places.open(u))];
        if (!rules::single(at.of[open])) continue;
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

inline void find_hidden_singles(const Board& board, const Places& places, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u)
        for (int digit = 0; digit < board.size; ++digit) {
            const std::uint32_t here = places.of(u, digit);
            if (std::popcount(here) != 1) continue;
            Step step = placing(Machine::hidden_single, board.units[u].cells[std::countr_zero(here)], digit);
            step.units = {static_cast<int>(u)};
            if (found.add(std::move(step))) return;
        }
}

// What every one of some cells rules out, if a digit has to be in one of them.
inline std::vector<Loss> ruled_out(const Board& board, const Position& at, const Places& places, const Cells& cells,
                                   int digit) {
    std::vector<Loss> lost;
    CellSet seen = board.sees[cells[0]], near = board.around[cells[0]], related = board.related[cells[0]];
    for (const int cell : cells) seen &= board.sees[cell], near &= board.around[cell], related &= board.related[cell];
    // Where all of them see a cell, and not all are related to it, they rule out nothing but the digit.
    const CellSet some = (seen & places.of_digit(digit)) | (near & (related | ~seen));
    each_cell(some, [&](int other) {
        if (at.filled[other]) return true;
        Candidates gone = at.of[other];
        for (const int cell : cells) gone &= board.bans(cell, digit, other);
        if (gone) lost.push_back({other, gone});
        return true;
    });
    return lost;
}

// A digit whose places in a unit all lie in another unit: the other cells of that lose it.
inline void find_locked(const Board& board, const Places& places, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u)
        for (int digit = 0; digit < board.size; ++digit) {
            const std::uint32_t here = places.of(u, digit);
            const int count = std::popcount(here);
            if (count < 2 || count > board.size / 2 + 2) continue;
            for (const Board::Overlap& overlap : board.overlaps[u]) {
                if (here & ~overlap.own) continue;
                const std::uint32_t others = places.of(overlap.unit, digit) & ~overlap.other;
                if (!others) continue;
                Step step{Machine::locked};
                step.units = {static_cast<int>(u), static_cast<int>(overlap.unit)};
                step.cells = places.cells(u, here);
                step.digits = static_cast<Candidates>(1u << digit);
                for (const int cell : places.cells(overlap.unit, others)) step.lost.push_back({cell, step.digits});
                if (found.add(std::move(step))) return;
                break;
            }
        }
}

// A digit whose places in a unit all rule out the same candidates elsewhere.
inline void find_seen_by_all(const Board& board, const Position& at, const Places& places, Found& found) {
    for (std::size_t u = 0; u < board.units.size(); ++u)
        for (int digit = 0; digit < board.size; ++digit) {
            const std::uint32_t here = places.of(u, digit);
            const int count = std::popcount(here);
            if (count < 2 || count > board.size / 2 + 2) continue;
            Cells cells = places.cells(u, here);
            std::vector<Loss> lost = ruled_out(board, at, places, cells, digit);
            if (lost.empty()) continue;
            Step step{Machine::seen_by_all};
            step.units = {static_cast<int>(u)};
            step.cells = std::move(cells);
            step.digits = static_cast<Candidates>(1u << digit);
            step.lost = std::move(lost);
            if (found.add(std::move(step))) return;
        }
}

}  // namespace engine::people
