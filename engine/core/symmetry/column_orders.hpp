// The orders of a board's columns that make the second row of its image least, once two rows have been chosen to come
// first and the digits are renamed so that the first reads 1, 2, 3, ...
//
// A digit is then called by the place where its column goes, and the two rows are one permutation of the columns,
// `next`: from each to the column in which the first row has what the second row has here.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "board/geometry.hpp"

namespace engine {

inline constexpr std::uint8_t open = 255;  // not decided yet; greater than any digit

template <class G>
using Line = std::array<std::uint8_t, G::max_size>;

// The columns as they get their places one by one: each the least that is free in its stack, and each stack the least
// that is free.
template <class G>
class Places {
public:
    explicit Places(const G& geometry = G()) : geometry_(geometry) {
        place_.fill(open);
        column_at_.fill(open);
        stack_place_.fill(open);
    }

    // Of each place, the column that goes there.
    const Line<G>& columns() const { return column_at_; }

    // The place of a column, given now if it had none.
    int settle(int column) {
        if (place_[column] == open) {
            const int stack = column / geometry_.box_columns;
            if (stack_place_[stack] == open) stack_place_[stack] = stacks_++;
            place_[column] = static_cast<std::uint8_t>(stack_place_[stack] * geometry_.box_columns + settled_[stack]++);
            column_at_[place_[column]] = static_cast<std::uint8_t>(column);
        }
        return place_[column];
    }

    // Whether the column would get this place, the first that is free.
    bool would_get(int column, int place) const {
        const int stack = stack_place_[column / geometry_.box_columns];
        return place_[column] == open && place / geometry_.box_columns == (stack == open ? stacks_ : stack);
    }

private:
    [[no_unique_address]] G geometry_;
    Line<G> place_, column_at_;
    Line<G> stack_place_, settled_{};  // there are no more stacks than columns
    std::uint8_t stacks_ = 0;
};

// The least of several sequences, each read one digit after another and given up once it is greater.
template <int Length>
class Least {
public:
    Least() { digits_.fill(open); }

    // Whether the sequence that is being read is still no greater than the least.
    bool stands(int index, int digit) {
        if (digit > digits_[index]) return false;
        if (digit < digits_[index]) {
            digits_[index] = static_cast<std::uint8_t>(digit);
            std::fill(digits_.begin() + index + 1, digits_.end(), open);
            ties_ = 0;
        }
        return true;
    }

    void finish() { ++ties_; }

    const auto& digits() const { return digits_; }
    std::int64_t ties() const { return ties_; }  // how many were read to the end and are the least so far

private:
    std::array<std::uint8_t, Length> digits_;
    std::int64_t ties_ = 0;
};

// Puts the columns in order while the second row is read: a digit whose name is open gets the least that is free, so
// that a choice is left only at a place whose column is open.
template <class G, class Stands, class Found>
class ColumnOrders {
public:
    ColumnOrders(const G& geometry, const Line<G>& next, Stands stands, Found found)
        : geometry_(geometry), next_(next), stands_(stands), found_(found) {}

    void choose_column(const Places<G>& places, int place) {
        for (int column = 0; column < geometry_.size; ++column) {
            if (!places.would_get(column, place)) continue;
            Places<G> chosen = places;
            chosen.settle(column);
            read_from(chosen, place);
        }
    }

private:
    void read_from(Places<G>& places, int place) {
        for (; place < geometry_.size; ++place) {
            const int column = places.columns()[place];
            if (column == open) return choose_column(places, place);
            if (!stands_(place, places.settle(next_[column]))) return;
        }
        found_(places.columns());
    }

    [[no_unique_address]] G geometry_;
    const Line<G>& next_;
    Stands stands_;
    Found found_;
};

// Calls `found(columns)` for each order of the columns in which `stands(place, digit)` was true of every digit of the
// second row.
template <class G, class Stands, class Found>
void search_column_orders(const G& geometry, const Line<G>& next, Stands stands, Found found) {
    ColumnOrders<G, Stands, Found>(geometry, next, stands, found).choose_column(Places<G>(geometry), 0);
}

// The orders of a board's columns that make the second row of its image least, if a block has one row or two: what
// column_orders.hpp finds by trying all orders of a stack, of which there are too many once it is wide.
//
// If blocks are single rows, `next` (column_orders.hpp) is any permutation without a fixed column, and the least second
// row has its cycles one after another, the shortest first: 2 1, 4 3, 6 7 5. If a block has two rows, `next` leads from
// each of the two stacks to the other. The first half of the least second row then has the digits of the other stack in
// ascending order, whatever the order of the columns; and the second half is least when `next`, applied twice, has its
// cycles in that order, fixed columns before all. In both cases the order of one stack decides everything.

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
                cycle.push_back(column);
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

// At 9x9, for each of the 12,096 ways in which a second row can follow the first, the orders of the columns that
// make it least: a table, filled at its first use by the search that the other sizes run for each board.
class SecondRows9 {
    static constexpr int size = 9, box = 3;
    using Line = engine::Line<Geometry9>;

public:
    // Least second rows are ranked among each other.
    struct Ranks {
        std::uint8_t rank, upside_down;  // and of the two rows exchanged
    };

