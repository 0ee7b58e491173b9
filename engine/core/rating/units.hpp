// The units of a board in Sudoku Explainer's order: blocks, then rows, then columns; at 9x9 blocks 0-8, rows 9-17,
// columns 18-26. That order, and the order of cells within a unit (row by row), decide which of several equal steps is
// met first.
//
// Everything here is written once for a *board*: NineByNine, whose numbers are constants, or AnyBoard, whose numbers
// are known at run time only. A Latin square has no blocks: their numbers stay unused, and every cell has the empty
// unit 0 as its block. AnyBoard may have regions of any form in place of blocks, and further houses: of each further
// kind a cell is in one or in none. Inside core/rating a digit counts from 0, so that it can be an index and a bit; only
// the readers of step.hpp add one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "board/cell_set.hpp"
#include "board/geometry.hpp"

namespace engine::rating {

// The houses of a board that is rated, if they are not the rows, columns and blocks of its shape.
//
// Houses come in kinds: of each kind a cell is in one house or in none, and every house holds all digits. Rows and
// columns are kinds of their own, blocks or units of another form are a further one; the two diagonals of 9x9, which
// cross, are two more.

// The houses of each kind besides rows and columns, blocks first: the number of the house of each cell, kind by kind,
// below the size; no_house for none. No kinds: the usual houses of the shape.
struct Houses {
    static constexpr std::uint8_t no_house = 255;

    int kinds = 0;
    const std::uint8_t* number = nullptr;
};

// The most kinds, rows and columns among them: houses of one kind take as many numbers as the size.
inline constexpr int most_kinds = 7, most_houses = 63;

constexpr int most_kinds_at(int size) { return std::min(most_kinds, most_houses / size); }

using Mask = std::uint16_t;  // of digits, or of places within a unit

constexpr Mask bit(int i) { return static_cast<Mask>(1 << i); }

// Masks are words or half words; sets of units may be double words.
template <class Set>
constexpr auto unsigned_word(Set set) {
    return static_cast<std::conditional_t<(sizeof(Set) > sizeof(unsigned)), std::uint64_t, unsigned>>(set);
}

template <class Set>
constexpr int lowest(Set set) {
    return std::countr_zero(unsigned_word(set));
}
template <class Set>
constexpr int size_of(Set set) {
    return std::popcount(unsigned_word(set));
}
template <class Set>
constexpr bool is_single(Set set) {
    return set && !(set & (set - 1));
}

// Calls `work` with each set bit's number, lowest first.
template <class Set, class Work>
constexpr void for_bits(Set set, Work work) {
    for (auto rest = unsigned_word(set); rest; rest &= rest - 1) work(lowest(rest));
}

template <class Cells, class Work>
constexpr void for_cells(const Cells& cells, Work work) {
    cells.for_each(work);
}

enum Kind : int { block, row, column };  // further kinds follow

// The most cells that a cell of a board up to a size sees: those of its row and column, and the rest of its block.
constexpr int most_peers_of(int most_size) {
    int most = 0;
    for (int rows = 1; rows <= most_size; ++rows)
        for (int columns = 1; rows * columns <= most_size; ++columns)
            most = std::max(most, 2 * (rows * columns - 1) + (rows - 1) * (columns - 1));
    return most;
}

// The tables of a board of any size up to MostSize, with up to MostKinds kinds of units.
template <int MostSize, int MostKinds = 3>
struct UnitTables {
    static constexpr int most_size = MostSize, most_cells = MostSize * MostSize, most_kinds = MostKinds;
    static constexpr int most_units = MostKinds > 3 ? 64 : 3 * MostSize;
    static constexpr int nowhere = most_units - (MostKinds > 3);  // the unit without cells of cells in no house
    static constexpr int most_candidates = most_cells * MostSize;
    static constexpr int most_peers = MostKinds > 3 ? 8 * MostKinds : most_peers_of(MostSize);
    static constexpr int most_parts = MostSize / 2;  // blocks that a line crosses, or lines that cross a block

    using Cells = CellSet<most_cells>;
    using UnitSet = std::conditional_t<(most_units <= 32), std::uint32_t, std::uint64_t>;

    // One entry a unit, and a few more, so that one register holds a digit's row of them.
    template <class T>
    using PerUnit = std::array<T, std::bit_ceil(unsigned{most_units})>;

