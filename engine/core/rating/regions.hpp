// The regions of a board in Sudoku Explainer's order: blocks, then rows, then columns; at 9x9 blocks 0-8, rows 9-17,
// columns 18-26. That order, and the order of cells within a region (row by row), decide which of several equal steps is
// met first.
//
// Everything here is written once for a *board*: NineByNine, whose numbers are constants, or AnyBoard, whose numbers
// are known at run time only. A Latin square has no blocks: their numbers stay unused, and every cell has the empty
// region 0 as its block. Inside core/rating a digit counts from 0, so that it can be an index and a bit; only step.hpp's
// readers add one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "board/any_geometry.hpp"
#include "board/cell_set.hpp"

namespace engine::rating {

using Mask = std::uint16_t;  // of digits, or of places within a region

constexpr Mask bit(int i) { return static_cast<Mask>(1 << i); }

// Masks are words or half words; sets of regions may be double words.
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

enum Kind { block, row, column };

// The most cells that a cell of a board up to a size sees: those of its row and column, and the rest of its block.
constexpr int most_peers_of(int most_size) {
    int most = 0;
    for (int rows = 1; rows <= most_size; ++rows)
        for (int columns = 1; rows * columns <= most_size; ++columns)
            most = std::max(most, 2 * (rows * columns - 1) + (rows - 1) * (columns - 1));
    return most;
}

// The tables of a board of any size up to MostSize.
template <int MostSize>
struct RegionTables {
    static constexpr int most_size = MostSize, most_cells = MostSize * MostSize, most_regions = 3 * MostSize;
    static constexpr int most_candidates = most_cells * MostSize, most_peers = most_peers_of(MostSize);
    static constexpr int most_parts = MostSize / 2;  // blocks that a line crosses, or lines that cross a block

    using Cells = CellSet<most_cells>;
    using RegionSet = std::conditional_t<(most_regions <= 32), std::uint32_t, std::uint64_t>;

    // One entry a region, and a few more, so that one register holds a digit's row of them.
    template <class T>
    using PerRegion = std::array<T, std::bit_ceil(unsigned{most_regions})>;

    Shape shape;
    std::array<std::array<std::uint8_t, most_size>, most_regions> cell{};    // [region][place]
    std::array<std::array<std::uint8_t, most_cells>, 3> region{};            // [kind][cell]
    std::array<std::array<std::uint8_t, most_cells>, 3> place{};             // [kind][cell]: its place in that region
    std::array<std::array<std::uint8_t, most_peers>, most_cells> house{};    // block, then row, then column, none twice
    std::array<Cells, most_regions> cells{};                                 // of a region
    std::array<Cells, most_cells> peers{};                                   // of a cell
    std::array<RegionSet, most_cells> bits{};                                // the regions of a cell, a bit each
    std::array<std::array<Mask, most_regions>, most_regions> overlap{};      // [a][b]: the places of a that lie in b
    std::array<std::array<std::uint8_t, (1 << MostSize)>, 2 * 2> part_of{};  // see `part`

    explicit constexpr RegionTables(Shape shape) : shape(shape) {
        fill_regions();
        fill_overlaps();
        fill_peers();
        if (shape.has_blocks()) fill_parts();
    }

    static constexpr RegionSet region_bit(int region) { return RegionSet{1} << region; }

    constexpr bool see(int a, int b) const { return peers[a].has(b); }

    // Which of the regions of kind To that cross a region of kind From holds a set of two or more places of it, counted
    // from 0; most_parts for none. One of the kinds is the block.
    template <Kind From, Kind To>
    constexpr int part(unsigned places) const {
        return part_of[From == block ? To - 1 : From + 1][places];
    }

    // How many regions of kind To cross one of kind From, and which is number i of them.
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

private:
    constexpr void fill_regions() {
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
        region[kind][c] = static_cast<std::uint8_t>(r);
        place[kind][c] = static_cast<std::uint8_t>(at);
        cells[r].add(c);
        bits[c] |= region_bit(r);
    }

