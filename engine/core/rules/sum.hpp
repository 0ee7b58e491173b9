// A sum of cells with coefficients.
//
// The cells are split into groups that have one coefficient and are all different. What a group may add up to follows from
// the sets of digits that fit its cells. The partial sums that the groups reach from the first on, and from the last
// back, leave each group the sums that take part in the total, and so its sets, its candidates and the digits it must have.
#pragma once

#include <algorithm>

#include "rules/constraint.hpp"
#include "rules/digit_sets.hpp"

namespace engine::rules {

inline constexpr int widest_sum = 2047;

// A set of numbers from 0 to `widest_sum`; the words in use are given with each call.
struct Numbers {
    static constexpr int most_words = (widest_sum + 1) / 64;
    std::uint64_t word[most_words];

    void clear(int words) { std::fill_n(word, words, 0); }
    void add(int number) { word[number / 64] |= std::uint64_t{1} << number % 64; }

    // Adds the other set with `by` added to each number.
    void add_raised(const Numbers& other, int by, int words) {
        const int whole = by / 64, part = by % 64;
        for (int i = words - 1; i >= whole; --i) {
            word[i] |= other.word[i - whole] << part;
            if (part && i > whole) word[i] |= other.word[i - whole - 1] >> (64 - part);
        }
    }
    // Adds the other set with `by` taken from each number, and those below 0 dropped.
    void add_lowered(const Numbers& other, int by, int words) {
        const int whole = by / 64, part = by % 64;
        for (int i = 0; i + whole < words; ++i) {
            word[i] |= other.word[i + whole] >> part;
            if (part && i + whole + 1 < words) word[i] |= other.word[i + whole + 1] << (64 - part);
        }
    }
    // Is some number of this set, `by` added, in the other?
    bool meets(const Numbers& other, int by, int words) const {
        const int whole = by / 64, part = by % 64;
        for (int i = whole; i < words; ++i) {
            std::uint64_t raised = word[i - whole] << part;
            if (part && i > whole) raised |= word[i - whole - 1] >> (64 - part);
            if (raised & other.word[i]) return true;
        }
        return false;
    }
};

class SumConstraint final : public Constraint {
public:
    // `differ` says which cells are all different.
    SumConstraint(const Cells& cells, const std::vector<int>& coefficients, int total, int size, const Peers& differ)
        : Constraint(cells), size_(size) {
        rest_ = total;
        std::vector<std::pair<int, int>> terms;  // (coefficient, cell)
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (coefficients[i]) terms.push_back({coefficients[i], cells[i]});
        std::sort(terms.begin(), terms.end());
        for (std::size_t i = 0; i < terms.size();) {
            Cells same;
            const int coefficient = terms[i].first;
            for (; i < terms.size() && terms[i].first == coefficient; ++i)
                same.push_back(static_cast<std::uint8_t>(terms[i].second));
            while (!same.empty()) {
                const Cells group = differ.clique(same);
                add_group(group, coefficient);
                std::erase_if(same, [&](int cell) { return std::ranges::find(group, cell) != group.end(); });
            }
        }
        words_ = std::max(width_, rest_) / 64 + 1;
        forward_.resize(groups_.size() + 1);
        backward_.resize(groups_.size() + 1);
    }

    // The houses hold every digit: the rest of a house that a group lies in has the digits that the group does not have. A
    // digit that the group must have goes from the cells that see all its places.
    void complete_in(const std::vector<Cells>& houses, const Peers& differ) {
        for (Group& group : groups_) {
            if (group.cells.size() < 2) continue;
            std::bitset<most_cells> inside;
            for (const int cell : group.cells) inside.set(cell);
            for (const Cells& house : houses) {
                const auto shared = [&](int cell) { return inside[cell]; };
                if (house.size() == group.cells.size() || std::ranges::count_if(house, shared) != std::ssize(group.cells))
                    continue;
                group.rests.push_back(house);
                std::erase_if(group.rests.back(), shared);
            }
            find_observers(group, inside, differ);
        }
    }

