// The 27 regions of a 9x9 board in Sudoku Explainer's order: blocks 0-8, rows 9-17, columns 18-26.
//
// That order, and the order of cells within a region (row by row), decide which of several equal steps is met first.
// Inside core/rating a digit is 0 to 8, so that it can be an index and a bit; only step.hpp's readers add one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/cell_set.hpp"

namespace engine::rating {

inline constexpr int cell_count = 81, region_count = 27, digit_count = 9;

// One entry a region, and a few more, so that one register holds a digit's row of them.
template <class T>
using PerRegion = std::array<T, 32>;

using Cells = CellSet<cell_count>;
using Mask = std::uint16_t;  // of digits, or of places within a region: nine bits

inline constexpr Mask full_mask = 0x1ff;

constexpr Mask bit(int i) { return static_cast<Mask>(1 << i); }
constexpr int lowest(unsigned mask) { return std::countr_zero(mask); }
constexpr int size_of(unsigned mask) { return std::popcount(mask); }
constexpr bool is_single(unsigned mask) { return mask && !(mask & (mask - 1)); }

// Calls `work` with each set bit's number, lowest first.
template <class Work>
constexpr void for_bits(unsigned mask, Work work) {
    for (; mask; mask &= mask - 1) work(lowest(mask));
}

template <class Work>
constexpr void for_cells(const Cells& cells, Work work) {
    cells.for_each(work);
}

enum Kind { block, row, column };

constexpr Kind kind_of(int region) { return static_cast<Kind>(region / 9); }

struct RegionTables {
    std::array<std::array<std::uint8_t, 9>, region_count> cell{};  // [region][place]
    std::array<std::array<std::uint8_t, cell_count>, 3> region{};  // [kind][cell]
    std::array<std::array<std::uint8_t, cell_count>, 3> place{};   // [kind][cell]: its place in that region
    std::array<std::array<std::uint8_t, 20>, cell_count> house{};  // block, then row, then column, none twice
    std::array<Cells, region_count> cells{};
    std::array<std::uint32_t, cell_count> bits{};                        // the three regions of a cell, a bit each
    std::array<std::array<Mask, region_count>, region_count> overlap{};  // [a][b]: the places of a that lie in b

    constexpr RegionTables() {
        for (int i = 0; i < 9; ++i)
            for (int j = 0; j < 9; ++j) {
                cell[i][j] = static_cast<std::uint8_t>((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3);
                cell[9 + i][j] = static_cast<std::uint8_t>(9 * i + j);
                cell[18 + i][j] = static_cast<std::uint8_t>(9 * j + i);
            }
        for (int r = 0; r < region_count; ++r)
            for (int j = 0; j < 9; ++j) {
                region[r / 9][cell[r][j]] = static_cast<std::uint8_t>(r);
                place[r / 9][cell[r][j]] = static_cast<std::uint8_t>(j);
                bits[cell[r][j]] |= 1u << r;
                cells[r].add(cell[r][j]);
            }
        for (int a = 0; a < region_count; ++a)
            for (int b = 0; b < region_count; ++b)
                for (int j = 0; j < 9; ++j)
                    if (cells[b].has(cell[a][j])) overlap[a][b] = static_cast<Mask>(overlap[a][b] | bit(j));
        for (int c = 0; c < cell_count; ++c) {
            int n = 0;
            Cells seen;
            seen.add(c);
            for (int k = 0; k < 3; ++k)
                for (const int other : cell[region[k][c]])
                    if (!seen.has(other)) {
                        seen.add(other);
                        house[c][n++] = static_cast<std::uint8_t>(other);
                    }
        }
    }
};

inline constexpr RegionTables regions{};

// The regions in the order in which most techniques go through them: blocks, columns, rows.
inline constexpr auto blocks_columns_rows = [] {
    std::array<std::uint8_t, region_count> order{};
    for (int i = 0; i < 9; ++i) {
        order[i] = static_cast<std::uint8_t>(i);
        order[9 + i] = static_cast<std::uint8_t>(18 + i);
        order[18 + i] = static_cast<std::uint8_t>(9 + i);
    }
    return order;
}();

constexpr bool see(int a, int b) { return peers_of<3>[a].has(b); }

}  // namespace engine::rating
