// The orders of a board's columns that make the second row of its image least, if a block has one row or two: what
// column_orders.hpp finds by trying all orders of a stack, of which there are too many once it is wide.
//
// If blocks are single rows, `next` (column_orders.hpp) is any permutation without a fixed column, and the least second
// row has its cycles one after another, the shortest first: 2 1, 4 3, 6 7 5. If a block has two rows, `next` leads from
// each of the two stacks to the other. The first half of the least second row then has the digits of the other stack in
// ascending order, whatever the order of the columns; and the second half is least when `next`, applied twice, has its
// cycles in that order, fixed columns before all. In both cases the order of one stack decides everything.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "symmetry/column_orders.hpp"

namespace engine {

// The cycles of the columns of one stack, the shortest first.
template <class G>
class StackCycles {
public:
    // `stack`: the one that comes first.
    StackCycles(const G& geometry, const Line<G>& next, int stack) : geometry_(geometry), next_(next) {
        std::array<bool, G::max_size> seen{};
        const int begin = stack * geometry.box_columns;
        for (int start = begin; start < begin + geometry.box_columns; ++start) {
            if (seen[start]) continue;
            std::vector<std::uint8_t> cycle;
            for (int column = start; !seen[column]; column = after(column)) {
                seen[column] = true;
                cycle.push_back(static_cast<std::uint8_t>(column));
            }
            cycles_.push_back(cycle);
        }
        std::stable_sort(cycles_.begin(), cycles_.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    }

    std::vector<int> lengths() const {
        std::vector<int> lengths;
        for (const auto& cycle : cycles_) lengths.push_back(static_cast<int>(cycle.size()));
        return lengths;
    }

    // Calls `found(columns)` for each order of the columns. `promising(columns, placed)` is asked when so many columns of
    // the stack have their places; if it says no, the orders that begin so are passed over.
    template <class Promising, class Found>
    void for_each_order(Promising promising, Found found) {
        columns_.fill(open);
        used_.assign(cycles_.size(), false);
        place_next(0, promising, found);
    }

private:
    int after(int column) const { return geometry_.box_rows == 1 ? next_[column] : next_[next_[column]]; }

    template <class Promising, class Found>
    void place_next(int placed, Promising& promising, Found& found) {
        if (placed == geometry_.box_columns) return found(columns_);
        const std::size_t first = std::find(used_.begin(), used_.end(), false) - used_.begin();
        const std::size_t length = cycles_[first].size();
        for (std::size_t i = first; i < cycles_.size() && cycles_[i].size() == length; ++i) {
            if (used_[i]) continue;
            used_[i] = true;
            for (const int start : cycles_[i]) {
                int column = start;
                for (std::size_t j = 0; j < length; ++j, column = after(column))
                    put(placed + static_cast<int>(j), column);
                if (promising(columns_, placed + static_cast<int>(length)))
                    place_next(placed + static_cast<int>(length), promising, found);
            }
            used_[i] = false;
        }
        for (int place = placed; place < placed + static_cast<int>(length); ++place) free(place);
    }

    // With two rows to a block, the column that a column leads to has the same place in the other stack.
    void put(int place, int column) {
        columns_[place] = static_cast<std::uint8_t>(column);
        if (geometry_.box_rows == 2) columns_[geometry_.box_columns + place] = next_[column];
    }

    void free(int place) {
        columns_[place] = open;
        if (geometry_.box_rows == 2) columns_[geometry_.box_columns + place] = open;
    }

    const G& geometry_;
    const Line<G>& next_;
    std::vector<std::vector<std::uint8_t>> cycles_;
    std::vector<bool> used_;
    Line<G> columns_;
};

}  // namespace engine
