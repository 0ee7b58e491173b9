// Families of sets of digits, as a bit for each set: what one word holds is joined with a set in a few steps.
#pragma once

#include <array>
#include <cstdint>

#include "people/step.hpp"

namespace engine::people {

class DigitSets {
public:
    static constexpr int most_digits = 12;

    // Leaves no set; those to come are of so many digits.
    void clear(int digits) {
        words_ = digits > 6 ? 1 << (digits - 6) : 1;
        std::fill_n(has_, words_, 0);
    }
    void add(std::uint32_t set) { has_[set >> 6] |= std::uint64_t{1} << (set & 63); }

    // Adds the sets of `some` that have no digit of `set`, each with these digits too.
    void add_joined(const DigitSets& some, std::uint32_t set) {
        const std::uint32_t high = set >> 6, low = set & 63, others = (words_ - 1) & ~high;
        for (std::uint32_t i = others;; i = (i - 1) & others) {
            has_[i | high] |= (some.has_[i] & without_[low]) << low;
            if (!i) return;
        }
    }

    // Adds the sets of `some` that have no digit of `set` and with its digits are one of `ends`; true if there are any.
    bool add_leading(const DigitSets& some, std::uint32_t set, const DigitSets& ends) {
        const std::uint32_t high = set >> 6, low = set & 63, others = (words_ - 1) & ~high;
        std::uint64_t any = 0;
        for (std::uint32_t i = others;; i = (i - 1) & others) {
            const std::uint64_t lead = (ends.has_[i | high] >> low) & some.has_[i] & without_[low];
            has_[i] |= lead;
            any |= lead;
            if (!i) return any != 0;
        }
    }

private:
    // Of each set of six digits, those that have none of its digits.
    static constexpr std::array<std::uint64_t, 64> without_ = [] {
        std::array<std::uint64_t, 64> all{};
        for (std::uint32_t set = 0; set < 64; ++set)
            for (std::uint32_t other = 0; other < 64; ++other)
                if (!(set & other)) all[set] |= std::uint64_t{1} << other;
        return all;
    }();

    std::uint32_t words_ = 1;
    std::uint64_t has_[(1 << most_digits) / 64];
};

}  // namespace engine::people