    bool propagate(Domains& domains) override {
        if (rest_ < 0 || rest_ > width_) return false;
        if (groups_.size() == 1) {
            Group& group = groups_[0];
            const int factor = std::abs(group.coefficient);
            if (rest_ % factor) return false;
            group.sums = Sums{1} << (group.coefficient > 0 ? rest_ / factor : group.spread - rest_ / factor);
            return restrict(group, domains);
        }
        const int open = find_bounds(domains);
        if (rest_ < low_ || rest_ > high_) return false;
        if (open > most_exact) return keep_bounds(domains);
        for (Group& group : groups_)
            if (!find_sums(group, domains)) return false;
        meet();
        for (Group& group : groups_)
            if (!restrict(group, domains)) return false;
        return true;
    }

private:
    using Sums = unsigned __int128;  // bit s: the least sum that so many digits have, and s more

    // Cells beside a group that see the same of its cells, and the cells of the group that they do not see.
    struct Observers {
        Cells cells, unseen;
    };

    struct Group {
        Cells cells;
        int coefficient, least, spread;  // the least sum of so many digits, and how much greater the greatest is
        Sums sums;
        int low, high;  // how much it adds to the partial sum at least and at most
        // How much the group adds to the partial sum, from 0 on.
        int rise(int sum) const { return coefficient > 0 ? coefficient * sum : -coefficient * (spread - sum); }
        const DigitSets* sets;
        std::vector<Cells> rests;  // of houses that hold every digit and that the group lies in
        std::vector<Observers> observers;
    };

    void find_observers(Group& group, const std::bitset<most_cells>& inside, const Peers& differ) const {
        for (int cell = 0; cell < size_ * size_; ++cell) {
            if (inside[cell] || (differ[cell] & inside).count() < 2) continue;
            Cells unseen;
            for (const int other : group.cells)
                if (!differ.differ(cell, other)) unseen.push_back(static_cast<std::uint8_t>(other));
            auto same = std::ranges::find(group.observers, unseen, &Observers::unseen);
            if (same == group.observers.end()) same = group.observers.insert(same, {{}, unseen});
            same->cells.push_back(static_cast<std::uint8_t>(cell));
        }
    }

    void add_group(const Cells& cells, int coefficient) {
        const int count = static_cast<int>(cells.size());
        const Candidates all = static_cast<Candidates>((1u << size_) - 1);
        const int least = least_sum(all, count), greatest = greatest_sum(all, count);
        groups_.push_back({cells, coefficient, least, greatest - least, 0, 0, 0, &digit_sets(size_, count), {}, {}});
        width_ += std::abs(coefficient) * (greatest - least);
        rest_ -= coefficient * (coefficient > 0 ? least : greatest);
    }

    // How far each group raises the partial sum at least and at most; returns how many cells are not known.
    int find_bounds(const Domains& domains) {
        int open = 0;
        low_ = high_ = 0;
        for (Group& group : groups_) {
            const int count = static_cast<int>(group.cells.size());
            Candidates digits = 0;
            int least = 0, greatest = 0;
            for (const int cell : group.cells) {
                const Candidates here = domains.of[cell];
                digits |= here;
                least += std::countr_zero(here) + 1;
                greatest += std::bit_width(here);
                open += !single(here);
            }
            if (count > 1) {
                least = std::max(least, least_sum(digits, count));
                greatest = std::min(greatest, greatest_sum(digits, count));
            }
            group.low = group.rise((group.coefficient > 0 ? least : greatest) - group.least);
            group.high = group.rise((group.coefficient > 0 ? greatest : least) - group.least);
            low_ += group.low;
            high_ += group.high;
        }
        return open;
    }

    // Leaves each group the sums between the bounds that the others leave it.
    bool keep_bounds(Domains& domains) {
        for (Group& group : groups_) {
            const int low = rest_ - (high_ - group.high), high = rest_ - (low_ - group.low);
            if (low <= group.low && high >= group.high) continue;
            const int factor = std::abs(group.coefficient);
            int least = (std::max(low, group.low) + factor - 1) / factor, greatest = std::min(high, group.high) / factor;
            if (least > greatest) return false;
            if (group.coefficient < 0) {
                std::swap(least, greatest);
                least = group.spread - least;
                greatest = group.spread - greatest;
            }
            group.sums = ((Sums{1} << (greatest - least + 1)) - 1) << least;
            if (!restrict(group, domains)) return false;
        }
        return true;
    }

