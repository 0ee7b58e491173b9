// Full boards from one block: its digits in random order, and cyclic shifts of it everywhere else.
//
// One block to the right the rows move up by one, one block down the columns move left by one. All boards of a shape are
// one board with other digits.
#pragma once

#include <cstdint>

#include "board/random.hpp"

namespace engine {

template <class G>
void permutation_board(const G& geometry, Random& random, std::uint8_t* board) {
    std::uint8_t digits[G::max_size];
    const int size = geometry.size, rows = geometry.box_rows, columns = geometry.box_columns;
    for (int i = 0; i < size; ++i) digits[i] = static_cast<std::uint8_t>(i + 1);
    random.shuffle(digits, size);
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            *board++ = digits[(row + column / columns) % rows * columns + (column + row / rows) % columns];
}

}  // namespace engine
