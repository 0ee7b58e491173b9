// What a position has lost since a search found nothing in it. What was there then would have been found, and losing
// candidates makes no pattern of untouched cells; so the search looks only near what was touched.
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

template <class Board>
struct Changes {
    bool all = false;                   // nothing is known
    Cells<Board> cells{};               // else: the cells that lost candidates,
    typename Board::UnitSet units = 0;  // their units,
    Mask digits = 0;                    // and the digits lost

    static Changes everything() { return {true, Cells<Board>::all(), ~typename Board::UnitSet{}, Mask(~0)}; }

    // What a step is about to change.
    static Changes by(const Step<Board>& step, const Position<Board>& position) {
        const auto board = position.board;
        Changes changes;
        for (int i = 0; i < step.removals; ++i) changes.lose(board, step.removal[i].cell, step.removal[i].digits);
        if (step.cell >= 0) {
            changes.lose(board, step.cell, position.candidates[step.cell]);
            for_cells(position.with[step.digit] & board->peers[step.cell],
                      [&](int cell) { changes.lose(board, cell, bit(step.digit)); });
        }
        return changes;
    }

    void lose(typename Board::Handle board, int cell, Mask lost) {
        cells.add(cell);
        units |= board->bits[cell];
        digits = static_cast<Mask>(digits | lost);
    }

    void add(const Changes& more) {
        all |= more.all;
        cells = cells | more.cells;
        units |= more.units;
        digits = static_cast<Mask>(digits | more.digits);
    }

    bool has_unit(int unit) const { return units >> unit & 1; }

    // The cells touched, and those that they see.
    Cells<Board> near(typename Board::Handle board) const {
        Cells<Board> near = cells;
        if (!all) for_cells(cells, [&](int cell) { near = near | board->peers[cell]; });
        return near;
    }
};

}  // namespace engine::rating
