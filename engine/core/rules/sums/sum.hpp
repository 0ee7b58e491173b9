// Cells that are all different and whose digits add up to a total, or form one of a few sets.
#pragma once

#include <set>

#include "rules/statements.hpp"
#include "rules/sums/digit_group.hpp"

namespace engine::rules {

// Leaves the open cells of a group the sums from `least` to `greatest`.
inline bool restrict_sum(const DigitGroup& group, OpenCells& open, int least, int greatest, const SumTables& tables,
                         Domains& domains) {
    if (least > greatest) return false;
    if (!open.count) return least <= 0 && greatest >= 0;
    if (open.count == 1) return domains.keep(open.cell[0], digits_between(least, greatest));
    if (least == greatest)
        if (const Ways* ways = tables.ways(open.count, least)) return group.restrict(open, domains, *ways);
    if (const DigitSets& sets = tables.sets(open.count); sets.listed())
        return group.restrict(open, domains, sets.between(least, greatest));
    for (int i = 0; i < open.count; ++i) {  // the others have at least and at most so much
        ExtremeDigits others;
        for (int j = 0; j < open.count; ++j)
            if (j != i) others.add(open.of[j]);
        if (!domains.keep(open.cell[i],
                          digits_between(least - sum_of(others.greatest), greatest - sum_of(others.least))))
            return false;
    }
    return true;
}

// The open cells of a group, which share out one of several sets of digits exactly.
inline constexpr int most_exact = 3;

class CageConstraint final : public Constraint {
public:
    CageConstraint(DigitGroup group, int total, int size)
        : Constraint(group.cells()), group_(std::move(group)), total_(total), tables_(sum_tables(size)) {
        group_.add_rests(also_read_);
    }

    bool propagate(Domains& domains) override {
        OpenCells open(group_.cells(), domains);
        const int left = total_ - open.sum;
        settled_ = open.count <= most_exact || tables_.ways(open.count, left);
        return restrict_sum(group_, open, left, left, tables_, domains);
    }

private:
    DigitGroup group_;
    int total_;
    const SumTables& tables_;
};

// One of a few sets, such as consecutive digits.
class ChoiceConstraint final : public Constraint {
public:
    ChoiceConstraint(DigitGroup group, std::vector<Candidates> sets)
        : Constraint(group.cells()), group_(std::move(group)), sets_(std::move(sets)) {
        group_.add_rests(also_read_);
    }

    bool propagate(Domains& domains) override {
        OpenCells open(group_.cells(), domains);
        settled_ = open.count <= most_exact;
        return group_.restrict(open, domains, sets_, true);
    }

private:
    DigitGroup group_;
    std::vector<Candidates> sets_;
};

// A sum of cells with coefficients.
//
// The cells are split into groups that have one coefficient and are all different. What the groups add up to at least and at
// most leaves each a range of sums, and so sets of digits. The last cells that are not known are left what is part of some way
// to reach the total; with more of them, ranges do.
class SumConstraint final : public Constraint {
public:
    struct Group {
        DigitGroup digits;
        int coefficient;
    };

    SumConstraint(std::vector<Group> groups, int total, int size)
        : Constraint(all_cells(groups)),
          groups_(std::move(groups)),
          ranges_(groups_.size()),
          total_(total),
          turn_(size + 1),
          tables_(sum_tables(size)) {
        for (const Group& group : groups_) {
            unit_ = unit_ && std::abs(group.coefficient) == 1;
            group.digits.add_rests(also_read_);
        }
    }

    bool propagate(Domains& domains) override {
        find_ranges(domains);
        if (total_ < low_ || total_ > high_) return false;
        if (!open_ || low_ == high_) return true;
        settled_ = open_ <= most_exact;
        if (!settled_) return keep_ranges(domains);
        const int left = total_ - known_;
        if (open_ == 1) return left % factor(0) == 0 && domains.keep(last_[0].cell, digit_of(left / factor(0)));
        if (differ(0, open_ - 1))
            return restrict_group(last_[0].group, domains);  // they are in the order of the groups
        return unit_ && open_ == most_exact ? keep_last_three(domains) : try_last(domains);
    }

private:
    struct Range {
        int least, greatest;  // sum of the digits of a group
    };
    struct Open {
        std::uint8_t cell;
        Candidates digits;
        std::size_t group;
    };

    static Cells all_cells(const std::vector<Group>& groups) {
        Cells all;
        for (const Group& group : groups)
            all.insert(all.end(), group.digits.cells().begin(), group.digits.cells().end());
        return all;
    }

