// Rows of a board in lexicographic order, made of the digits that each column may have.
//
// A set of digits is a word with bit d for digit d, and digits are 0 .. 8. A visitor returns whether to go on, and so
// do the functions that call one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "classes/band_classes.hpp"

namespace engine::classes {

using DigitSet = std::uint32_t;
using DigitSets = std::array<DigitSet, 9>;  // for each column

inline constexpr DigitSet all_digits = 511;

constexpr DigitSet set_of(int digit) { return DigitSet{1} << digit; }
constexpr DigitSet lowest(DigitSet set) { return set & -set; }

constexpr DigitSet digits_of_stack(const Row& row, int stack) {
    return set_of(row[3 * stack]) | set_of(row[3 * stack + 1]) | set_of(row[3 * stack + 2]);
}

// Rows in which every column has one of its digits. If `complete`, the digits of a stack's columns are all nine, so the
// last three follow from the first six.
template <bool complete = false, class Visit>
bool for_each_row_of(const DigitSets& allowed, Visit visit) {
    constexpr int chosen = complete ? 6 : 9;
    Row row;
    DigitSets rest;
    DigitSet used = 0;
    rest[0] = allowed[0];
    for (int place = 0;;) {
        if (!rest[place]) {
            if (place-- == 0) return true;
            used ^= set_of(row[place]);
            continue;
        }
        const DigitSet digit = lowest(rest[place]);
        rest[place] ^= digit;
        row[place] = static_cast<std::uint8_t>(std::countr_zero(digit));
        if (place < chosen - 1) {
            used |= digit;
            ++place;
            rest[place] = allowed[place] & ~used;
            continue;
        }
        if constexpr (complete) {
            const DigitSet last = all_digits ^ used ^ digit;
            const DigitSet a = last & allowed[6], b = last & allowed[7], c = last & allowed[8];
            if (!a || !b || !c) continue;
            row[6] = static_cast<std::uint8_t>(std::countr_zero(a));
            row[7] = static_cast<std::uint8_t>(std::countr_zero(b));
            row[8] = static_cast<std::uint8_t>(std::countr_zero(c));
        }
        if (!visit(row)) return false;
    }
}

}  // namespace engine::classes