    static int lowest_bit(Sums sums) {
        const auto low = static_cast<std::uint64_t>(sums);
        return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(sums >> 64));
    }
    template <class Work>
    static void each(Sums sums, Work work) {
        for (; sums; sums &= sums - 1) work(lowest_bit(sums));
    }

    static Candidates together(const Group& group, const Domains& domains) {
        Candidates digits = 0;
        for (const int cell : group.cells) digits |= domains.of[cell];
        return digits;
    }

    static bool fits(Candidates digits, const Group& group, const Domains& domains) {
        for (const int cell : group.cells)
            if (!(domains.of[cell] & digits)) return false;
        return true;
    }

    // What the group can add up to by itself.
    bool find_sums(Group& group, const Domains& domains) const {
        const Candidates digits = together(group, domains);
        const int count = static_cast<int>(group.cells.size());
        group.sums = 0;
        if (count == 1) {
            group.sums = digits;
        } else if (std::popcount(digits) < count) {
            return false;
        } else if (!group.sets->listed()) {
            const int low = least_sum(digits, count) - group.least, high = greatest_sum(digits, count) - group.least;
            group.sums = ((Sums{1} << (high - low + 1)) - 1) << low;
        } else {
            const int low = least_sum(digits, count) - group.least, high = greatest_sum(digits, count) - group.least;
            const Candidates must = unplaced(group, domains);
            for (int sum = low; sum <= high; ++sum)
                for (const Candidates set : group.sets->with(sum))
                    if (!(set & ~digits) && !(must & ~set) && fits(set, group, domains)) {
                        group.sums |= Sums{1} << sum;
                        break;
                    }
        }
        return group.sums != 0;
    }

    // Leaves each group the sums that can be part of the total.
    void meet() {
        const std::size_t last = groups_.size();
        forward_[0].clear(words_);
        forward_[0].add(0);
        for (std::size_t g = 0; g + 1 < last; ++g) {
            forward_[g + 1].clear(words_);
            each(groups_[g].sums, [&](int sum) { forward_[g + 1].add_raised(forward_[g], groups_[g].rise(sum), words_); });
        }
        backward_[last].clear(words_);
        backward_[last].add(rest_);
        for (std::size_t g = last; g-- > 0;) {
            Sums kept = 0;
            each(groups_[g].sums, [&](int sum) {
                if (forward_[g].meets(backward_[g + 1], groups_[g].rise(sum), words_)) kept |= Sums{1} << sum;
            });
            groups_[g].sums = kept;
            if (!g) break;
            backward_[g].clear(words_);
            each(kept, [&](int sum) { backward_[g].add_lowered(backward_[g + 1], groups_[g].rise(sum), words_); });
        }
    }

    // Removes what takes part in none of the sums that are left.
    bool restrict(Group& group, Domains& domains) const {
        if (!group.sums) return false;
        if (group.cells.size() == 1) return domains.keep(group.cells[0], static_cast<Candidates>(group.sums));
        const Candidates digits = together(group, domains);
        if (!group.sets->listed()) return restrict_by_bounds(group, digits, domains);
        if (group.cells.size() == 2) return restrict_pair(group, domains);
        Candidates possible[most_size] = {}, needed = digits;
        const Candidates must = unplaced(group, domains);
        each(group.sums, [&](int sum) {
            for (const Candidates set : group.sets->with(sum))
                if (!(set & ~digits) && !(must & ~set) && add_places(set, needed, group, domains, possible)) needed &= set;
        });
        for (std::size_t i = 0; i < group.cells.size(); ++i)
            if (!domains.keep(group.cells[i], possible[i])) return false;
        return place_needed(group, needed, domains);
    }

    // The digits that the rest of some house has no place for.
    Candidates unplaced(const Group& group, const Domains& domains) const {
        Candidates must = 0;
        for (const Cells& rest : group.rests) {
            Candidates placed = 0;
            for (const int cell : rest) placed |= domains.of[cell];
            must |= ~placed;
        }
        return must & static_cast<Candidates>((1u << size_) - 1);
    }

