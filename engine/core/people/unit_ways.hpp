// The ways to fill a unit: its cells hold different digits, and rules of two cells say more.
#pragma once

#include "people/rule_steps.hpp"

namespace engine::people {

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
            std::vector<Candidates> now;
            for (const int cell : cells) now.push_back(at.of[cell]);
            if (now == settled_[unit]) continue;
            Step step{Machine::unit_ways};
            step.units = {unit};
            if (!narrow(board_, cells, at, [&](auto& known) { return keep(unit, known); }, step))
                settled_[unit] = std::move(now);
            else if (found.add(std::move(step)))
                return;
        }
    }
    void forget() { std::ranges::fill(settled_, std::vector<Candidates>{}); }

    // Whether rules say more of cells of a unit than that they differ.
    bool has_rules(int unit) const { return !groups_[unit].empty(); }

    // Leaves `now`, the candidates of each cell of a unit, the digits that some way to fill it has; false if there is
    // none. Where there are too many ways it leaves more.
    bool keep(int unit, std::vector<Candidates>& now) const {
        if (!keep_different(now)) return false;
        const bool all_said = std::ranges::all_of(groups_[unit], [&](const Group& group) {
            return std::ranges::all_of(group.places, [&](int place) { return rules::single(now[place]); });
        });
        return all_said || std::ssize(now) > most_open || keep_groups(groups_[unit], now);
    }

    static constexpr int most_open = 12;

    // The same for different digits alone: so many cells that have so many digits together keep them (Hall 1935).
    static bool keep_different(std::vector<Candidates>& now) {
        int open[most_size], count = 0;
        Candidates held = 0;
        for (int i = 0; i < std::ssize(now); ++i) {
            if (!rules::single(now[i])) {
                open[count++] = i;
                continue;
            }
            if (now[i] & held) return false;
            held |= now[i];
        }
        for (int i = 0; i < count; ++i)
            if (!(now[open[i]] &= static_cast<Candidates>(~held))) return false;
        if (count > most_open) return true;
        Candidates together[1 << most_open];
        together[0] = 0;
        for (std::uint32_t some = 1; some < 1u << count; ++some) {
            together[some] = together[some & (some - 1)] | now[open[std::countr_zero(some)]];
            const int cells = std::popcount(some), digits = std::popcount(together[some]);
            if (digits < cells) return false;
            if (digits > cells) continue;
            for (int i = 0; i < count; ++i)
                if (!(some >> i & 1) && !(now[open[i]] &= static_cast<Candidates>(~together[some]))) return false;
        }
        return true;
    }

