// Sums of many cells taken together: cells of one sum that differ from those of another leave both less than each by itself
// says. Little killers on neighbouring diagonals gain most.
#pragma once

#include "rules/statements.hpp"
#include "rules/sums/sum.hpp"

namespace engine::rules {

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
