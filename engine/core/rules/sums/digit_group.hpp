// Cells that are all different, and the sets of digits and the ways to share them that their sum allows.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "rules/statements.hpp"

namespace engine::rules {

// The sets of n digits and their sums, for groups of cells that are all different.

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

// What cells can have that share out one of some sets of digits, each with as many digits as cells: many sets side by side in the
// lanes of a register.

// The digits that are in some lane.
inline Candidates in_some(const HalfLanes& sets) {
    std::uint64_t words[sizeof sets / 8], all = 0;
    std::memcpy(words, &sets, sizeof sets);
    for (const std::uint64_t word : words) all |= word;
    all |= all >> 32;
    return static_cast<Candidates>(all | all >> 16);
}

// Singles of both kinds in each lane, where `sets[lane]` is shared out and `of[i][lane]` is what is left of it for cell i, until
// nothing follows. Leaves `fits` where they do not contradict each other.
inline void share_in_lanes(const HalfLanes& sets, HalfLanes* of, int count, HalfLanes& fits) {
    for (;;) {
        HalfLanes once{}, twice{}, known{}, bad{};
        for (int i = 0; i < count; ++i) {
            const HalfLanes here = of[i], alone = (here & (here - 1)) == 0 ? here : HalfLanes{};
            twice |= once & here;
            once |= here;
            bad |= (known & alone) | (HalfLanes)(here == 0);
            known |= alone;
        }
        fits &= (HalfLanes)((bad | (once ^ sets)) == 0);
        const HalfLanes hidden = once & ~twice;
        HalfLanes changed{};
        for (int i = 0; i < count; ++i) {
            const HalfLanes here = of[i], others = here & ~known, place = here & hidden;
            HalfLanes left = (here & (here - 1)) == 0 ? here : others;
            left = place != 0 ? place : left;
            fits &= (HalfLanes)((place & (place - 1)) == 0);
            changed |= left ^ here;
            of[i] = left;
        }
        if (!nonzero(changed & fits)) return;
    }
}

// Leaves `of` what the cells can have when they share out one of the sets without the digits that are known, which a set must
// have, as it must have those of `must`; finds the digits that all these have. False if no set fits.
inline bool share_sets(std::span<const Candidates> sets, Candidates known, Candidates must, int count, Candidates* of,
                       Candidates& needed) {
    Candidates any = known;
    for (int i = 0; i < count; ++i) any |= of[i];
    const auto forbidden = static_cast<Candidates>(~any);
    must |= known;
    HalfLanes possible[most_size], missing{};
    for (int i = 0; i < count; ++i) possible[i] = HalfLanes{};
    bool found = false;
    for (std::size_t at = 0; at < sets.size(); at += half_lane_count) {
        const std::size_t left = std::min<std::size_t>(sets.size() - at, half_lane_count);
        HalfLanes here{};
        std::memcpy(&here, sets.data() + at, left * sizeof(Candidates));
        HalfLanes fits =
            (HalfLanes)(here != 0) & (HalfLanes)((here & forbidden) == 0) & (HalfLanes)((~here & must) == 0);
        if (!nonzero(fits)) continue;
        here &= static_cast<Candidates>(~known);
        HalfLanes shares[most_size];
        for (int i = 0; i < count; ++i) shares[i] = here & of[i];
        share_in_lanes(here, shares, count, fits);
        if (!nonzero(fits)) continue;
        found = true;
        for (int i = 0; i < count; ++i) possible[i] |= shares[i] & fits;
        missing |= ~here & fits;
    }
    if (!found) return false;
    Candidates all = 0;
    for (int i = 0; i < count; ++i) all |= of[i] = in_some(possible[i]);
    needed = all & ~in_some(missing);
    return true;
}

// Cells that are all different and take one of some sets of digits, each with as many digits as cells: the candidates that some
// set leaves each of them, and the digits that all sets have.

// The cells of a group that are not known, their candidates, and the digits of the others.
struct OpenCells {
    int count = 0, sum = 0;  // of the digits that are known
    Candidates known = 0, any = 0;
    std::uint8_t cell[most_size], place[most_size];  // the place of a cell in its group
    Candidates of[most_size];

    OpenCells(const Cells& cells, const Domains& domains) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Candidates digits = domains.of[cells[i]];
            if (single(digits)) {
                known |= digits;
                sum += std::bit_width(digits);
            } else {
                any |= digits;
                cell[count] = cells[i];
                place[count] = static_cast<std::uint8_t>(i);
                of[count++] = digits;
            }
        }
    }
};

class DigitGroup {
public:
    explicit DigitGroup(Cells cells) : cells_(std::move(cells)) {}

