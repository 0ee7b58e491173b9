// Rows of a board in lexicographic order, made of the digits that each column may have.
//
// A set of digits is a word with bit d for digit d, and digits are 0 .. 8. A visitor returns whether to go on, and so
// do the functions that call one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

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

// The ways to arrange the last two rows of a board, when each column has two digits left.
//
// A digit is left in two columns. If it is in the upper row of one, it is in the lower row of the other, and so on
// around a cycle of columns. So every cycle has two ways, and each combination is a way for all. The lesser row goes
// first, so the cycle of the first column has one way only.
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

// The ways to fill the last three rows of a board, when each column has three digits left.
//
// They depend on those digits alone, and the same digits are left below many different rows. So the ways are kept, each
// with what decides whether a board is least: the class of its band, and what it adds to each stack.
struct LastRows {
    std::uint32_t arrangement;           // of each column, 3 bits: see `arranged`
    std::uint16_t band_class;            // of the three rows
    std::array<std::uint8_t, 3> orders;  // of each stack: see FirstBlock
};

// The three digits of a set in the order of an arrangement.
inline std::array<std::uint8_t, 3> arranged(DigitSet digits, unsigned arrangement) {
    static constexpr std::uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const DigitSet last_two = digits & (digits - 1);
    const std::array<int, 3> sorted{std::countr_zero(digits), std::countr_zero(last_two),
                                    31 - std::countl_zero(last_two)};
    const auto& order = orders[arrangement];
    return {static_cast<std::uint8_t>(sorted[order[0]]), static_cast<std::uint8_t>(sorted[order[1]]),
            static_cast<std::uint8_t>(sorted[order[2]])};
}

class LastRowsByDigits {
public:
    // `stacks` are the first blocks of the stacks. Bands of a class below `least_class` are left out.
    LastRowsByDigits(const std::array<FirstBlock, 3>& stacks, int least_class)
        : stacks_(&stacks), least_class_(least_class) {}

    // The ways in lexicographic order, until the next call.
    std::span<const LastRows> of(const DigitSets& left) {
        const auto [known, is_new] = known_.try_emplace(key(left));
        auto& [begin, end] = known->second;
        if (is_new) {
            begin = static_cast<std::uint32_t>(ways_.size());
            add_ways(left);
            end = static_cast<std::uint32_t>(ways_.size());
        }
        return {ways_.data() + begin, ways_.data() + end};
    }

private:
    struct Range {
        std::uint32_t begin, end;
    };

    // The digits of the third column of a stack follow from those of the others.
    static std::uint64_t key(const DigitSets& left) {
        std::uint64_t key = 0;
        for (const int column : {0, 1, 3, 4, 6, 7}) key = key << 9 | left[column];
        return key * 0x9E3779B97F4A7C15;
    }

    void add_ways(const DigitSets& left) {
        const BandClasses& classes = BandClasses::table();
        const auto orders_of = orders_of_arrangements(left);
        DigitSets allowed = left;
        allowed[0] = lowest(left[0]);
        for_each_row_of<true>(allowed, [&](const Row& seventh) {
            DigitSets pairs;
            std::array<unsigned, 9> arrangements;  // but for the last two rows
            for (int column = 0; column < 9; ++column) {
                const DigitSet digit = set_of(seventh[column]);
                pairs[column] = left[column] ^ digit;
                arrangements[column] = 2 * std::popcount(left[column] & (digit - 1));
            }
            const TwoRows two_rows(pairs);
            return two_rows.for_each([&](unsigned swapped) {
                Band band{seventh};
                LastRows way{};
                std::array<std::uint8_t, 9> orders;
                for (int column = 0; column < 9; ++column) {
                    const unsigned arrangement = arrangements[column] + (swapped >> column & 1);
                    way.arrangement |= arrangement << 3 * column;
                    orders[column] = orders_of[column][arrangement];
                    band[1][column] = two_rows.upper(column, swapped);
                    band[2][column] = two_rows.lower(column, swapped);
                }
                way.band_class = static_cast<std::uint16_t>(class_of(band));
                if (way.band_class < least_class_) return true;
                for (int stack = 0; stack < 3; ++stack)
                    way.orders[stack] = static_cast<std::uint8_t>(
                        classes.sorted_orders(orders[3 * stack], orders[3 * stack + 1], orders[3 * stack + 2]));
                ways_.push_back(way);
                return true;
            });
        });
    }

    // The order that each arrangement of a column's digits gives to its row of the stack read as a band.
    std::array<std::array<std::uint8_t, 6>, 9> orders_of_arrangements(const DigitSets& left) const {
        std::array<std::array<std::uint8_t, 6>, 9> orders;
        for (int column = 0; column < 9; ++column)
            for (unsigned arrangement = 0; arrangement < 6; ++arrangement) {
                const auto digits = arranged(left[column], arrangement);
                orders[column][arrangement] = (*stacks_)[column / 3].order(digits[0], digits[1], digits[2]);
            }
        return orders;
    }

    const std::array<FirstBlock, 3>* stacks_;
    int least_class_;
    std::unordered_map<std::uint64_t, Range> known_;
    std::vector<LastRows> ways_;
};

}  // namespace engine::classes