private:
    // What rules say of two places: which digits of the second go with each of the first.
    struct Pair {
        int first, second;
        Table table;
    };
    // Places of a unit that rules join, each but the first with one before it.
    struct Group {
        std::vector<int> places;
        std::vector<Pair> pairs;  // places in the group; the first comes first
    };
    // Ways to fill a group that have the same digits together, and which of them each place has.
    struct Way {
        Candidates digits;
        Candidates held[most_size];
        bool fits;
    };
    using Ways = std::vector<Way>;

    static constexpr int most_tries = 3000;

    void find_groups(const Cells& cells, std::vector<Group>& groups) const {
        std::vector<char> taken(cells.size());
        for (int i = 0; i < std::ssize(cells); ++i) {
            if (taken[i]) continue;
            Group group{{i}, {}};
            taken[i] = true;
            for (int k = 0; k < std::ssize(group.places); ++k)
                for (int j = 0; j < std::ssize(cells); ++j)
                    if (!taken[j] && board_.relates(cells[group.places[k]], cells[j]))
                        group.places.push_back(j), taken[j] = true;
            if (group.places.size() < 2) continue;
            for (int second = 1; second < std::ssize(group.places); ++second)
                for (int first = 0; first < second; ++first) {
                    const int one = cells[group.places[first]], other = cells[group.places[second]];
                    if (!board_.relates(one, other)) continue;
                    Pair pair{first, second, {}};
                    for (int d = 0; d < board_.size; ++d)
                        pair.table[d] = static_cast<Candidates>(~board_.bans(one, d, other));
                    group.pairs.push_back(pair);
                }
            groups.push_back(std::move(group));
        }
    }

    // Joins the ways to fill each group, and each other place, to those that have no digit twice: forwards which digits
    // the groups before may have together, then backwards which of them lead to an end.
    bool keep_groups(const std::vector<Group>& groups, std::vector<Candidates>& now) const {
        std::vector<Group> all = groups;
        std::vector<char> taken(now.size());
        for (const Group& group : groups)
            for (const int place : group.places) taken[place] = true;
        for (int i = 0; i < std::ssize(now); ++i)
            if (!taken[i]) all.push_back({{i}, {}});
        std::vector<Ways> ways(all.size());
        std::vector<std::vector<Candidates>> before(all.size() + 1);
        before[0] = {0};
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (!ways_of(all[k], now, ways[k])) return true;
            std::bitset<1 << most_open> met;
            for (const Candidates digits : before[k])
                for (const Way& way : ways[k])
                    if (const std::size_t sum = digits | way.digits; !(digits & way.digits) && !met[sum])
                        met.set(sum), before[k + 1].push_back(static_cast<Candidates>(sum));
        }
        std::bitset<1 << most_open> ends;
        for (const Candidates digits : before.back()) ends.set(digits);
        for (std::size_t k = all.size(); k-- > 0;) {
            std::bitset<1 << most_open> lead;
            for (const Candidates digits : before[k])
                for (Way& way : ways[k])
                    if (!(digits & way.digits) && ends[static_cast<std::size_t>(digits | way.digits)])
                        way.fits = true, lead.set(digits);
            ends = lead;
        }
        for (std::size_t k = 0; k < all.size(); ++k)
            for (std::size_t i = 0; i < all[k].places.size(); ++i) {
                Candidates left = 0;
                for (const Way& way : ways[k])
                    if (way.fits) left |= way.held[i];
                if (!(now[all[k].places[i]] &= left)) return false;
            }
        return true;
    }

    // The ways to fill a group by their digits; false if there are too many.
    static bool ways_of(const Group& group, const std::vector<Candidates>& now, Ways& ways) {
        Candidates chosen[most_size];
        int tries = 0;
        return choose(group, now, 0, chosen, ways, tries);
    }

    static bool choose(const Group& group, const std::vector<Candidates>& now, std::size_t i, Candidates* chosen,
                       Ways& ways, int& tries) {
        if (++tries > most_tries) return false;
        if (i == group.places.size()) return note(chosen, i, ways);
        Candidates digits = now[group.places[i]];
        for (std::size_t j = 0; j < i; ++j) digits &= static_cast<Candidates>(~chosen[j]);
        for (const Pair& pair : group.pairs)
            if (pair.second == static_cast<int>(i)) digits &= pair.table[std::countr_zero(chosen[pair.first])];
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) {
            chosen[i] = static_cast<Candidates>(rest & -rest);
            if (!choose(group, now, i + 1, chosen, ways, tries)) return false;
        }
        return true;
    }

    static bool note(const Candidates* chosen, std::size_t count, Ways& ways) {
        Candidates digits = 0;
        for (std::size_t i = 0; i < count; ++i) digits |= chosen[i];
        auto way = std::ranges::find(ways, digits, &Way::digits);
        if (way == ways.end()) way = ways.insert(way, {digits, {}, false});
        for (std::size_t i = 0; i < count; ++i) way->held[i] |= chosen[i];
        return true;
    }

    const Board& board_;
    std::vector<std::vector<Group>> groups_;        // of each unit
    std::vector<std::vector<Candidates>> settled_;  // what it has nothing to say of
};

}  // namespace engine::people
