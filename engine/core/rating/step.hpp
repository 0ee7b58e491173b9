// One step of a solution: which technique, its pattern, and what it places or removes.
#pragma once

#include "rating/position.hpp"
#include "rating/technique.hpp"

namespace engine::rating {

struct Removal {
    std::uint8_t cell;
    Mask digits;
};

template <class Board>
struct Step {
    Technique technique{};
    int rating = 0;                     // tenths
    Cells<Board> cells{};               // the cells of the pattern, or the start of a chain
    Mask digits = 0;                    // the digits of the pattern
    typename Board::UnitSet units = 0;  // the units of the pattern, a bit each
    int links = 0;                      // of a chain: how many, as Sudoku Explainer counts them; else 0
    int cell = -1, digit = -1;          // the placement, if there is one
    int removals = 0;                   // the first so many of `removal`
    std::array<Removal, Board::most_cells> removal;

    // Begins the step anew with the technique's own rating.
    void begin(Technique which) {
        technique = which;
        rating = rating_of(which);
        cells = {};
        digits = 0;
        units = 0;
        links = 0;
        cell = digit = -1;
        removals = 0;
    }

    void put(int where, int what) {
        cell = where;
        digit = what;
    }

    // Notes the digits that the cell has among its candidates; none is no removal. A cell is named once in a step.
    void take(const Position<Board>& position, int where, unsigned which) {
        const Mask gone = static_cast<Mask>(position.candidates[where] & which);
        if (gone) removal[removals++] = {static_cast<std::uint8_t>(where), gone};
    }

    bool useful() const { return cell >= 0 || removals; }

    void apply(Position<Board>& position) const {
        for (int i = 0; i < removals; ++i) position.remove_all(removal[i].cell, removal[i].digits);
        if (cell >= 0) position.place(cell, digit);
    }
};

}  // namespace engine::rating
