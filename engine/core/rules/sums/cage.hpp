// Cells that are all different and whose digits add up to a total, or form one of a few sets.
#pragma once

#include "rules/constraint.hpp"
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

}  // namespace engine::rules
