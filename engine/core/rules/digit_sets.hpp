// The sets of n digits and their sums, for groups of cells that are all different.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "rules/domains.hpp"

namespace engine::rules {

struct DigitSet {
    Candidates digits;
    std::uint8_t sum;
};

// More sets than that are not listed: bounds take their place.
inline constexpr std::size_t most_sets = 600;

// The sets of `count` out of `size` digits; empty where they are too many.
inline const std::vector<DigitSet>& digit_sets(int size, int count) {
    using BySize = std::array<std::vector<DigitSet>, most_size + 1>;
    static std::array<BySize, most_size + 1> tables;
    static std::array<std::once_flag, most_size + 1> made;
    std::call_once(made[size], [size] {
        for (std::uint32_t digits = 0; digits < 1u << size; ++digits) {
            int sum = 0;
            for (std::uint32_t rest = digits; rest; rest &= rest - 1) sum += std::countr_zero(rest) + 1;
            std::vector<DigitSet>& sets = tables[size][std::popcount(digits)];
            if (sets.size() <= most_sets) sets.push_back({static_cast<Candidates>(digits), static_cast<std::uint8_t>(sum)});
        }
        for (std::vector<DigitSet>& sets : tables[size])
            if (sets.size() > most_sets) sets.clear();
    });
    return tables[size][count];
}

// The least and the greatest sum of `count` different digits among these, which are at least so many.
constexpr int least_sum(Candidates digits, int count) {
    int sum = 0;
    for (std::uint32_t rest = digits; count-- && rest; rest &= rest - 1) sum += std::countr_zero(rest) + 1;
    return sum;
}
constexpr int greatest_sum(Candidates digits, int count) {
    int sum = 0;
    for (std::uint32_t rest = digits; count-- && rest; rest ^= std::bit_floor(rest)) sum += std::bit_width(rest);
    return sum;
}

}  // namespace engine::rules
