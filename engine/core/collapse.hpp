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

constexpr Digits random_digit(Digits digits, Random& random) {
    for (std::uint32_t skip = random.below(std::popcount(digits)); skip > 0; --skip) digits &= digits - 1;
    return digits & -digits;
}

template <int Box>
class Wave {
public:
    // One attempt; false when some cell has nothing left.
    bool collapse(Random& random) {
        reset();
        for (int open = Shape::cells; open > 0; --open) {
            if (with_left_[0].any()) return false;
            const int cell = pick_cell(random);
            settle(cell, random_digit(left_[cell], random));
        }
        return true;
    }

    void write(std::uint8_t* board) const {
        for (int cell = 0; cell < Shape::cells; ++cell)
            board[cell] = static_cast<std::uint8_t>(std::countr_zero(left_[cell]) + 1);
    }

private:
    using Shape = Geometry<Box>;
    using Cells = CellSet<Shape::cells>;

    void reset() {
        std::fill_n(left_, Shape::cells, all_digits<Box>);
        std::fill_n(with_left_, Shape::size, Cells{});
        std::fill_n(with_digit_, Shape::size, Cells::all());
        with_left_[Shape::size] = Cells::all();
    }

    // Cells with one digit left are taken lowest first and without a draw: whatever their order, they end alike.
    int pick_cell(Random& random) const {
        if (with_left_[1].any()) return with_left_[1].first();
        int fewest = 2;
        while (!with_left_[fewest].any()) ++fewest;
        return with_left_[fewest].nth(random.below(with_left_[fewest].count()));
    }

    void settle(int cell, Digits digit) {
        with_left_[std::popcount(left_[cell])].remove(cell);
        for (Digits gone = left_[cell]; gone; gone &= gone - 1) with_digit_[std::countr_zero(gone)].remove(cell);
        left_[cell] = digit;
        Cells& holders = with_digit_[std::countr_zero(digit)];
        const Cells losers = holders & peers_of<Box>[cell];
        holders = holders.without(losers);
        losers.for_each([&](int peer) {
            const int count = std::popcount(left_[peer]);
            left_[peer] ^= digit;
            with_left_[count].remove(peer);
            with_left_[count - 1].add(peer);
        });
    }

    Digits left_[Shape::cells];
    Cells with_left_[Shape::size + 1];  // open cells by how many digits they have left
    Cells with_digit_[Shape::size];     // open cells by the digits they have left
};

// Writes board `index` of a seed and returns how many attempts it took.
template <int Box>
int generate(std::uint64_t seed, std::uint64_t index, std::uint8_t* board) {
    Random random(seed, index);
    Wave<Box> wave;
    int attempts = 1;
    while (!wave.collapse(random)) ++attempts;
    wave.write(board);
    return attempts;
}

}  // namespace engine
