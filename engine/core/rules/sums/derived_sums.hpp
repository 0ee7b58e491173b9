// Sums that follow from the houses: the digits of a house add up to a known number, so cages that nearly fill some
// houses leave a sum for the cells that stick in or out. People who solve killers call it the rule of 45.
#pragma once

#include <set>

#include "rules/statements.hpp"
#include "rules/sums/sum.hpp"

namespace engine::rules {

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