    Shape shape;
    std::array<std::array<std::uint8_t, most_size>, most_units> cell{};      // [unit][place]
    std::array<std::array<std::uint8_t, most_cells>, MostKinds> unit{};      // [kind][cell]
    std::array<std::array<std::uint8_t, most_cells>, MostKinds> place{};     // [kind][cell]: its place in that unit
    std::array<std::array<std::uint8_t, most_peers>, most_cells> house{};    // block, then row, then column, none twice
    std::array<Cells, most_units> cells{};                                   // of a unit
    std::array<Cells, most_cells> peers{};                                   // of a cell
    std::array<UnitSet, most_cells> bits{};                                  // the units of a cell, a bit each
    std::array<std::array<Mask, most_units>, most_units> overlap{};          // [a][b]: the places of a that lie in b
    std::array<std::array<std::uint8_t, (1 << MostSize)>, 2 * 2> part_of{};  // see `part`

    explicit constexpr UnitTables(Shape shape, Houses houses = {})
        : shape(shape),
          kinds_(houses.kinds ? 2 + houses.kinds : 3),
          first_kind_((houses.kinds ? houses.number[0] == Houses::no_house : !shape.has_blocks()) ? row : block) {
        houses.kinds ? fill_units(houses) : fill_units();
        fill_overlaps();
        fill_peers();
        for (const Kind kind : {block, column, row}) list_units(kind);
        for (int kind = column + 1; kind < kinds_; ++kind) list_units(kind);
        if (!houses.kinds && shape.has_blocks()) fill_parts();
    }

    static constexpr UnitSet unit_bit(int unit) { return UnitSet{1} << unit; }

    constexpr bool see(int a, int b) const { return peers[a].has(b); }

    // Whether a kind has a unit with both cells.
    constexpr bool share(Kind kind, int a, int b) const {
        return unit[kind][a] == unit[kind][b] && unit[kind][a] != nowhere;
    }

    // Of usual blocks: which of the units of kind To that cross a unit of kind From holds a set of two or more
    // places of it, counted from 0; most_parts for none. One of the kinds is the block.
    template <Kind From, Kind To>
    constexpr int part(unsigned places) const {
        return part_of[From == block ? To - 1 : From + 1][places];
    }

    // How many units of kind To cross one of kind From, and which is number i of them.
    template <Kind From, Kind To>
    constexpr int parts() const {
        return From == row || To == row ? shape.rows : shape.columns;
    }
    template <Kind From, Kind To>
    constexpr int crossing(int from, int i) const {
        const int size = shape.size(), number = from % size;
        if (To == row) return row * size + number / shape.rows * shape.rows + i;
        if (To == column) return column * size + number % shape.rows * shape.columns + i;
        return From == row ? number / shape.rows * shape.rows + i : i * shape.rows + number / shape.columns;
    }

protected:
    int kinds_, first_kind_;
    std::size_t ordered_ = 0;
    std::array<std::uint8_t, most_units> order_{};  // the units that there are, as most techniques go through them

private:
    constexpr void list_units(int kind) {
        for (int i = kind * shape.size(); i < (kind + 1) * shape.size(); ++i)
            if (cells[i].any()) order_[ordered_++] = static_cast<std::uint8_t>(i);
    }

    constexpr void fill_units(Houses houses) {
        for (int kind = 0; kind < kinds_; ++kind) {
            unit[kind].fill(kind == block && first_kind_ == row ? 0 : nowhere);
            const int of = kind == block ? 0 : kind - column;  // rows and columns are not given
            std::array<std::uint8_t, most_size> count{};
            for (int c = 0; c < shape.cells(); ++c) {
                const int house = kind == row      ? c / shape.size()
                                  : kind == column ? c % shape.size()
                                                   : houses.number[of * shape.cells() + c];
                if (house != Houses::no_house) add(static_cast<Kind>(kind), house, count[house]++, c);
            }
        }
    }

    constexpr void fill_units() {
        const int size = shape.size();
        for (int c = 0; c < size * size; ++c) {
            const int in_row = c / size, in_column = c % size;
            if (shape.has_blocks())
                add(block, in_row / shape.rows * shape.rows + in_column / shape.columns,
                    in_row % shape.rows * shape.columns + in_column % shape.columns, c);
            add(row, in_row, in_column, c);
            add(column, in_column, in_row, c);
        }
    }

    constexpr void add(Kind kind, int number, int at, int c) {
        const int r = kind * shape.size() + number;
        cell[r][at] = static_cast<std::uint8_t>(c);
        unit[kind][c] = static_cast<std::uint8_t>(r);
        place[kind][c] = static_cast<std::uint8_t>(at);
        cells[r].add(c);
        bits[c] |= unit_bit(r);
    }

