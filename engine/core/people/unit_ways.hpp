// What cells of a unit may hold because their digits differ.
#pragma once

#include <array>
#include <cstdint>

#include "people/basics.hpp"
#include "people/step.hpp"

namespace engine::people {

// Leaves each cell of a unit the digits that it has in some way to fill the unit with different digits, as many as cells;
// false if there is no way. One way is found first; a cell can have the digit of another one if the cells can pass digits
// on in a circle (Régin 1994). Where more than `most_open` cells have no digit yet, they lose only the digits
// that other cells have.
class Different {
public:
    static constexpr int most_open = 12;

    static bool keep(std::vector<Candidates>& now) {
        Different some;
        if (!some.read(now)) return false;
        if (some.count_ > most_open) return true;
        for (int i = 0; i < some.count_; ++i) {
            Candidates tried = 0;
            if (!some.place(i, tried)) return false;
        }
        some.leave(now);
        return true;
    }

private:
    // The cells without a digit, and what the others leave them.
    bool read(std::vector<Candidates>& now) {
        Candidates held = 0;
        for (int i = 0; i < std::ssize(now); ++i) {
            if (!rules::single(now[i])) {
                cells_[count_++] = i;
                continue;
            }
            if (now[i] & held) return false;
            held |= now[i];
        }
        for (int i = 0; i < count_; ++i)
            if (!(of_[i] = now[cells_[i]] &= ~held)) return false;
        return true;
    }

    // Gives a cell a digit; another cell may have to take a new one. Digits that were tried are not tried again.
    bool place(int i, Candidates& tried) {
        Candidates open = of_[i] & static_cast<Candidates>(~(used_ | tried));
        if (!open) {
            while (const Candidates rest = of_[i] & static_cast<Candidates>(~tried)) {
                const Candidates digit = rest & static_cast<Candidates>(-rest);
                tried |= digit;
                if (place(cell_of_[std::countr_zero(digit)], tried)) {
                    open = digit;
                    break;
                }
            }
            if (!open) return false;
        }
        digit_[i] = open & static_cast<Candidates>(-open);
        used_ |= digit_[i];
        cell_of_[std::countr_zero(digit_[i])] = i;
        return true;
    }

    void leave(std::vector<Candidates>& now) {
        std::uint32_t reach[most_open];  // the cells to which a cell can pass its digit on, step by step
        for (int i = 0; i < count_; ++i) {
            reach[i] = 1u << i;
            for (const int d : Bits(of_[i])) reach[i] |= 1u << cell_of_[d];
        }
        for (int k = 0; k < count_; ++k)
            for (int i = 0; i < count_; ++i)
                if (reach[i] >> k & 1) reach[i] |= reach[k];
        for (int i = 0; i < count_; ++i)
            for (const int d : Bits(reach[i]))
                if (const int j = d; !(reach[j] >> i & 1)) now[cells_[i]] &= ~digit_[j];
    }

    int count_ = 0;
    int cells_[most_size], cell_of_[most_size];
    Candidates of_[most_size], digit_[most_size];
    Candidates used_ = 0;
};

// Families of sets of digits, as a bit for each set: what one word holds is joined with a set in a few steps.
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

// The ways to fill a unit: its cells hold different digits, and rules of two cells say more.
class UnitWays {
public:
    explicit UnitWays(const Board& board) : board_(board), groups_(board.units.size()), settled_(board.units.size()) {
        for (std::size_t u = 0; u < board.units.size(); ++u) find_groups(board.units[u].cells, groups_[u]);
    }

    // Steps in units where a rule says more of two cells than that they differ.
    void find(const Position& at, Found& found) {
        for (int unit = 0; unit < std::ssize(board_.units); ++unit) {
            const Cells& cells = board_.units[unit].cells;
            if (!has_rules(unit)) continue;
            std::vector<Candidates> now = at.candidates(cells);
            if (now == settled_[unit]) continue;
            Step step{.machine = Machine::unit_ways, .units = {unit}};
            if (!narrow(board_, cells, at, [&](auto& known) { return keep(unit, known); }, step))
                settled_[unit] = std::move(now);
            else if (found.add(std::move(step)))
                return;
        }
    }
    void forget() { std::ranges::fill(settled_, std::vector<Candidates>{}); }

    // Whether rules say more of cells of a unit than that they differ.
    bool has_rules(int unit) const { return !groups_[unit].joined.empty(); }

    // Leaves `now`, the candidates of each cell of a unit, the digits that some way to fill it has; false if there is
    // none. Where there are too many ways it leaves more.
    bool keep(int unit, std::vector<Candidates>& now) const {
        if (!Different::keep(now)) return false;
        const bool all_said = std::ranges::all_of(groups_[unit].joined, [&](const Group& group) {
            return std::ranges::all_of(group.places, [&](int place) { return rules::single(now[place]); });
        });
        return all_said || std::ssize(now) > DigitSets::most_digits || keep_groups(groups_[unit], now);
    }

private:
    // What rules say of a place and one before it: which digits go with each of the first.
    struct Pair {
        int first;
        Table table;
    };
    // Places of a unit that rules join, each but the first with one before it.
    struct Group {
        std::vector<int> places;
        std::vector<std::vector<Pair>> before;  // of each place; numbers are places in the group
    };
    struct Groups {
        std::vector<Group> joined;
        std::vector<int> lone;  // the other places
    };
    // Ways to fill a group that have the same digits together, and which of them each place has.
    struct Way {
        Candidates digits;
        Candidates held[most_size];
    };

