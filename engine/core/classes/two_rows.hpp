// The ways to arrange the last two rows of a board, when each column has two digits left.
//
// A digit is left in two columns. If it is in the upper row of one, it is in the lower row of the other, and so on
// around a cycle of columns. So every cycle has two ways, and each combination is a way for all. The lesser row goes
// first, so the cycle of the first column has one way only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "classes/rows.hpp"

namespace engine::classes {

class TwoRows {
public:
    explicit TwoRows(const DigitSets& pairs) {
        std::array<std::uint8_t, 9> both{}, sum;  // of each digit, its two columns: c ^ c'; of each column, its digits
        for (std::uint8_t column = 0; column < 9; ++column) {
            lower_[column] = static_cast<std::uint8_t>(std::countr_zero(pairs[column]));
            higher_[column] = static_cast<std::uint8_t>(31 - std::countl_zero(pairs[column]));
            sum[column] = lower_[column] ^ higher_[column];
            both[lower_[column]] ^= column;
            both[higher_[column]] ^= column;
        }
        // One column at a step, in a loop without branches: the end of a cycle would be mispredicted.
        unsigned left = 511, cycle = 0, start = 0, column = 0, digit = lower_[0];
        for (int step = 0; step < 9; ++step) {
            const unsigned bit = 1U << column;
            left ^= bit;
            cycle |= bit;
            base_ |= digit == higher_[column] ? bit : 0;
            cycles_[count_] = cycle;
            column ^= both[digit];
            digit ^= sum[column];
            const bool ends = column == start;
            const unsigned next = std::countr_zero(left | 256) & 15;
            count_ += ends;
            start = ends ? next : start;
            column = ends ? next : column;
            digit = ends ? lower_[next] : digit;
            cycle = ends ? 0 : cycle;
        }
    }

    // Calls `visit(swapped)` for each way, the least upper row first: bit c is set if the higher digit of column c
    // is in the upper row.
    template <class Visit>
    bool for_each(Visit visit) const {
        for (unsigned chosen = 0; chosen < 1U << (count_ - 1); ++chosen) {
            unsigned swapped = base_;
            for (int cycle = 1; cycle < count_; ++cycle)
                if (chosen >> (count_ - 1 - cycle) & 1) swapped ^= cycles_[cycle];
            if (!visit(swapped)) return false;
        }
        return true;
    }

    std::uint8_t upper(int column, unsigned swapped) const {
        return swapped >> column & 1 ? higher_[column] : lower_[column];
    }
    std::uint8_t lower(int column, unsigned swapped) const {
        return swapped >> column & 1 ? lower_[column] : higher_[column];
    }

private:
    Row lower_, higher_;
    std::array<unsigned, 5> cycles_;  // sets of columns; a cycle has two or more
    unsigned base_ = 0;
    int count_ = 0;
};

}  // namespace engine::classes