    void find_ranges(const Domains& domains) {
        open_ = low_ = high_ = known_ = 0;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            ExtremeDigits extreme;
            int known = 0;
            for (const std::uint8_t cell : groups_[g].digits.cells()) {
                const Candidates digits = domains.of[cell];
                extreme.add(digits);
                if (single(digits))
                    known += std::bit_width(digits);
                else if (++open_ <= most_exact)
                    last_[open_ - 1] = {cell, digits, g};
            }
            const int coefficient = groups_[g].coefficient;
            ranges_[g] = {sum_of(extreme.least), sum_of(extreme.greatest)};
            known_ += coefficient * known;
            low_ += coefficient * (coefficient > 0 ? ranges_[g].least : ranges_[g].greatest);
            high_ += coefficient * (coefficient > 0 ? ranges_[g].greatest : ranges_[g].least);
        }
    }

    int factor(int i) const { return groups_[last_[i].group].coefficient; }

    // All other groups are known.
    bool restrict_group(std::size_t g, Domains& domains) const {
        OpenCells open(groups_[g].digits.cells(), domains);
        const int left = total_ - known_, coefficient = groups_[g].coefficient;
        return left % coefficient == 0 &&
               restrict_sum(groups_[g].digits, open, left / coefficient, left / coefficient, tables_, domains);
    }

    bool differ(int i, int j) const { return last_[i].group == last_[j].group; }

    // Coefficients 1 and -1: with the digits of cells that count less turned around, all add up.
    bool keep_last_three(Domains& domains) const {
        int left = total_ - known_;
        Candidates of[3], possible[3] = {};
        for (int i = 0; i < 3; ++i) {
            of[i] = last_[i].digits;
            if (factor(i) > 0) continue;
            of[i] = mirrored(of[i], turn_);
            left += turn_;
        }
        for (std::uint32_t rest = of[0]; rest; rest &= rest - 1) {
            const auto digit = static_cast<Candidates>(rest & -rest);
            const int others = left - std::bit_width(digit);
            Candidates second = of[1], third = of[2];
            if (differ(0, 1)) second &= ~digit;
            if (differ(0, 2)) third &= ~digit;
            if (differ(1, 2) && others % 2 == 0) second &= ~digit_of(others / 2);
            second &= mirrored(third, others);
            if (!second) continue;
            possible[0] |= digit;
            possible[1] |= second;
            possible[2] |= mirrored(second, others);
        }
        for (int i = 0; i < 3; ++i)
            if (!domains.keep(last_[i].cell, factor(i) > 0 ? possible[i] : mirrored(possible[i], turn_))) return false;
        return true;
    }

    // Any coefficients: tries the digits of all cells but the last.
    bool try_last(Domains& domains) const {
        Candidates possible[most_exact] = {};
        if (!try_from(0, total_ - known_, 0, possible)) return false;
        for (int i = 0; i < open_; ++i)
            if (!domains.keep(last_[i].cell, possible[i])) return false;
        return true;
    }
    bool try_from(int i, int left, Candidates before, Candidates* possible) const {
        const bool apart = i && differ(i - 1, i);
        if (i == open_ - 1) {
            if (left % factor(i)) return false;
            const Candidates digit = digit_of(left / factor(i)) & last_[i].digits;
            if (!digit || (apart && digit & before)) return false;
            possible[i] |= digit;
            return true;
        }
        bool any = false;
        for (std::uint32_t rest = last_[i].digits; rest; rest &= rest - 1) {
            const auto digit = static_cast<Candidates>(rest & -rest);
            if (apart && digit & before) continue;
            if (!try_from(i + 1, left - factor(i) * std::bit_width(digit), digit, possible)) continue;
            possible[i] |= digit;
            any = true;
        }
        return any;
    }

    // Leaves each group the sums that the others leave it.
    bool keep_ranges(Domains& domains) const {
        const int spare = total_ - low_, surplus = high_ - total_;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const Range& range = ranges_[g];
            const int size = std::abs(groups_[g].coefficient);
            const bool adds = groups_[g].coefficient > 0;
            const int greatest = range.least + (adds ? spare : surplus) / size;
            const int least = range.greatest - (adds ? surplus : spare) / size;
            if (least <= range.least && greatest >= range.greatest) continue;
            OpenCells open(groups_[g].digits.cells(), domains);
            if (!restrict_sum(groups_[g].digits, open, std::max(least, range.least) - open.sum,
                              std::min(greatest, range.greatest) - open.sum, tables_, domains))
                return false;
        }
        return true;
    }

    std::vector<Group> groups_;
    std::vector<Range> ranges_;
    int total_, turn_;
    bool unit_ = true;
    const SumTables& tables_;
    int open_ = 0, low_ = 0, high_ = 0, known_ = 0;
    Open last_[most_exact];  // the first of them
};