    // Adds to each cell what it may have of the set; false where the set does not fit the cells, or says nothing new.
    static bool add_places(Candidates set, Candidates needed, const Group& group, const Domains& domains,
                           Candidates* possible) {
        Candidates here[most_size];
        const std::size_t count = group.cells.size();
        Candidates news = needed & ~set;
        for (std::size_t i = 0; i < count; ++i) {
            here[i] = domains.of[group.cells[i]] & set;
            if (!here[i]) return false;
            news |= here[i] & ~possible[i];
        }
        if (!news) return false;
        for (bool changed = true; changed;) {
            changed = false;
            Candidates once = 0, twice = 0, known = 0;
            for (std::size_t i = 0; i < count; ++i) {
                twice |= once & here[i];
                once |= here[i];
                if (single(here[i])) {
                    if (known & here[i]) return false;
                    known |= here[i];
                }
            }
            if (once != set) return false;
            const Candidates hidden = once & ~twice;
            for (std::size_t i = 0; i < count; ++i) {
                if (single(here[i])) continue;
                Candidates left = here[i] & ~known;
                if (left & hidden) left &= hidden;
                if (left == here[i]) continue;
                if (!left || !(single(left) || !(here[i] & hidden))) return false;
                here[i] = left;
                changed = true;
            }
        }
        for (std::size_t i = 0; i < count; ++i) possible[i] |= here[i];
        return true;
    }

    static bool restrict_pair(const Group& group, Domains& domains) {
        const int first = group.cells[0], second = group.cells[1];
        Candidates of_first = 0, of_second = 0;
        each(group.sums, [&](int sum) {
            for (const Candidates set : group.sets->with(sum)) {
                const Candidates low = set & -set, high = set ^ low;
                if ((domains.of[first] & low) && (domains.of[second] & high)) of_first |= low, of_second |= high;
                if ((domains.of[first] & high) && (domains.of[second] & low)) of_first |= high, of_second |= low;
            }
        });
        return domains.keep(first, of_first) && domains.keep(second, of_second);
    }

    // Digits that the group must have and that one cell alone can take.
    static bool place_needed(const Group& group, Candidates needed, Domains& domains) {
        Candidates once = 0, twice = 0;
        for (const int cell : group.cells) {
            twice |= once & domains.of[cell];
            once |= domains.of[cell];
        }
        if (needed & ~once) return false;
        const Candidates hidden = needed & ~twice;
        if (hidden)
            for (const int cell : group.cells) {
                const Candidates here = domains.of[cell] & hidden;
                if (here && !domains.keep(cell, here)) return false;
                if (!single(here)) return false;
            }
        for (const Observers& observers : group.observers) {
            Candidates gone = needed;
            for (const int cell : observers.unseen) gone &= ~domains.of[cell];
            if (!gone) continue;
            for (const int cell : observers.cells)
                if (!domains.keep(cell, static_cast<Candidates>(~gone))) return false;
        }
        return true;
    }

    static bool restrict_by_bounds(const Group& group, Candidates digits, Domains& domains) {
        const int count = static_cast<int>(group.cells.size());
        int low = group.spread, high = 0;
        each(group.sums, [&](int sum) { low = std::min(low, sum), high = std::max(high, sum); });
        low += group.least, high += group.least;
        Candidates possible = 0;
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) {
            const auto digit = static_cast<Candidates>(rest & -rest), others = static_cast<Candidates>(digits ^ digit);
            const int value = std::countr_zero(rest) + 1;
            if (std::popcount(others) >= count - 1 && value + least_sum(others, count - 1) <= high &&
                value + greatest_sum(others, count - 1) >= low)
                possible |= digit;
        }
        for (const int cell : group.cells)
            if (!domains.keep(cell, possible)) return false;
        return true;
    }

    static constexpr int most_exact = 4;  // cells that are not known: with more, bounds do

    int size_, low_ = 0, high_ = 0, rest_ = 0, width_ = 0, words_ = 1;  // what is left of the total above the least sum, and the most of it
    std::vector<Group> groups_;
    std::vector<Numbers> forward_, backward_;
};

}  // namespace engine::rules