    static constexpr int most_tries = 3000;

    void find_groups(const Cells& cells, Groups& groups) const {
        std::vector<char> taken(cells.size());
        for (int i = 0; i < std::ssize(cells); ++i) {
            if (taken[i]) continue;
            Group group{{i}, {}};
            taken[i] = true;
            for (int k = 0; k < std::ssize(group.places); ++k)
                for (int j = 0; j < std::ssize(cells); ++j)
                    if (!taken[j] && board_.relates(cells[group.places[k]], cells[j]))
                        group.places.push_back(j), taken[j] = true;
            if (group.places.size() < 2) {
                groups.lone.push_back(i);
                continue;
            }
            group.before.resize(group.places.size());
            for (int second = 1; second < std::ssize(group.places); ++second)
                for (int first = 0; first < second; ++first) {
                    const int one = cells[group.places[first]], other = cells[group.places[second]];
                    if (!board_.relates(one, other)) continue;
                    Pair pair{first, {}};
                    for (int d = 0; d < board_.size; ++d)
                        pair.table[d] = static_cast<Candidates>(~board_.bans(one, d, other));
                    group.before[second].push_back(pair);
                }
            groups.joined.push_back(std::move(group));
        }
    }

    // Joins the ways to fill each group, and each other place, to those that have no digit twice: forwards which digits
    // the groups before may have together, then backwards which of them lead to an end.
    bool keep_groups(const Groups& of, std::vector<Candidates>& now) const {
        const std::size_t groups = of.joined.size(), all = groups + of.lone.size();
        before_[0].clear(board_.size);
        before_[0].add(0);
        for (std::size_t k = 0; k < all; ++k) {
            before_[k + 1].clear(board_.size);
            if (k < groups) {
                if (!ways_of(of.joined[k], now, ways_[k])) return true;
                for (const Way& way : ways_[k]) before_[k + 1].add_joined(before_[k], way.digits);
            } else {
                for (std::uint32_t rest = now[of.lone[k - groups]]; rest; rest &= rest - 1)
                    before_[k + 1].add_joined(before_[k], rest & -rest);
            }
        }
        DigitSets ends = before_[all], lead;
        for (std::size_t k = all; k-- > 0; ends = lead) {
            lead.clear(board_.size);
            if (k < groups) {
                Candidates left[most_size] = {};
                const std::vector<int>& places = of.joined[k].places;
                for (const Way& way : ways_[k])
                    if (lead.add_leading(before_[k], way.digits, ends))
                        for (std::size_t i = 0; i < places.size(); ++i) left[i] |= way.held[i];
                for (std::size_t i = 0; i < places.size(); ++i)
                    if (!(now[places[i]] &= left[i])) return false;
            } else {
                Candidates left = 0;
                Candidates& here = now[of.lone[k - groups]];
                for (std::uint32_t rest = here; rest; rest &= rest - 1)
                    if (lead.add_leading(before_[k], rest & -rest, ends)) left |= rest & -rest;
                if (!(here = left)) return false;
            }
        }
        return true;
    }

    // The ways to fill a group by their digits; false if there are too many.
    bool ways_of(const Group& group, const std::vector<Candidates>& now, std::vector<Way>& ways) const {
        ways.clear();
        std::fill_n(place_of_way_, 1 << board_.size, std::int16_t{-1});
        Candidates chosen[most_size];
        int tries = 0;
        return choose(group, now, 0, 0, chosen, ways, tries);
    }

    bool choose(const Group& group, const std::vector<Candidates>& now, std::size_t i, Candidates used,
                Candidates* chosen, std::vector<Way>& ways, int& tries) const {
        if (++tries > most_tries) return false;
        if (i == group.places.size()) {
            note(chosen, i, used, ways);
            return true;
        }
        Candidates digits = now[group.places[i]] & static_cast<Candidates>(~used);
        for (const Pair& pair : group.before[i]) digits &= pair.table[std::countr_zero(chosen[pair.first])];
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) {
            chosen[i] = static_cast<Candidates>(rest & -rest);
            if (!choose(group, now, i + 1, used | chosen[i], chosen, ways, tries)) return false;
        }
        return true;
    }

    void note(const Candidates* chosen, std::size_t count, Candidates digits, std::vector<Way>& ways) const {
        std::int16_t& place = place_of_way_[digits];
        if (place < 0) {
            place = static_cast<std::int16_t>(ways.size());
            ways.push_back({digits, {}});
        }
        Way& way = ways[place];
        for (std::size_t i = 0; i < count; ++i) way.held[i] |= chosen[i];
    }

    const Board& board_;
    std::vector<Groups> groups_;                    // of each unit
    std::vector<std::vector<Candidates>> settled_;  // what it has nothing to say of
    // For one look.
    mutable DigitSets before_[DigitSets::most_digits + 1];
    mutable std::vector<Way> ways_[DigitSets::most_digits];
    mutable std::int16_t place_of_way_[1 << DigitSets::most_digits];  // by its digits; -1 if there is none
};

}  // namespace engine::people