    constexpr void fill_overlaps() {
        for (int c = 0; c < shape.cells(); ++c)
            for (int a = first_kind_; a < kinds_; ++a)
                for (int b = first_kind_; b < kinds_; ++b) {
                    if (unit[a][c] == nowhere || unit[b][c] == nowhere) continue;
                    Mask& shared = overlap[unit[a][c]][unit[b][c]];
                    shared |= bit(place[a][c]);
                }
    }

    constexpr void fill_peers() {
        for (int c = 0; c < shape.cells(); ++c) {
            int count = 0;
            for (int kind = first_kind_; kind < kinds_; ++kind)
                for (int at = 0; at < shape.size() && unit[kind][c] != nowhere; ++at) {
                    const int other = cell[unit[kind][c]][at];
                    if (other == c || peers[c].has(other)) continue;
                    peers[c].add(other);
                    house[c][count++] = static_cast<std::uint8_t>(other);
                }
        }
    }

    constexpr void fill_parts() {
        fill_parts_of<block, row>();
        fill_parts_of<block, column>();
        fill_parts_of<row, block>();
        fill_parts_of<column, block>();
    }

    template <Kind From, Kind To>
    constexpr void fill_parts_of() {
        auto& parts_of = part_of[From == block ? To - 1 : From + 1];
        const int from = From * shape.size();
        for (unsigned places = 0; places < 1u << shape.size(); ++places) {
            parts_of[places] = most_parts;
            for (int i = 0; i < parts<From, To>(); ++i)
                if (size_of(places) > 1 && !(places & ~overlap[from][crossing<From, To>(from, i)]))
                    parts_of[places] = static_cast<std::uint8_t>(i);
        }
    }
};

// The only board of a class without numbers of its own: its tables are made where it is used, by the compiler.
template <class Board>
inline constexpr Board constant_board{};

template <class Board>
struct ConstantHandle {
    constexpr const Board* operator->() const { return &constant_board<Board>; }
};

// The board of 9x9, whose numbers are constants, so that its loops can be unrolled.
struct NineByNine : UnitTables<9> {
    static constexpr int size = 9, cell_count = 81, unit_count = 27;
    static constexpr Mask full_mask = 0x1ff;
    static constexpr bool has_blocks = true, is_regular = true;
    static constexpr std::array kinds = {block, row, column};

    using Handle = ConstantHandle<NineByNine>;

    constexpr NineByNine() : UnitTables({3, 3}) {}

    static Handle at(Shape) { return {}; }

    static constexpr Kind kind_of(int unit) { return static_cast<Kind>(unit / size); }
    static constexpr Mask numbers_of(Kind kind, UnitSet set) {
        return static_cast<Mask>(set >> size * kind & full_mask);
    }

    // The units in the order in which most techniques go through them.
    constexpr const auto& blocks_columns_rows() const { return order_; }
    constexpr const auto& cells_of(int which) const { return cell[which]; }
    constexpr const auto& house_of(int which) const { return house[which]; }
};

// A board of any shape, with any houses.
struct AnyBoard : UnitTables<largest_rated_size, most_kinds> {
    int size = shape.size(), cell_count = size * size, unit_count = kinds_ * size;
    Mask full_mask = static_cast<Mask>((1 << size) - 1);
    bool has_blocks = first_kind_ == block, is_regular;
    std::span<const Kind> kinds = std::span(every_kind).first(kinds_).subspan(first_kind_);

    using Handle = const AnyBoard*;

    explicit AnyBoard(Shape shape, Houses houses = {}) : UnitTables(shape, houses), is_regular(!houses.kinds) {}
    AnyBoard(const AnyBoard&) = delete;

    static Handle at(Shape shape) { return &only_table<AnyBoard>(shape); }

    Kind kind_of(int unit) const { return static_cast<Kind>(unit / size); }
    Mask numbers_of(Kind kind, UnitSet set) const { return static_cast<Mask>(set >> size * kind & full_mask); }

    std::span<const std::uint8_t> blocks_columns_rows() const { return std::span(order_).first(ordered_); }

    std::span<const std::uint8_t> cells_of(int which) const {
        return std::span(cell[which]).first(static_cast<std::size_t>(cells[which].count()));
    }
    std::span<const std::uint8_t> house_of(int which) const {
        return std::span(house[which]).first(static_cast<std::size_t>(peers[which].count()));
    }

private:
    static constexpr auto every_kind = [] {
        std::array<Kind, most_kinds> every{};
        for (int kind = 0; kind < most_kinds; ++kind) every[kind] = static_cast<Kind>(kind);
        return every;
    }();
};

template <class Board>
using Cells = typename Board::Cells;

}  // namespace engine::rating
