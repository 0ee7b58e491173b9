// The orders of a board's columns that make the second row of its image least, once two rows have been chosen to come
// first and the digits are renamed so that the first reads 1, 2, 3, ...
//
// A digit is then called by the place where its column goes, and the two rows are one permutation of the columns,
// `next`: from each to the column in which the first row has what the second row has here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

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

}  // namespace engine
