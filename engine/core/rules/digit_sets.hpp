// The sets of n digits and their sums, for groups of cells that are all different.
#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <vector>

#include "rules/domains.hpp"

namespace engine::rules {

// More sets than that are not listed: bounds take their place.
inline constexpr std::size_t most_sets = 600;

// The sets of so many digits, in the order of their sums.
class DigitSets {
public:
    DigitSets() = default;
    DigitSets(int size, int count) {
        for (std::uint32_t digits = 0; digits < 1u << size; ++digits)
            if (std::popcount(digits) == count) sets_.push_back(static_cast<Candidates>(digits));
        if (sets_.size() > most_sets) {
            sets_.clear();
            return;
        }
        std::ranges::stable_sort(sets_, {}, sum_of);
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            const std::size_t rise = static_cast<std::size_t>(sum_of(sets_[i]) - sum_of(sets_[0]));
            while (begins_.size() <= rise) begins_.push_back(i);
        }
        begins_.push_back(sets_.size());
    }

    bool listed() const { return !sets_.empty(); }

    // Those whose sum is so much greater than the least.
    std::span<const Candidates> with(int rise) const {
        return {sets_.data() + begins_[rise], sets_.data() + begins_[rise + 1]};
    }

private:
    static int sum_of(Candidates digits) {
        int sum = 0;
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) sum += std::countr_zero(rest) + 1;
        return sum;
    }

    std::vector<Candidates> sets_;
    std::vector<std::size_t> begins_;
};

// The sets of `count` out of `size` digits; not listed where they are too many.
inline const DigitSets& digit_sets(int size, int count) {
    static std::array<std::array<DigitSets, most_size + 1>, most_size + 1> tables;
    static std::array<std::once_flag, most_size + 1> made;
    std::call_once(made[size], [size] {
        for (int n = 1; n <= size; ++n) tables[size][n] = DigitSets(size, n);
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
