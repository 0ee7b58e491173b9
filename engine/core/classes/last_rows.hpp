// The ways to fill the last three rows of a board, when each column has three digits left.
//
// They depend on those digits alone, and the same digits are left below many different rows. So the ways are kept, each
// with what decides whether a board is least: the class of its band, and what it adds to each stack.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "classes/band_classes.hpp"
#include "classes/rows.hpp"
#include "classes/two_rows.hpp"

namespace engine::classes {

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
