// The sets of n digits and their sums, for groups of cells that are all different.
#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <vector>

#include "rules/domains.hpp"

namespace engine::rules {

// Each digit of a set taken from a number: number - digit, as far as these are digits.
constexpr Candidates mirrored(Candidates digits, int number) {
    std::uint32_t turned = digits;  // digit d becomes 17 - d
    turned = (turned & 0x5555) << 1 | (turned >> 1 & 0x5555);
    turned = (turned & 0x3333) << 2 | (turned >> 2 & 0x3333);
    turned = (turned & 0x0F0F) << 4 | (turned >> 4 & 0x0F0F);
    turned = (turned & 0x00FF) << 8 | turned >> 8;
    const int raise = number - 17;
    if (raise >= 16 || raise <= -16) return 0;
    return static_cast<Candidates>(raise >= 0 ? turned << raise : turned >> -raise);
}

constexpr Candidates digit_of(int value) {
    return value >= 1 && value <= most_size ? static_cast<Candidates>(1u << (value - 1)) : Candidates{0};
}

constexpr int sum_of(Candidates digits) {
    constexpr auto sums = [] {
        std::array<std::uint8_t, 256> all{};
        for (std::size_t i = 1; i < 256; ++i)
            all[i] = static_cast<std::uint8_t>(all[i & (i - 1)] + std::countr_zero(i) + 1);
        return all;
    }();
    const std::uint32_t high = digits >> 8;
    return sums[digits & 0xFF] + sums[high] + 8 * std::popcount(high);
}

// More sets than that are not listed: bounds take their place.
inline constexpr std::size_t most_sets = 600;

// The sets of a number of digits, in the order of their sums; not listed if they are too many.
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
        least_ = sum_of(sets_[0]);
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            const std::size_t rise = static_cast<std::size_t>(sum_of(sets_[i]) - least_);
            while (begins_.size() <= rise) begins_.push_back(i);
        }
        begins_.push_back(sets_.size());
    }

    bool listed() const { return !sets_.empty(); }

    // Those with this sum.
    std::span<const Candidates> with(int sum) const { return between(sum, sum); }

    // Those with a sum from `least` to `greatest`.
    std::span<const Candidates> between(int least, int greatest) const {
        const int from = std::max(least - least_, 0),
                  to = std::min(greatest - least_ + 2, static_cast<int>(begins_.size()));
        if (from + 1 >= to) return {};
        return {sets_.data() + begins_[from], sets_.data() + begins_[to - 1]};
    }

private:
    std::vector<Candidates> sets_;
    std::vector<std::size_t> begins_;
    int least_ = 0;
};

// The digits from a least to a greatest value, as far as there are any.
constexpr Candidates digits_between(int least, int greatest) {
    if (greatest < 1 || least > most_size || least > greatest) return 0;
    const auto below = [](int digit) { return (1u << std::clamp(digit, 0, most_size)) - 1; };
    return static_cast<Candidates>(below(greatest) & ~below(least - 1));
}

// Of cells that differ, the digits with the least and with the greatest sum that their least and greatest candidates allow.
struct ExtremeDigits {
    Candidates least = 0, greatest = 0;

    void add(Candidates digits) {
        const std::uint32_t above = ~(least | ((digits & -digits) - 1u));
        least |= static_cast<Candidates>(above & -above);
        const std::uint32_t below = ~greatest & ((1u << std::bit_width(digits)) - 1);
        greatest |= static_cast<Candidates>(std::bit_floor(below));
    }
};

}  // namespace engine::rules
