// The units of a 9x9 board, sets of its cells, and masks of digits.
//
// Units are numbered rows first (0 to 8), then columns (9 to 17), then blocks (18 to 26); digits are 1 to 9.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/cell_set.hpp"

namespace engine::scoring {

inline constexpr int cell_count = 81, unit_count = 27, first_column = 9, first_block = 18;

using Cells = CellSet<cell_count>;
using Mask = std::uint16_t;  // digits as bits, from bit 0 for digit 1

inline constexpr Mask all_digits = 0x1ff;

constexpr Mask bit(int digit) { return static_cast<Mask>(1u << (digit - 1)); }
constexpr int count(Mask mask) { return std::popcount(mask); }
constexpr int lowest(Mask mask) { return std::countr_zero(mask) + 1; }
constexpr Mask without(Mask mask, Mask other) { return static_cast<Mask>(mask & ~other); }

// The digits of a mask in ascending order, for a range-based loop.
class EachDigit {
public:
    struct Iterator {
        unsigned rest;
        constexpr int operator*() const { return std::countr_zero(rest) + 1; }
        constexpr void operator++() { rest &= rest - 1; }
        constexpr bool operator!=(const Iterator& other) const { return rest != other.rest; }
    };

    constexpr explicit EachDigit(Mask mask) : mask_(mask) {}
    constexpr Iterator begin() const { return {mask_}; }
    constexpr Iterator end() const { return {0}; }

private:
    unsigned mask_;
};

// The cells of a set in ascending order, for a range-based loop.
class EachCell {
public:
    struct End {};
    struct Iterator {
        std::uint64_t low, high;
        constexpr int operator*() const { return low ? std::countr_zero(low) : 64 + std::countr_zero(high); }
        constexpr void operator++() {
            if (low)
                low &= low - 1;
            else
                high &= high - 1;
        }
        constexpr bool operator!=(End) const { return low | high; }
    };

    constexpr explicit EachCell(const Cells& cells) : cells_(cells) {}
    constexpr Iterator begin() const { return {cells_.word[0], cells_.word[1]}; }
    constexpr End end() const { return {}; }

private:
    Cells cells_;
};

constexpr bool disjoint(const Cells& a, const Cells& b) { return !((a.word[0] & b.word[0]) | (a.word[1] & b.word[1])); }
constexpr bool within(const Cells& part, const Cells& whole) {
    return !((part.word[0] & ~whole.word[0]) | (part.word[1] & ~whole.word[1]));
}
constexpr void operator|=(Cells& to, const Cells& cells) { to = to | cells; }
constexpr void operator&=(Cells& to, const Cells& cells) { to = to & cells; }

struct UnitTables {
    std::array<std::array<std::uint8_t, 9>, unit_count> cell{};     // of a unit, in ascending order
    std::array<std::array<std::uint8_t, 3>, cell_count> of_cell{};  // the row, column and block of a cell
    std::array<Cells, unit_count> set{};
    std::array<Cells, cell_count> peers{};

    constexpr UnitTables() {
        constexpr Shape shape = Geometry9::shape;
        std::array<int, unit_count> filled{};
        for (int at = 0; at < cell_count; ++at) {
            of_cell[at] = {static_cast<std::uint8_t>(shape.row(at)),
                           static_cast<std::uint8_t>(first_column + shape.column(at)),
                           static_cast<std::uint8_t>(first_block + shape.block(at))};
            for (const int unit : of_cell[at]) {
                cell[unit][filled[unit]++] = static_cast<std::uint8_t>(at);
                set[unit].add(at);
            }
        }
        for (int at = 0; at < cell_count; ++at) {
            for (const int unit : of_cell[at]) peers[at] |= set[unit];
            peers[at].remove(at);
        }
    }
};

inline constexpr UnitTables units{};

constexpr int row_of(int cell) { return units.of_cell[cell][0]; }
constexpr int column_of(int cell) { return units.of_cell[cell][1] - first_column; }
constexpr int block_of(int cell) { return units.of_cell[cell][2] - first_block; }
constexpr bool see(int a, int b) { return units.peers[a].has(b); }

// The cells that see all of these: every cell if there are none.
inline Cells peers_of_all(const Cells& cells) {
    Cells common = Cells::all();
    for (const int cell : EachCell(cells)) common &= units.peers[cell];
    return common;
}

}  // namespace engine::scoring