    const Cells& cells() const { return cells_; }
    int count() const { return static_cast<int>(cells_.size()); }

    // The houses hold every digit: the rest of a house that the group lies in has the digits that the group does not have.
    void complete_in(const std::vector<Cells>& houses, const std::vector<CellSet>& sets) {
        if (cells_.size() < 2) return;
        const CellSet inside = set_of(cells_);
        for (std::size_t house = 0; house < houses.size(); ++house) {
            if ((inside & ~sets[house]).any() || houses[house].size() == cells_.size()) continue;
            rests_.push_back(cells_of(sets[house] & ~inside));
            all_ = static_cast<Candidates>((1u << houses[house].size()) - 1);
        }
    }

    // The cells whose candidates count beside those of the group.
    void add_rests(Cells& cells) const {
        for (const Cells& rest : rests_) cells.insert(cells.end(), rest.begin(), rest.end());
    }

    // A digit that the group must have goes from the cells that differ from all its places.
    void see_from_outside(const Peers& differ) {
        differ_ = &differ;
        seeing_.resize(std::size_t{1} << std::min<std::size_t>(cells_.size(), 6));
        seen_from_.assign(seeing_.size(), 0);
    }

    // Leaves the three or four open cells what they have in some of these ways; false if there is none.
    bool restrict(OpenCells& open, Domains& domains, const Ways& ways) const {
        const Candidates must = unplaced(domains) & ~open.known;
        Candidates needed;
        return !(must & ~open.any) && ways.keep(open.of, must, needed) && settle(needed, open, domains);
    }

    // Leaves the open cells what they may have of some sets: as many digits as cells, those known among them if `with_known`.
    // False if no set fits.
    bool restrict(OpenCells& open, Domains& domains, std::span<const Candidates> sets, bool with_known = false) const {
        const Candidates must = unplaced(domains) & ~open.known;
        Candidates needed;
        return !(must & ~open.any) &&
               share_sets(sets, with_known ? open.known : Candidates{0}, must, open.count, open.of, needed) &&
               settle(needed, open, domains);
    }

    // Leaves the open cells what is left of them, and places what is needed.
    bool settle(Candidates needed, const OpenCells& open, Domains& domains) const {
        for (int i = 0; i < open.count; ++i)
            if (!domains.keep(open.cell[i], open.of[i])) return false;
        return place(needed, open, domains);
    }

    // Digits that the group must have: those that one cell alone can take, and those that other cells see all places of.
    bool place(Candidates needed, const OpenCells& open, Domains& domains) const {
        if (!needed) return true;
        UpToFour<Candidates> held;
        for (int i = 0; i < open.count; ++i) held.add(domains.of[open.cell[i]]);
        if (needed & ~held.one) return false;
        if (const Candidates hidden = needed & ~held.two)
            for (int i = 0; i < open.count; ++i) {
                const Candidates here = domains.of[open.cell[i]] & hidden;
                if (here && !(single(here) && domains.keep(open.cell[i], here))) return false;
            }
        if (!differ_) return true;
        for (std::uint32_t rest = needed & held.two & ~held.four; rest; rest &= rest - 1) {
            const auto digit = static_cast<Candidates>(rest & -rest);
            std::uint32_t places = 0;
            for (int i = 0; i < open.count; ++i)
                if (domains.of[open.cell[i]] & digit) places |= 1u << open.place[i];
            for (const int cell : seeing(places))
                if (!domains.keep(cell, static_cast<Candidates>(~digit))) return false;
        }
        return true;
    }

private:
    // The cells outside the group that differ from all at these places.
    const Cells& seeing(std::uint32_t places) const {
        const std::size_t one = places % seeing_.size();  // groups with many cells keep those they had last
        if (seen_from_[one] == places) return seeing_[one];
        CellSet all;
        all.set();
        for (std::uint32_t rest = places; rest; rest &= rest - 1) all &= (*differ_)[cells_[std::countr_zero(rest)]];
        for (const int cell : cells_) all.reset(cell);
        seen_from_[one] = places;
        return seeing_[one] = cells_of(all);
    }

    // The digits that the rest of some house has no place for.
    Candidates unplaced(const Domains& domains) const {
        Candidates must = 0;
        for (const Cells& rest : rests_) {
            Candidates placed = 0;
            for (const int cell : rest) placed |= domains.of[cell];
            must |= ~placed;
        }
        return must & all_;
    }

    Cells cells_;
    Candidates all_ = 0;        // the digits of a house
    std::vector<Cells> rests_;  // of houses that hold every digit and that the group lies in
    const Peers* differ_ = nullptr;
    mutable std::vector<Cells> seeing_;  // by places
    mutable std::vector<std::uint32_t> seen_from_;
};

}  // namespace engine::rules
