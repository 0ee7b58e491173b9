// XY-wings, XYZ-wings and W-wings.
#pragma once

#include "scoring/step.hpp"

namespace engine::scoring {

namespace detail {

inline bool take_wing(const Grid& grid, Found& found, bool xyz, int pivot, int a, int b) {
    if (!see(pivot, a) || !see(pivot, b)) return false;
    const Mask common = grid.mask[a] & grid.mask[b];
    if (count(common) != 1) return false;
    const int digit = lowest(common);
    Cells seen = units.peers[a] & units.peers[b] & grid.with[digit];
    if (xyz) seen &= units.peers[pivot];
    if (!seen.any()) return false;
    Step step;
    step.clear(xyz ? Technique::xyz_wing : Technique::xy_wing);
    for (const int cell : {pivot, a, b}) step.add_cell(cell);
    step.add_digit(digit);
    step.add_digits(without(grid.mask[pivot], bit(digit)));
    step.remove_all(seen, digit);
    return found.take(step);
}

}  // namespace detail

inline bool find_wing(const Grid& grid, Found& found, bool xyz) {
    std::array<int, cell_count> two, three;
    int twos = 0, threes = 0;
    for (const int cell : EachCell(grid.empty)) {
        if (grid.candidates(cell) == 2) two[twos++] = cell;
        if (grid.candidates(cell) == 3) three[threes++] = cell;
    }
    const auto& first = xyz ? three : two;
    for (int i = 0; i < (xyz ? threes : twos); ++i)
        for (int j = xyz ? 0 : i + 1; j < twos; ++j) {
            const Mask of_i = grid.mask[first[i]], of_j = grid.mask[two[j]];
            if (count(of_i | of_j) != 3) continue;
            for (int k = j + 1; k < twos; ++k) {
                const Mask of_k = grid.mask[two[k]];
                if (count(of_i | of_j | of_k) != 3 || of_i == of_j || of_j == of_k || of_k == of_i) continue;
                const int a = first[i], b = two[j], c = two[k];
                if (detail::take_wing(grid, found, xyz, a, b, c)) return true;
                if (!xyz &&
                    (detail::take_wing(grid, found, xyz, b, a, c) || detail::take_wing(grid, found, xyz, c, b, a)))
                    return true;
            }
        }
    return false;
}

namespace detail {

// Two equal cells of two candidates, joined by a strong link of one digit: one of them holds the other digit.
inline bool take_w_wings(const Grid& grid, Found& found, int a, int b, int digit, int linked) {
    const Cells seen = units.peers[a] & units.peers[b] & grid.with[digit];
    if (!seen.any()) return false;
    Step step;
    for (int unit = 0; unit < unit_count; ++unit) {
        if (grid.free[unit][linked] != 2) continue;
        int by_a = -1, by_b = -1;
        for (const int cell : EachCell(grid.with[linked] & units.set[unit])) {
            if (cell == a || cell == b) continue;
            if (see(cell, a))
                by_a = cell;
            else if (see(cell, b))
                by_b = cell;
        }
        if (by_a < 0 || by_b < 0) continue;
        step.clear(Technique::w_wing);
        for (const int cell : {a, b, by_a, by_b}) step.add_cell(cell);
        step.add_digit(digit);
        step.add_digit(linked);
        step.base = {static_cast<std::uint8_t>(unit)};
        step.remove_all(seen, digit);
        if (found.take(step)) return true;
    }
    return false;
}

}  // namespace detail

inline bool find_w_wing(const Grid& grid, Found& found) {
    for (const int a : EachCell(grid.empty)) {
        if (grid.candidates(a) != 2) continue;
        const int low = lowest(grid.mask[a]), high = lowest(without(grid.mask[a], bit(low)));
        for (int b = a + 1; b < cell_count; ++b)
            if (grid.mask[b] == grid.mask[a] && (detail::take_w_wings(grid, found, a, b, low, high) ||
                                                 detail::take_w_wings(grid, found, a, b, high, low)))
                return true;
    }
    return false;
}

}  // namespace engine::scoring
