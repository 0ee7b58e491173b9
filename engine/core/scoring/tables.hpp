// Tables of what follows: for each literal the literals that it implies, each with the first way that leads to it.
//
// A table begins with its own literal and the *direct* ones: those that it implies by a single link (by some singles in a
// net). Expansion adds what the direct ones of its entries imply, in the order of a breadth-first search. Most tables lead
// to nothing that a step needs, and the set of what each leads to, found without order or ways, says so much sooner.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scoring/almost_locked.hpp"
#include "scoring/step.hpp"
#include "stop/watch.hpp"

namespace engine::scoring {

inline constexpr int most_entries = 1000;

struct Table {
    std::vector<Literal> literal{};
    std::vector<std::uint16_t> distance{};
    std::vector<std::int16_t> source{};               // the table that an entry was taken from; -1 for direct ones
    std::vector<std::array<std::int16_t, 5>> from{};  // of a direct entry: the entries that it follows from, 0 for none
    std::array<Cells, 10> on{}, off{};                // [digit]: the cells that hold it, or do not; without groups

    int size() const { return static_cast<int>(literal.size()); }
    int direct() const { return static_cast<int>(from.size()); }

    void clear() {
        literal.clear();
        distance.clear();
        source.clear();
        from.clear();
        on = off = {};
    }
};

// What the literals of a table are: candidates alone, groups of places too, or also almost locked sets that are locked.
enum class Literals { none, candidates, groups, sets };

class Tables {
public:
    explicit Tables(const Grid& grid) : grid_(grid) {}

    // The position has changed.
    void forget() { filled_ = Literals::none; }

    // All that follows by single links, unless that is there already; `sets` only for `Literals::sets`.
    void fill(Literals literals, const std::vector<AlmostLocked>* sets = nullptr) {
        if (filled_ == literals) return;
        prepare(literals != Literals::candidates, sets);
        filled_ = literals;
        for (const Spot& spot : candidates_) link_candidate(spot.cell, spot.digit);
        link_groups();
        for (int number = 0; number < static_cast<int>(locked_.size()); ++number) link_set(number);
        if (has_reach()) find_reach();
    }

    // For a net: `link(cell, digit)` fills both tables of each candidate, with `add`; groups count as literals too.
    template <class Link>
    void fill(Link link) {
        forget();
        prepare(true, nullptr);
        for (const Spot& spot : candidates_) link(spot.cell, spot.digit);
        link_groups();
    }

    // Adds to the table of each candidate all that follows.
    void expand() {
        Watch<64> watch;
        for (int table = 0; table < 2 * static_cast<int>(candidates_.size()); ++table) {
            expand_numbered(table);
            watch.step();
        }
    }
    void expand(int literal) { expand_numbered(number_of(literal)); }

    // Adds to the table of each candidate which cells hold a digit or not, without the ways.
    void find_cells() {
        if (!has_reach()) return expand();
        for (int table = 0; table < 2 * static_cast<int>(candidates_.size()); ++table)
            for (std::size_t word = 0; word < words_; ++word)
                for (std::uint64_t rest = reach_[table * words_ + word]; rest; rest &= rest - 1) {
                    const std::size_t number = 64 * word + std::countr_zero(rest);
                    if (number >= 2 * candidates_.size()) break;
                    const Spot& spot = candidates_[number / 2];
                    (number % 2 ? tables_[table].on : tables_[table].off)[spot.digit].add(spot.cell);
                }
    }

    // False if a candidate's literal leads to another one by a single link, or not at all.
    bool may_lead(int from, int to) const {
        if (!has_reach()) return true;
        const std::size_t row = number_of(from) * words_, number = number_of(to), word = row + number / 64;
        return (reach_[word] & ~direct_[word]) >> (number % 64) & 1;
    }

    const std::vector<Spot>& candidates() const { return candidates_; }
    const std::vector<Group>& groups() const { return groups_; }

    const Table& of(int literal) const { return tables_[number_of(literal)]; }
    const Table& numbered(int number) const { return tables_[number]; }

    // The place of a literal in a table; -1 if it is not there.
    int place(const Table& table, int literal) const {
        return place_[static_cast<std::size_t>(&table - tables_.data()) * width_ + number_of(literal)];
    }

    // The set that a literal locks.
    const AlmostLocked& set_of(int literal) const { return *locked_[(literal - first_set) / 2].set; }

    // How much the literals of a chain count beyond one each.
    int penalty(const Chain& chain) const {
        int sum = 0;
        for (const Literal each : chain)
            if (is_set(each)) sum += penalty_of(set_of(each));
        return sum;
    }

    const Cells& cells_of_group(int literal) const { return groups_[(literal - first_group) / 2].cells; }

