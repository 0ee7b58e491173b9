// Random full boards by wave function collapse.
//
// Every cell starts with all digits. Again and again a cell with the fewest digits left is picked, ties at random, one
// of its digits is picked at random, and that digit leaves the cell's row, column and block. A cell with nothing left
// makes the attempt invalid, and the board is tried again.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "cell_set.hpp"
#include "geometry.hpp"
#include "random.hpp"

namespace engine {

// How many digits each cell has left, as planes of bits: plane i holds bit i of every cell's count. All cells are counted
// down at once, without a branch.
template <int Box>
class Counts {
    using Shape = Geometry<Box>;
    using Cells = CellSet<Shape::cells>;

public:
    Counts() {
        for (int i = 0; i < planes; ++i) plane_[i] = Shape::size >> i & 1 ? Cells::all() : Cells{};
    }

    // Takes one from the count of each of the cells, none of which may be at zero.
    void decrement(Cells borrow) {
        for (Cells& plane : plane_) {
            const Cells next = borrow.without(plane);
            plane = plane ^ borrow;
            borrow = next;
        }
    }

    // The cells, among those given, that have this count.
    Cells at(int count, Cells among) const {
        for (int i = 0; i < planes; ++i) among = count >> i & 1 ? among & plane_[i] : among.without(plane_[i]);
        return among;
    }

private:
    static constexpr int planes = std::bit_width(static_cast<unsigned>(Shape::size));
    Cells plane_[planes];
};

template <int Box>
class Wave {
public:
    Wave() {
        std::fill_n(with_digit_, Shape::size, Cells::all());
        open_ = Cells::all();
    }

    // Settles cell after cell on a board; false when some cell has nothing left.
    bool collapse(Random& random, std::uint8_t* board) {
        while (open_.any()) {
            if (counts_.at(0, open_).any()) return false;
            const int cell = pick_cell(random);
            const int digit = pick_digit(cell, random);
            board[cell] = static_cast<std::uint8_t>(digit + 1);
            settle(cell, digit);
        }
        return true;
    }

private:
    using Shape = Geometry<Box>;
    using Cells = CellSet<Shape::cells>;

    // Cells with one digit left are taken lowest first and without a draw: whatever their order, they end alike.
    int pick_cell(Random& random) const {
        if (const Cells singles = counts_.at(1, open_); singles.any()) return singles.first();
        int fewest = 2;
        while (!counts_.at(fewest, open_).any()) ++fewest;
        const Cells tied = counts_.at(fewest, open_);
        return tied.nth(random.below(tied.count()));
    }

    int pick_digit(int cell, Random& random) const {
        Digits left = 0;
        for (int d = 0; d < Shape::size; ++d) left |= Digits{with_digit_[d].has(cell)} << d;
        return nth_bit(left, random.below(std::popcount(left)));
    }

    void settle(int cell, int digit) {
        open_.remove(cell);
        const Cells losers = with_digit_[digit] & open_ & peers_of<Box>[cell];
        with_digit_[digit] = with_digit_[digit].without(losers);
        counts_.decrement(losers);
    }

    Cells open_;                     // cells that are not settled
    Cells with_digit_[Shape::size];  // by digit: cells that have it left, and settled ones
    Counts<Box> counts_;             // of open cells
};

}  // namespace engine