    constexpr void fill_overlaps() {
        for (int c = 0; c < shape.cells(); ++c)
            for (int a = first_kind(); a <= column; ++a)
                for (int b = first_kind(); b <= column; ++b) {
                    Mask& shared = overlap[region[a][c]][region[b][c]];
                    shared = static_cast<Mask>(shared | bit(place[a][c]));
                }
    }

    constexpr void fill_peers() {
        for (int c = 0; c < shape.cells(); ++c) {
            int count = 0;
            for (int kind = first_kind(); kind <= column; ++kind)
                for (int at = 0; at < shape.size(); ++at) {
                    const int other = cell[region[kind][c]][at];
                    if (other == c || peers[c].has(other)) continue;
                    peers[c].add(other);
                    house[c][count++] = static_cast<std::uint8_t>(other);
                }
        }
    }

    constexpr int first_kind() const { return shape.has_blocks() ? block : row; }

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
struct NineByNine : RegionTables<9> {
    static constexpr int size = 9, cell_count = 81, region_count = 27, peer_count = 20;
    static constexpr Mask full_mask = 0x1ff;
    static constexpr bool has_blocks = true;
    static constexpr std::array kinds = {block, row, column};

    using Handle = ConstantHandle<NineByNine>;

    constexpr NineByNine() : RegionTables({3, 3}) {}

    static Handle at(Shape) { return {}; }

    static constexpr Kind kind_of(int region) { return static_cast<Kind>(region / size); }
    static constexpr Mask numbers_of(Kind kind, RegionSet set) {
        return static_cast<Mask>(set >> size * kind & full_mask);
    }

    // The regions in the order in which most techniques go through them.
    static constexpr const auto& blocks_columns_rows() { return order; }
    constexpr const auto& cells_of(int which) const { return cell[which]; }
    constexpr const auto& house_of(int which) const { return house[which]; }

private:
    static constexpr auto order = [] {
        std::array<std::uint8_t, region_count> order{};
        int count = 0;
        for (const Kind kind : {block, column, row})
            for (int i = 0; i < size; ++i) order[count++] = static_cast<std::uint8_t>(kind * size + i);
        return order;
    }();
};

// A board of any shape.
struct AnyBoard : RegionTables<largest_rated_size> {
    int size, cell_count, region_count, peer_count;
    Mask full_mask;
    bool has_blocks;
    std::span<const Kind> kinds;

    using Handle = const AnyBoard*;

    explicit AnyBoard(Shape shape)
        : RegionTables(shape),
          size(shape.size()),
          cell_count(size * size),
          region_count(3 * size),
          peer_count(peers[0].count()),
          full_mask(static_cast<Mask>((1 << size) - 1)),
          has_blocks(shape.has_blocks()),
          kinds(std::span(every_kind).subspan(has_blocks ? block : row)) {
        int count = 0;
        for (const Kind kind : {block, column, row})
            for (int i = 0; i < size; ++i) order_[count++] = static_cast<std::uint8_t>(kind * size + i);
    }

    static Handle at(Shape shape) { return &only_table<AnyBoard>(shape); }

    Kind kind_of(int region) const { return static_cast<Kind>(region / size); }
    Mask numbers_of(Kind kind, RegionSet set) const { return static_cast<Mask>(set >> size * kind & full_mask); }

    std::span<const std::uint8_t> blocks_columns_rows() const {
        return std::span(order_).first(region_count).subspan(has_blocks ? 0 : size);
    }

    std::span<const std::uint8_t> cells_of(int which) const {
        const bool is_there = has_blocks || kind_of(which) != block;
        return std::span(cell[which]).first(is_there ? static_cast<std::size_t>(size) : 0);
    }
    std::span<const std::uint8_t> house_of(int which) const { return std::span(house[which]).first(peer_count); }

private:
    static constexpr std::array every_kind = {block, row, column};

    std::array<std::uint8_t, most_regions> order_{};
};

template <class Board>
using Cells = typename Board::Cells;

}  // namespace engine::rating