// The cells split into groups of one coefficient that are all different.
inline std::vector<SumConstraint::Group> sum_groups(const Cells& cells, const std::vector<int>& coefficients,
                                                    const Peers& differ) {
    std::vector<SumConstraint::Group> groups;
    std::vector<std::pair<int, std::uint8_t>> terms;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (coefficients[i]) terms.push_back({coefficients[i], cells[i]});
    std::ranges::stable_sort(terms, {}, [](const auto& term) { return term.first; });
    for (std::size_t i = 0; i < terms.size();) {
        Cells same;
        const int coefficient = terms[i].first;
        for (; i < terms.size() && terms[i].first == coefficient; ++i) same.push_back(terms[i].second);
        while (!same.empty()) {
            Cells group = differ.clique(same);
            if (group.size() > most_size) group.resize(most_size);  // more cells than digits cannot differ
            groups.push_back({DigitGroup(group), coefficient});
            if (group.size() == same.size()) break;
            std::erase_if(same, [&](int cell) { return std::ranges::find(group, cell) != group.end(); });
        }
    }
    return groups;
}

// How much room the sum of some cells has, and how far a total is from the nearer end of it.
struct SumRange {
    int groups, room, slack;
};

inline SumRange sum_range(const Cells& cells, int total, const Peers& differ, int size) {
    const std::vector<SumConstraint::Group> groups = sum_groups(cells, std::vector<int>(cells.size(), 1), differ);
    int least = 0, room = 0;
    for (const SumConstraint::Group& group : groups) {
        const int count = group.digits.count();
        least += count * (count + 1) / 2;
        room += count * (size - count);
    }
    return {static_cast<int>(groups.size()), room, std::min(total - least, least + room - total)};
}

// Sums that follow from the houses: the digits of a house add up to a known number, so cages that nearly fill some
// houses leave a sum for the cells that stick in or out. People who solve killers call it the rule of 45.

inline constexpr std::size_t most_in_derived_sum = 4, most_in_tight_sum = 9;

class DerivedSums {
public:
    // The houses hold every digit; the statements are all of the rules.
    DerivedSums(const std::vector<Cells>& houses, const std::vector<Statement>& statements, const Peers& differ,
                int size)
        : size_(size), house_total_(size * (size + 1) / 2) {
        for (const Statement& one : statements) {
            if (one.kind != Kind::sum) continue;
            known_.insert({one.cells, one.numbers});
            bool plain = true;
            for (std::size_t i = 0; i < one.cells.size(); ++i) plain = plain && one.numbers[i] == 1;
            if (plain) cages_.push_back({set_of(one.cells), one.numbers.back()});
        }
        if (cages_.empty()) return;
        for (std::size_t first = 0; first < houses.size(); ++first) {
            CellSet region;
            int total = 0;
            for (std::size_t house = first; house < houses.size(); ++house) {
                const CellSet more = set_of(houses[house]);
                if ((region & more).any()) break;
                region |= more;
                total += house_total_;
                derive(region, total, house == first ? std::size_t{most_cells} : most_in_derived_sum);
            }
        }
        std::vector<CellSet> sets;
        for (const Cells& house : houses) sets.push_back(set_of(house));
        for (const CellSet& house : sets) cover(house, sets, differ);
    }

    std::vector<Statement> sums;

private:
    struct Cage {
        CellSet cells;
        int total;
    };

    void derive(const CellSet& region, int total, std::size_t most) {
        CellSet covered;
        for (const Cage& cage : cages_) {
            const std::size_t inside = (cage.cells & region).count();
            if (2 * inside <= cage.cells.count() || (cage.cells & covered).any()) continue;
            covered |= cage.cells;
            total -= cage.total;
        }
        if (covered.none()) return;
        const CellSet left = region & ~covered, beyond = covered & ~region;
        const std::size_t count = (left | beyond).count();
        if (!count) return;
        const bool short_or_whole = count <= most_in_derived_sum || (beyond.none() && count <= most);
        if (!short_or_whole && !tight(left.count(), beyond.count(), total)) return;
        Statement sum{Kind::sum, {}, {}, {}, {}};
        for (std::size_t cell = 0; cell < most_cells; ++cell) {
            if (!left[cell] && !beyond[cell]) continue;
            sum.cells.push_back(cell);
            sum.numbers.push_back(left[cell] ? 1 : -1);
        }
        sum.numbers.push_back(total);
        add(sum);
    }

