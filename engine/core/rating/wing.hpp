// A cell with two candidates (three for an XYZ-wing) sees two cells of two candidates; whichever digit it takes, one of
// the wing's cells must hold the digit that these two share. So that digit goes from every cell that sees all of them.
#pragma once

#include "rating/position.hpp"

namespace engine::rating {

// Whether two of these cells may be the wings of a hinge with these digits: they share each one of them, and a further
// digit with each other, or have no others.
template <int HingeSize, class Board>
bool has_wings(const Position<Board>& position, const Cells<Board>& cells, Mask digits) {
    Mask with_first = 0, with_second = 0;
    const Mask first = static_cast<Mask>(digits & -digits);
    bool within = false, more = false;
    for_cells(cells, [&](int cell) {
        const Mask others = static_cast<Mask>(position.candidates[cell] & ~digits);
        const Mask shared = static_cast<Mask>(position.candidates[cell] & digits);
        if constexpr (HingeSize == 2) {
            if (!is_single(shared)) return;
            Mask& with = shared == first ? with_first : with_second;
            with = static_cast<Mask>(with | others);
        } else if (!others) {
            more |= within && shared != with_first;
            with_first = shared;
            within = true;
        }
    });
    return HingeSize == 2 ? (with_first & with_second) != 0 : more;
}

// HingeSize 2 is the XY-wing, 3 the XYZ-wing, whose hinge can hold the shared digit itself.
template <int HingeSize, class Board>
bool find_wing(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    const auto board = position.board;
    static_assert(HingeSize == 2 || HingeSize == 3);
    const CellsBySize<Board> cells(position);
    const Cells<Board>& pairs = cells.of[2];
    for (Cells<Board> hinges = cells.of[HingeSize] & changes.near(board); hinges.any();) {
        const int hinge = hinges.first();
        hinges.remove(hinge);
        const Mask digits = position.candidates[hinge];
        if (!has_wings<HingeSize>(position, pairs & board->peers[hinge], digits)) continue;
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