    // The first cell of a literal.
    int first_cell(int literal) const {
        if (is_cell(literal)) return cell_of(literal);
        return (is_group(literal) ? cells_of_group(literal) : set_of(literal).with[digit(literal)]).first();
    }
    int digit(int literal) const {
        if (is_cell(literal)) return digit_of(literal);
        return is_group(literal) ? groups_[(literal - first_group) / 2].digit
                                 : locked_[(literal - first_set) / 2].digit;
    }
    void add_cells(int literal, Cells& to) const {
        if (is_cell(literal))
            to.add(cell_of(literal));
        else
            to |= is_group(literal) ? cells_of_group(literal) : set_of(literal).cells;
    }

    // The cells that see all cells of a literal, or those of a set that hold the digit.
    const Cells& seen_by(int literal, int digit) const {
        if (is_cell(literal)) return units.peers[cell_of(literal)];
        return is_group(literal) ? groups_[(literal - first_group) / 2].seen : set_of(literal).seen[digit];
    }

    // Groups and sets with their digit, in the order of their literals.
    void describe(std::vector<LockedSet>& groups, std::vector<LockedSet>& sets) const {
        for (const Group& group : groups_) groups.push_back({group.cells, bit(group.digit)});
        for (const Locked& locked : locked_) sets.push_back({locked.set->cells, bit(locked.digit)});
    }

    // Adds a direct entry to the table of `of`. Its distance is one more than that of what it follows from first.
    void add(int of, Literal literal, std::array<std::int16_t, 5> from = {}, int penalty = 0) {
        const int number = number_of(of);
        Table& table = tables_[number];
        if (is_cell(literal) && (is_on(literal) ? table.on : table.off)[digit_of(literal)].has(cell_of(literal)))
            return;
        if (table.size() >= most_entries) return;
        const int before = from[0] < table.size() ? table.distance[from[0]] : 0;
        const int to = append(number, literal, before + 1 + penalty, -1);
        for (int i = 1; i < 5; ++i)
            if (from[i] > from[0]) std::swap(from[0], from[i]);  // the largest first
        table.from.push_back(from);
        direct_[number * words_ + to / 64] |= std::uint64_t{1} << (to % 64);
    }

private:
    void prepare(bool with_groups, const std::vector<AlmostLocked>* sets) {
        number_candidates();
        groups_.clear();
        locked_.clear();
        if (with_groups) find_groups();
        if (sets) find_sets(*sets);
        width_ = 2 * (candidates_.size() + groups_.size()) + locked_.size();
        if (tables_.size() < width_) tables_.resize(width_);
        for (std::size_t number = 0; number < width_; ++number) tables_[number].clear();
        place_.assign(width_ * width_, -1);
        words_ = (width_ + 63) / 64;
        direct_.assign(width_ * words_, 0);
        expanded_.assign(width_, false);
    }

    void number_candidates() {
        candidates_.clear();
        for (const int cell : EachCell(grid_.empty))
            for (const int digit : EachDigit(grid_.mask[cell])) {
                number_[literal(cell, digit, false) / 2] = static_cast<std::int16_t>(candidates_.size());
                candidates_.push_back(spot(cell, digit));
            }
    }

    int number_of(int literal) const {
        if (is_cell(literal)) return 2 * number_[literal / 2] + (literal & 1);
        const int cells = 2 * static_cast<int>(candidates_.size());
        if (is_group(literal)) return cells + literal - first_group;
        return cells + 2 * static_cast<int>(groups_.size()) + (literal - first_set) / 2;
    }

    // Returns the literal's number.
    int append(int number, Literal literal, int distance, int source) {
        Table& table = tables_[number];
        const int to = number_of(literal);
        place_[number * width_ + to] = static_cast<std::int16_t>(table.size());
        table.literal.push_back(literal);
        table.distance.push_back(distance & 0x1ff);
        table.source.push_back(static_cast<std::int16_t>(source));
        if (is_cell(literal)) (is_on(literal) ? table.on : table.off)[digit_of(literal)].add(cell_of(literal));
        return to;
    }

    void link_groups() {
        for (int number = 0; number < static_cast<int>(groups_.size()); ++number) link_group(number);
    }

    void link_candidate(int cell, int digit) {
        const Literal on = literal(cell, digit, true), off = literal(cell, digit, false);
        add(on, on);
        add(off, off);
        for (const int other : EachDigit(without(grid_.mask[cell], bit(digit)))) {
            add(on, literal(cell, other, false));
            if (grid_.candidates(cell) == 2) add(off, literal(cell, other, true));
        }
        for (const int unit : units.of_cell[cell]) {
            Cells others = grid_.with[digit] & units.set[unit];
            others.remove(cell);
            if (!others.any()) continue;
            for (const int other : EachCell(others)) add(on, literal(other, digit, false));
            if (others.count() == 1) add(off, literal(others.first(), digit, true));
        }
    }

