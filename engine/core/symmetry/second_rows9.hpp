// At 9x9, for each of the 12,096 ways in which a second row can follow the first, the orders of the columns that
// make it least: a table, filled at its first use by the search that the other sizes run for each board.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/column_orders.hpp"

namespace engine {

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
