// The geometry of a board: which row, column and block a cell lies in, and which cells see each other.
//
// Everything is a compile-time table of the box size, so that each kernel is written once for 4x4, 9x9, 16x16 and 25x25.
#pragma once

#include <array>
#include <cstdint>

namespace engine {

template <int Box>
struct Geometry {
    static constexpr int size = Box * Box;     // digits, and cells in a unit
    static constexpr int cells = size * size;  // cells of a board, numbered row by row
    static constexpr int units = 3 * size;     // rows, then columns, then blocks

    static constexpr int row(int cell) { return cell / size; }
    static constexpr int column(int cell) { return cell % size; }
    static constexpr int block(int cell) { return row(cell) / Box * Box + column(cell) / Box; }
    static constexpr bool see(int a, int b) {
        return a != b && (row(a) == row(b) || column(a) == column(b) || block(a) == block(b));
    }
};

// Digits still possible in a cell: bit v-1 is digit v. 25 digits fit.
using Digits = std::uint32_t;

template <int Box>
inline constexpr Digits all_digits = (Digits{1} << Geometry<Box>::size) - 1;

constexpr Digits digit_bit(int digit) { return Digits{1} << (digit - 1); }

// The unit numbers of every cell, looked up on the hot paths where a division would cost.
template <int Box>
struct UnitTable {
    std::array<std::uint8_t, Geometry<Box>::cells> row{}, column{}, block{};

    constexpr UnitTable() {
        for (int cell = 0; cell < Geometry<Box>::cells; ++cell) {
            row[cell] = static_cast<std::uint8_t>(Geometry<Box>::row(cell));
            column[cell] = static_cast<std::uint8_t>(Geometry<Box>::column(cell));
            block[cell] = static_cast<std::uint8_t>(Geometry<Box>::block(cell));
        }
    }
};

template <int Box>
inline constexpr UnitTable<Box> units_of{};

}  // namespace engine