    void find_groups() {
        for (int line = 0; line < first_block; ++line)
            for (int digit = 1; digit <= 9; ++digit)
                for (int block = first_block; block < unit_count; ++block) {
                    const Cells cells = grid_.with[digit] & units.set[line] & units.set[block];
                    if (cells.count() >= 2) groups_.push_back({digit, line, block, cells, peers_of_all(cells)});
                }
    }

    static Literal group_literal(int number, bool on) { return static_cast<Literal>(first_group + 2 * number + on); }

    void link_group(int number) {
        const Group& group = groups_[number];
        const Literal on = group_literal(number, true), off = group_literal(number, false);
        add(on, on);
        add(off, off);
        const Cells seen = grid_.with[group.digit] & group.seen;
        for (const int cell : EachCell(seen)) {
            add(on, literal(cell, group.digit, false));
            add(literal(cell, group.digit, true), off);
        }
        for (const int unit : {group.block, group.line}) {
            const Cells others = seen & units.set[unit];
            if (others.count() != 1) continue;
            add(off, literal(others.first(), group.digit, true));
            add(literal(others.first(), group.digit, false), on);
        }
        link_to_groups(number, on, off);
    }

    // A group excludes the others of its units; if it is false and only one other is left in a unit, that one is true.
    void link_to_groups(int number, Literal on, Literal off) {
        const Group& group = groups_[number];
        int on_line = 0, in_block = 0, of_line = -1, of_block = -1;
        for (int other = 0; other < static_cast<int>(groups_.size()); ++other) {
            const Group& second = groups_[other];
            if (other == number || second.digit != group.digit || !disjoint(second.cells, group.cells)) continue;
            if (second.line == group.line) {
                if (++on_line == 1) of_line = other;
                add(on, group_literal(other, false));
            }
            if (second.block == group.block) {
                if (++in_block == 1) of_block = other;
                add(on, group_literal(other, false));
            }
        }
        if (on_line == 1) link_last_group(group, group.line, of_line, off);
        if (in_block == 1) link_last_group(group, group.block, of_block, off);
    }

    void link_last_group(const Group& group, int unit, int other, Literal off) {
        const Cells places = grid_.with[group.digit] & units.set[unit];
        if (!places.without(group.cells | groups_[other].cells).any()) add(off, group_literal(other, true));
    }

    // A set without one of its digits, if that removes something.
    struct Locked {
        const AlmostLocked* set;
        int digit;
    };

    static int penalty_of(const AlmostLocked& set) {
        return set.digits ? (count(set.digits) > 2 ? 2 : 1) * (count(set.digits) - 1) : 0;
    }

    static Literal set_literal(int number) { return static_cast<Literal>(first_set + 2 * number); }

    // Those without effect are kept too, because another set may lead to them.
    void find_sets(const std::vector<AlmostLocked>& sets) {
        for (const AlmostLocked& set : sets)
            if (set.cells.count() > 1)
                for (const int digit : EachDigit(set.digits)) locked_.push_back({&set, digit});
    }

    // The cells that lose each digit when the set is locked.
    static std::array<Cells, 10> removals(const Locked& locked) {
        std::array<Cells, 10> gone = locked.set->seen;
        gone[locked.digit] = {};
        return gone;
    }

    void link_set(int number) {
        const Locked& locked = locked_[number];
        const AlmostLocked& set = *locked.set;
        const Literal off = set_literal(number);
        const int penalty = penalty_of(set);
        add(off, off);
        const std::array<Cells, 10> gone = removals(locked);
        if (std::none_of(gone.begin(), gone.end(), [](const Cells& cells) { return cells.any(); })) return;
        link_to_set(locked, off);
        for (int digit = 1; digit <= 9; ++digit) {
            for (const int cell : EachCell(gone[digit])) add(off, literal(cell, digit, false), {}, penalty);
            for (int group = 0; gone[digit].any() && group < static_cast<int>(groups_.size()); ++group)
                if (groups_[group].digit == digit && within(groups_[group].cells, gone[digit]))
                    add(off, group_literal(group, false), {}, penalty);
        }
        for (int other = 0; other < static_cast<int>(locked_.size()); ++other) {
            const Locked& second = locked_[other];
            const Cells& places = second.set->with[second.digit];
            if (second.set != &set && disjoint(second.set->cells, set.cells) && within(places, gone[second.digit]))
                add(off, set_literal(other), {}, penalty);
        }
        for (const int cell : EachCell(set.all_seen)) {
            if (grid_.candidates(cell) == 2) continue;
            Mask left = grid_.mask[cell];
            for (int digit = 1; digit <= 9; ++digit)
                if (gone[digit].has(cell)) left = without(left, bit(digit));
            if (count(left) == 1) add(off, literal(cell, lowest(left), true), {}, penalty + 1);
        }
    }

