// A position while a puzzle is solved: the filled cells and the candidates of the empty ones, seen from both sides.
//
// The same candidates are kept three ways (digits of a cell, places of a digit in a region, cells of a digit), because
// each technique needs one of them quickly. A filled cell has no candidates.
#pragma once

#include "rating/regions.hpp"

namespace engine::rating {

struct Position {
    std::array<std::uint8_t, cell_count> value{};       // 0 while empty, else 1 to 9
    std::array<Mask, cell_count> candidates{};          // digits 0 to 8 as bits
    std::array<PerRegion<Mask>, digit_count> places{};  // [digit][region]: bits as in regions.cell
    std::array<Cells, digit_count> with{};              // the cells where the digit is a candidate
    Cells empty{};
    PerRegion<Mask> open{};                          // the places of each region's empty cells
    std::array<std::uint8_t, digit_count> filled{};  // how many cells hold the digit

    static Position of(const std::uint8_t* puzzle) {
        Position position;
        position.empty = Cells::all();
        position.candidates.fill(full_mask);
        for (auto& of_digit : position.places) of_digit.fill(full_mask);
        position.with.fill(Cells::all());
        position.open.fill(full_mask);
        for (int cell = 0; cell < cell_count; ++cell)
            if (puzzle[cell]) position.place(cell, puzzle[cell] - 1);
        return position;
    }

    // The same with candidates already removed: `kept` has those that remain, as bits 0 to 8 for each cell.
    static Position of(const std::uint8_t* puzzle, const std::uint16_t* kept) {
        Position position = of(puzzle);
        for (int cell = 0; cell < cell_count; ++cell) position.remove_all(cell, full_mask & ~kept[cell]);
        return position;
    }

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    bool solved() const { return !empty.any(); }

    void remove(int cell, int digit) {
        if (!has(cell, digit)) return;
        candidates[cell] = static_cast<Mask>(candidates[cell] & ~bit(digit));
        with[digit].remove(cell);
        for (int kind = 0; kind < 3; ++kind) {
            Mask& here = places[digit][regions.region[kind][cell]];
            here = static_cast<Mask>(here & ~bit(regions.place[kind][cell]));
        }
    }

    void remove(int cell, Mask digits) = delete;  // a digit is meant: say remove_all for a mask
    void remove_all(int cell, unsigned digits) {
        for_bits(digits & candidates[cell], [&](int digit) { remove(cell, digit); });
    }

    // Fills an empty cell: it keeps no candidate, and the cells it sees lose this digit.
    void place(int cell, int digit) {
        value[cell] = static_cast<std::uint8_t>(digit + 1);
        ++filled[digit];
        empty.remove(cell);
        for (int kind = 0; kind < 3; ++kind) {
            Mask& here = open[regions.region[kind][cell]];
            here = static_cast<Mask>(here & ~bit(regions.place[kind][cell]));
        }
        remove_all(cell, full_mask);
        for_cells(with[digit] & peers_of<3>[cell], [&](int other) { remove(other, digit); });
    }
};

}  // namespace engine::rating