    void add(const Statement& sum) {
        if (known_.insert({sum.cells, sum.numbers}).second) sums.push_back(sum);
    }

    // Cages, and houses where they leave a gap, that together have all cells of a house: what they have beyond it and other
    // houses is a sum too.
    void cover(const CellSet& house, const std::vector<CellSet>& houses, const Peers& differ) {
        CellSet cells;
        int total = 0;
        for (const Cage& cage : cages_)
            if ((cage.cells & house).any() && (cage.cells & cells).none()) {
                cells |= cage.cells;
                total += cage.total;
            }
        if ((house & ~cells).count() * 2 > house.count()) return;
        for (const CellSet& other : houses)
            if ((other & cells).none() && (other & house).count() > 1) {
                cells |= other;
                total += house_total_;
            }
        if ((house & ~cells).any()) return;
        const auto remove = [&](const CellSet& whole) {
            if ((whole & ~cells).any()) return;
            cells &= ~whole;
            total -= house_total_;
        };
        remove(house);
        for (const CellSet& other : houses) remove(other);
        if (cells.none()) return;
        const SumRange range = sum_range(cells_of(cells), total, differ, size_);
        if (range.room <= 4 * range.slack) return;
        add(sum_statement(cells_of(cells), total));
    }

    // Is the difference of so many cells and so many others near an end of its range?
    bool tight(std::size_t left, std::size_t beyond, int total) const {
        const int least = static_cast<int>(left) - static_cast<int>(beyond) * size_;
        const int range = static_cast<int>(left + beyond) * (size_ - 1);
        return left + beyond <= most_in_tight_sum && 4 * std::min(total - least, least + range - total) < range;
    }

    int size_;
    int house_total_;
    std::vector<Cage> cages_;
    std::set<std::pair<Cells, std::vector<int>>> known_;
};

// Sums of many cells taken together: cells of one sum that differ from those of another leave both less than each by itself
// says. Little killers on neighbouring diagonals gain most.
class CombinedSums {
public:
    // The statements are all of the rules; `differ` says which cells do.
    CombinedSums(const std::vector<Statement>& statements, const Peers& differ, int size)
        : differ_(differ), size_(size) {
        for (const Statement& one : statements) {
            if (one.kind != Kind::sum || one.cells.size() < fewest_cells) continue;
            const auto ones = std::count(one.numbers.begin(), one.numbers.end() - 1, 1);
            if (ones == std::ssize(one.cells)) parts_.push_back(read(one.cells, one.numbers.back()));
        }
        while (merge_best()) {
        }
        for (const Part& part : parts_)
            if (part.combined && part.gain > 0) sums.push_back(sum_statement(part.cells, part.total));
    }

    std::vector<Statement> sums;

private:
    static constexpr std::size_t fewest_cells = 6;

    struct Part {
        Cells cells;
        CellSet set;
        int total, gain;  // by how much the total narrows the sums of groups of cells that differ
        bool combined = false;
    };

    Part read(const Cells& cells, int total) const {
        const SumRange range = sum_range(cells, total, differ_, size_);
        return {cells, set_of(cells), total, range.room - range.groups * range.slack};
    }

    // Two sums in place of which one narrows more.
    bool merge_best() {
        Part best{{}, {}, 0, 0};
        std::size_t first = 0, second = 0;
        for (std::size_t a = 0; a < parts_.size(); ++a)
            for (std::size_t b = a + 1; b < parts_.size(); ++b) {
                if ((parts_[a].set & parts_[b].set).any()) continue;
                Part both = read(cells_of(parts_[a].set | parts_[b].set), parts_[a].total + parts_[b].total);
                const int least = std::min(std::max(parts_[a].gain, parts_[b].gain), parts_[a].gain + parts_[b].gain);
                if (both.gain <= least || (!best.cells.empty() && both.gain <= best.gain)) continue;
                best = std::move(both);
                first = a;
                second = b;
            }
        if (best.cells.empty()) return false;
        best.combined = true;
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(second));
        parts_[first] = std::move(best);
        return true;
    }

    const Peers& differ_;
    int size_;
    std::vector<Part> parts_;
};

}  // namespace engine::rules
