// Where all places of a digit in a block lie on one line, the digit goes from the rest of that line (pointing); where
// all its places on a line lie in one block, it goes from the rest of that block (claiming).
// When that leaves the digit one place in a neighbouring region, the two together count as one direct, easier step.
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

// Which third of a region's places holds a set of two or more of them, 0 to 2; else 3. Thirds are either runs of three
// places (the lines' blocks, a block's rows) or every third place (a block's columns).
template <bool Runs>
inline constexpr auto third_of = [] {
    std::array<std::uint8_t, full_mask + 1> third{};
    for (unsigned places = 0; places <= full_mask; ++places) {
        third[places] = 3;
        for (int i = 0; i < 3; ++i) {
            const unsigned inside = Runs ? 7u << 3 * i : 0b1001001u << i;
            if (size_of(places) > 1 && !(places & ~inside)) third[places] = static_cast<std::uint8_t>(i);
        }
    }
    return third;
}();

// The region of a kind that crosses another one in its third number i.
constexpr int crossing(int from, Kind to, int i) {
    const int number = from % 9;
    if (to == row) return 9 * row + number / 3 * 3 + i;
    if (to == column) return 9 * column + number % 3 * 3 + i;
    return kind_of(from) == row ? number / 3 * 3 + i : 3 * i + number / 3;
}

// Visits (from, to, digit) for every digit of two or more places in region `from` that all lie in region `to`.
template <Kind From, Kind To, class Visit>
bool for_locked_from(const Position& position, Visit&& visit) {
    for (int from = 9 * From; from < 9 * From + 9; ++from) {
        std::array<Mask, 4> digits_in{};
        for (int digit = 0; digit < digit_count; ++digit) {
            Mask& digits = digits_in[third_of < To != column > [position.places[digit][from]]];
            digits = static_cast<Mask>(digits | bit(digit));
        }
        for (int i = 0; i < 3; ++i)
            for (unsigned digits = digits_in[i]; digits; digits &= digits - 1)
                if (visit(from, crossing(from, To, i), lowest(digits))) return true;
    }
    return false;
}

template <class Visit>
bool for_locked(const Position& position, Visit&& visit) {
    return for_locked_from<block, column>(position, visit) || for_locked_from<block, row>(position, visit) ||
           for_locked_from<column, block>(position, visit) || for_locked_from<row, block>(position, visit);
}

inline void begin_locked(const Position& position, Step& step, Technique pointing, Technique claiming, int from, int to,
                         int digit) {
    step.begin(kind_of(from) == block ? pointing : claiming);
    step.cells = regions.cells[from] & position.with[digit];
    step.digits = bit(digit);
    step.regions = 1u << from | 1u << to;
    const Cells rest = regions.cells[to].without(regions.cells[from]);
    for_cells(rest & position.with[digit], [&](int cell) { step.take(position, cell, bit(digit)); });
}

template <class Visit>
bool for_locking(const Position& position, Step& step, Visit&& visit) {
    return for_locked(position, [&](int from, int to, int digit) {
        if (!(position.places[digit][to] & ~regions.overlap[to][from])) return false;
        begin_locked(position, step, Technique::pointing, Technique::claiming, from, to, digit);
        return visit(step);
    });
}

inline bool find_locking(const Position& position, Step& step) {
    return for_locking(position, step, [](const Step&) { return true; });
}

inline bool find_direct_locking(const Position& position, Step& step) {
    return for_locked(position, [&](int from, int to, int digit) {
        const int first = from / 9 * 9;
        for (int other = first; other < first + 9; ++other) {
            const Mask places = position.places[digit][other], shared = regions.overlap[other][to];
            if (other == from || !shared || is_single(places) || !is_single(places & ~shared)) continue;
            begin_locked(position, step, Technique::direct_pointing, Technique::direct_claiming, from, to, digit);
            step.regions |= 1u << other;
            step.put(regions.cell[other][lowest(places & ~shared)], digit);
            return true;
        }
        return false;
    });
}

}  // namespace engine::rating