    // Cells and groups that exclude the digit from the set.
    void link_to_set(const Locked& locked, Literal off) {
        for (const int cell : EachCell(locked.set->seen[locked.digit])) {
            add(literal(cell, locked.digit, true), off);
            for (int number = 0; number < static_cast<int>(groups_.size()); ++number) {
                const Group& group = groups_[number];
                const Literal on = group_literal(number, true);
                if (group.digit == locked.digit && group.cells.has(cell) && disjoint(group.cells, locked.set->cells) &&
                    within(locked.set->with[locked.digit], group.seen) && place(of(on), off) < 0)
                    add(on, off);
            }
        }
    }

    // Whether every link is as long as any other, and all tables have room: then a set says what a table leads to.
    bool has_reach() const {
        return (filled_ == Literals::candidates || filled_ == Literals::groups) && width_ < most_entries;
    }

    // What each literal leads to. What an earlier one leads to is known, and counts together.
    void find_reach() {
        reach_ = direct_;
        for (std::size_t number = 0; number < width_; ++number) {
            std::uint64_t* const reached = reach_.data() + number * words_;
            settled_.assign(words_, 0);
            settled_[number / 64] = std::uint64_t{1} << (number % 64);
            for (int next = first_other(reached); next >= 0; next = first_other(reached)) {
                const std::uint64_t* const more = reach_.data() + next * words_;
                const bool known = next < static_cast<int>(number);
                for (std::size_t word = 0; word < words_; ++word) {
                    reached[word] |= more[word];
                    if (known) settled_[word] |= more[word];
                }
                if (!known) settled_[next / 64] |= std::uint64_t{1} << (next % 64);
            }
        }
    }

    // The first literal of a set that is not settled; -1 if there is none.
    int first_other(const std::uint64_t* set) const {
        for (std::size_t word = 0; word < words_; ++word)
            if (const std::uint64_t rest = set[word] & ~settled_[word])
                return static_cast<int>(64 * word) + std::countr_zero(rest);
        return -1;
    }

    void expand_numbered(int number) {
        if (expanded_[number]) return;
        expanded_[number] = true;
        Table& table = tables_[number];
        std::int16_t* const place = place_.data() + number * width_;
        const auto own = direct_.begin() + number * words_;
        settled_.assign(own, own + words_);
        for (int j = 1; j < table.size(); ++j) {
            if (table.size() >= most_entries) return;
            const int source = number_of(table.literal[j]), base = table.distance[j];
            const Table& from = tables_[source];
            const std::uint64_t* const direct = direct_.data() + source * words_;
            if (!has_others(direct)) continue;
            added_.clear();
            for (std::size_t word = 0; word < words_; ++word)
                for (std::uint64_t rest = direct[word] & ~settled_[word]; rest; rest &= rest - 1) {
                    const std::size_t to = 64 * word + std::countr_zero(rest);
                    const int k = place_[source * width_ + to], distance = base + from.distance[k], at = place[to];
                    if (at < 0) {
                        added_.push_back(static_cast<std::int16_t>(k));
                    } else if (table.distance[at] > distance) {
                        table.source[at] = static_cast<std::int16_t>(source);
                        table.distance[at] = static_cast<std::uint16_t>(distance & 0x1ff);
                    }
                }
            std::sort(added_.begin(), added_.end());
            for (const int k : added_)
                if (table.size() < most_entries)
                    settle(append(number, from.literal[k], base + from.distance[k], source));
        }
    }

    // If every link is as long as any other, the first way to a literal is a shortest one.
    void settle(int to) {
        if (filled_ == Literals::candidates || filled_ == Literals::groups)
            settled_[to / 64] |= std::uint64_t{1} << (to % 64);
    }

    // Whether a set of literals has one that is not settled.
    bool has_others(const std::uint64_t* set) const {
        std::uint64_t rest = 0;
        for (std::size_t word = 0; word < words_; ++word) rest |= set[word] & ~settled_[word];
        return rest;
    }

    const Grid& grid_;
    std::vector<Spot> candidates_{};
    std::array<std::int16_t, first_group / 2> number_{};
    std::vector<Group> groups_{};
    std::vector<Locked> locked_{};
    Literals filled_ = Literals::none;
    std::size_t width_ = 0, words_ = 0;
    std::vector<Table> tables_{};
    std::vector<std::int16_t> place_{};    // [table][literal]
    std::vector<std::uint64_t> direct_{};  // [table]: its direct entries, a bit each
    std::vector<std::uint64_t> reach_{};   // [table]: all that it leads to
    std::vector<std::uint64_t> settled_{};
    std::vector<bool> expanded_{};
    std::vector<std::int16_t> added_{};
};

}  // namespace engine::scoring
