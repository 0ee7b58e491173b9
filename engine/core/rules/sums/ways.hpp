// The sets of n digits and their sums, for groups of cells that are all different.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
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
            const std::size_t rise = sum_of(sets_[i]) - least_;
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
        least |= above & -above;
        const std::uint32_t below = ~greatest & ((1u << std::bit_width(digits)) - 1);
        greatest |= std::bit_floor(below);
    }
};

// The ways in which three or four cells can have different digits with a given sum. For each cell and digit there is the set of
// the ways that have it, as bits: candidates leave the ways that no cell rules out, and these leave each cell its digits.

// Sets of up to 64 and of up to 512 ways.
using FewWays = std::uint64_t;
typedef std::uint64_t ManyWays __attribute__((vector_size(64)));

inline bool any_of(FewWays ways) { return ways != 0; }
inline bool any_of(const ManyWays& ways) {
#if defined(__AVX512F__)
    std::uint16_t some;
    asm("vptestmq %1, %1, %0" : "=k"(some) : "v"(ways));
    return some != 0;
#elif defined(__AVX__)
    typedef long long Half __attribute__((vector_size(32)));
    Half half[2];
    std::memcpy(half, &ways, sizeof half);
    const Half both = half[0] | half[1];
    return !__builtin_ia32_ptestz256(both, both);
#else
    return (ways[0] | ways[1] | ways[2] | ways[3] | ways[4] | ways[5] | ways[6] | ways[7]) != 0;
#endif
}

class Ways {
public:
    virtual ~Ways() = default;

    // Leaves `of` what is part of some way that has the digits of `must`, and finds the digits that all these have. False
    // if there is no way.
    virtual bool keep(Candidates* of, Candidates must, Candidates& needed) const = 0;
};

template <class Set, int count>
class WaysOf final : public Ways {
public:
    static constexpr std::size_t most = sizeof(Set) * 8;

    // The digit sets have `count` digits each.
    explicit WaysOf(std::span<const Candidates> sets) {
        std::size_t way = 0;
        for (const Candidates set : sets) {
            std::array<std::uint8_t, count> digits;
            std::size_t n = 0;
            for (std::uint32_t rest = set; rest; rest &= rest - 1)
                digits[n++] = static_cast<std::uint8_t>(std::countr_zero(rest));
            do {
                for (std::size_t i = 0; i < count; ++i) add(with_[i][digits[i]], way), add(holding_[digits[i]], way);
                ++way;
            } while (std::ranges::next_permutation(digits).found);
        }
    }

    bool keep(Candidates* of, Candidates must, Candidates& needed) const override {
        Set left = having(0, of[0]);
        for (std::size_t i = 1; i < count; ++i) left &= having(i, of[i]);
        for (std::uint32_t rest = must; rest; rest &= rest - 1) left &= holding_[std::countr_zero(rest)];
        if (!any_of(left)) return false;
        Candidates all = 0;
        for (std::size_t i = 0; i < count; ++i) {
            Candidates here = 0;
            for (std::uint32_t rest = of[i]; rest; rest &= rest - 1)
                if (any_of(left & with_[i][std::countr_zero(rest)])) here |= rest & -rest;
            of[i] = here;
            all |= here;
        }
        needed = 0;
        for (std::uint32_t rest = all; rest; rest &= rest - 1)
            if (!any_of(left & ~holding_[std::countr_zero(rest)])) needed |= rest & -rest;
        return true;
    }

private:
    static void add(Set& set, std::size_t way) {
        std::uint64_t words[sizeof(Set) / 8];
        std::memcpy(words, &set, sizeof set);
        words[way / 64] |= std::uint64_t{1} << way % 64;
        std::memcpy(&set, words, sizeof set);
    }

    Set having(std::size_t i, Candidates digits) const {
        Set ways{};
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) ways |= with_[i][std::countr_zero(rest)];
        return ways;
    }

    Set with_[count][most_size] = {};  // the ways in which a cell has a digit
    Set holding_[most_size] = {};      // those in which some cell has it
};

// The sets of digits of a size by their number and sum, and the ways to share them.
class SumTables {
public:
    explicit SumTables(int size) {
        for (int count = 1; count <= size; ++count) sets_[count] = DigitSets(size, count);
        make<3>(size);
        make<4>(size);
    }

    const DigitSets& sets(int count) const { return sets_[count]; }

    // None for other numbers of cells, and if there are too many ways.
    const Ways* ways(int count, int sum) const {
        const auto& of_sum = ways_[count & 1];
        return (count == 3 || count == 4) && sum >= 0 && sum < std::ssize(of_sum) ? of_sum[sum].get() : nullptr;
    }

private:
    template <int count>
    void make(int size) {
        constexpr std::size_t orders = count == 3 ? 6 : 24;
        auto& of_sum = ways_[count & 1];
        of_sum.resize(count * size + 1);
        for (std::size_t sum = 0; sum < of_sum.size(); ++sum) {
            const std::span<const Candidates> sets = sets_[count].with(static_cast<int>(sum));
            if (sets.empty()) continue;
            if (sets.size() * orders <= WaysOf<FewWays, count>::most)
                of_sum[sum] = std::make_unique<WaysOf<FewWays, count>>(sets);
            else if (sets.size() * orders <= WaysOf<ManyWays, count>::most)
                of_sum[sum] = std::make_unique<WaysOf<ManyWays, count>>(sets);
        }
    }

    std::array<DigitSets, most_size + 1> sets_;
    std::vector<std::unique_ptr<Ways>> ways_[2];  // of three and of four cells, by the sum
};

inline const SumTables& sum_tables(int size) {
    static std::array<std::unique_ptr<SumTables>, most_size + 1> tables;
    static std::array<std::once_flag, most_size + 1> made;
    std::call_once(made[size], [size] { tables[size] = std::make_unique<SumTables>(size); });
    return *tables[size];
}

}  // namespace engine::rules
