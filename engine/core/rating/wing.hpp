// A cell with two candidates (three for an XYZ-wing) sees two cells of two candidates; whichever digit it takes, one of
// the wing's cells must hold the digit that these two share. So that digit goes from every cell that sees all of them.
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

// HingeSize 2 is the XY-wing, 3 the XYZ-wing, whose hinge can hold the shared digit itself.
template <int HingeSize, class Board>
bool find_wing(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    static_assert(HingeSize == 2 || HingeSize == 3);
    Cells<Board> pairs;
    for_cells(position.empty, [&](int cell) {
        if (size_of(position.candidates[cell]) == 2) pairs.add(cell);
    });
    for (int hinge = 0; hinge < board->cell_count; ++hinge) {
        const Mask digits = position.candidates[hinge];
        if (size_of(digits) != HingeSize || (pairs & board->peers[hinge]).count() < 2) continue;
        std::array<std::uint8_t, Board::most_peers> wings;  // in the order of the house
        int count = 0;
        for (const std::uint8_t cell : board->house_of(hinge))
            if (pairs.has(cell)) wings[count++] = cell;
        for (int i = 0; i < count; ++i) {
            const int one = wings[i];
            const Mask first = position.candidates[one];
            if (!is_single(digits & ~first)) continue;
            for (int j = 0; j < count; ++j) {
                const int two = wings[j];
                const Mask second = position.candidates[two];
                if (size_of(digits | first | second) != 3) continue;
                const Mask shared = static_cast<Mask>(first & second);
                if (!is_single(shared) || (HingeSize == 2) != !(shared & digits)) continue;
                Cells<Board> victims = position.with[lowest(shared)] & board->peers[one] & board->peers[two];
                if constexpr (HingeSize == 3) victims = victims & board->peers[hinge];
                victims.remove(hinge);
                if (!victims.any()) continue;
                step.begin(HingeSize == 2 ? Technique::xy_wing : Technique::xyz_wing);
                for (const int cell : {hinge, one, two}) step.cells.add(cell);
                step.digits = shared;
                for_cells(victims, [&](int cell) { step.take(position, cell, shared); });
                return true;
            }
        }
    }
    return false;
}

}  // namespace engine::rating