    static const SecondRows9& table() {
        static const SecondRows9 built;
        return built;
    }

    // The number of the way that `next` is; column_orders.hpp says what that is.
    int number(const Line& next) const {
        const int order = (next[6] > next[7]) + 2 * (next[6] > next[8]) + 4 * (next[7] > next[8]);
        return first_of_stacks_[number_of_stacks(next)] + number_of_order[order];
    }

    Ranks ranks(int number) const { return ranks_[number]; }
    const Line& row(int rank) const { return rows_[rank]; }
    std::span<const Line> orders(int number) const {
        return {orders_.data() + first_order_[number], orders_.data() + first_order_[number + 1]};
    }

private:
    // The number of a column among those outside a stack.
    static constexpr auto beyond_stack = [] {
        std::array<std::array<std::uint8_t, size>, box> numbers{};
        for (int stack = 0; stack < box; ++stack)
            for (int column = 0, number = 0; column < size; ++column)
                if (column / box != stack) numbers[stack][column] = static_cast<std::uint8_t>(number++);
        return numbers;
    }();

    // The number of the order of three columns a, b, c among the six, by (a > b) + 2 (a > c) + 4 (b > c).
    static constexpr std::array<std::uint8_t, 8> number_of_order{0, 2, 0, 4, 1, 0, 3, 5};

    SecondRows9() {
        std::vector<Line> ways, least_rows;
        Line next;
        for_each_way(next, 0, Geometry9::all_digits, [&] {
            const auto way = static_cast<std::uint16_t>(ways.size());
            if (way % 6 == 0) first_of_stacks_[number_of_stacks(next)] = way;
            ways.push_back(next);
            least_rows.push_back(add_orders(next));
        });
        first_order_.push_back(static_cast<std::uint32_t>(orders_.size()));

        rows_ = least_rows;
        std::sort(rows_.begin(), rows_.end());
        rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
        for (std::size_t way = 0; way < ways.size(); ++way)
            ranks_.push_back({rank(least_rows[way]), rank(least_rows[number(inverse(ways[way]))])});
    }

    // Fills `next` from a column on with columns that are free, in every way that leads none to its own stack; visits
    // them in lexicographic order.
    template <class Visit>
    static void for_each_way(Line& next, int column, Digits free, const Visit& visit) {
        if (column == size) return visit();
        const Digits stack = (digit_bit(box + 1) - 1) << (column / box * box);
        for (Digits rest = free & ~stack; rest; rest &= rest - 1) {
            next[column] = static_cast<std::uint8_t>(std::countr_zero(rest));
            for_each_way(next, column + 1, free ^ (rest & -rest), visit);
        }
    }

    static Line inverse(const Line& next) {
        Line back;
        for (int column = 0; column < size; ++column) back[next[column]] = static_cast<std::uint8_t>(column);
        return back;
    }

    // Keeps the best orders of the columns and returns the second row that they make.
    Line add_orders(const Line& next) {
        first_order_.push_back(static_cast<std::uint32_t>(orders_.size()));
        Least<size> row;
        search_column_orders(
            Geometry9(), next, [&](int place, int digit) { return row.stands(place, digit); },
            [&](const Line& columns) {
                if (row.ties() == 0) orders_.resize(first_order_.back());
                row.finish();
                orders_.push_back(columns);
            });
        return row.digits();
    }

    std::uint8_t rank(const Line& row) const {
        return static_cast<std::uint8_t>(std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin());
    }

    // Where the first six columns lead; the last three follow from it but for their order.
    static int number_of_stacks(const Line& next) {
        int number = 0;
        for (int column = 0; column < 2 * box; ++column) number = 6 * number + beyond_stack[column / box][next[column]];
        return number;
    }

    std::array<std::uint16_t, 6 * 6 * 6 * 6 * 6 * 6> first_of_stacks_{};
    std::vector<Ranks> ranks_;                // of each way
    std::vector<std::uint32_t> first_order_;  // of each way, in `orders_`
    std::vector<Line> orders_;
    std::vector<Line> rows_;  // the 15 least second rows, in ascending order
};

}  // namespace engine
