// The houses of a board that is rated, if they are not the rows, columns and blocks of its shape.
//
// Houses come in kinds: of each kind a cell is in one house or in none, and every house holds all digits. Rows and
// columns are kinds of their own, blocks or units of another form are a further one; the two diagonals of 9x9, which
// cross, are two more.
#pragma once

#include <algorithm>
#include <cstdint>

namespace engine::rating {

// The houses of each kind besides rows and columns, blocks first: the number of the house of each cell, kind by kind,
// below the size; no_house for none. No kinds: the usual houses of the shape.
struct Houses {
    static constexpr std::uint8_t no_house = 255;

    int kinds = 0;
    const std::uint8_t* number = nullptr;
};

// The most kinds, rows and columns among them: houses of one kind take as many numbers as the size, of 63 in all.
inline constexpr int most_kinds = 7;

constexpr int most_kinds_at(int size) { return std::min(most_kinds, 63 / size); }

}  // namespace engine::rating
