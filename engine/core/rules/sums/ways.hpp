// The ways in which three or four cells can have different digits with a given sum. For each cell and digit there is the set of
// the ways that have it, as bits: candidates leave the ways that no cell rules out, and these leave each cell its digits.
#pragma once

#include <memory>

#include "rules/sums/digit_sets.hpp"

namespace engine::rules {

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
                if (any_of(left & with_[i][std::countr_zero(rest)])) here |= static_cast<Candidates>(rest & -rest);
            of[i] = here;
            all |= here;
        }
        needed = 0;
        for (std::uint32_t rest = all; rest; rest &= rest - 1)
            if (!any_of(left & ~holding_[std::countr_zero(rest)])) needed |= static_cast<Candidates>(rest & -rest);
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
        of_sum.resize(static_cast<std::size_t>(count * size + 1));
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
