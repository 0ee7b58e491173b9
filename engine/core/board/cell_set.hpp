// A set of cells of one board, a bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/geometry.hpp"

namespace engine {

// Place of the set bit number n, counted from the lowest.
inline int nth_bit(std::uint64_t word, int n) {
#if defined(__BMI2__)
    // The builtin, because <immintrin.h> takes the compiler a quarter of a second in every file.
    word = __builtin_ia32_pdep_di(std::uint64_t{1} << n, word);
#else
    while (n-- > 0) word &= word - 1;
#endif
    return std::countr_zero(word);
}

template <int Cells>
struct CellSet {
    static constexpr int words = (Cells + 63) / 64;
    std::array<std::uint64_t, words> word{};

    // The first `cells` cells.
    static constexpr CellSet all(int cells = Cells) {
        CellSet set;
        for (int cell = 0; cell < cells; ++cell) set.add(cell);
        return set;
    }

    constexpr void add(int cell) { word[cell / 64] |= std::uint64_t{1} << (cell % 64); }
    constexpr void remove(int cell) { word[cell / 64] &= ~(std::uint64_t{1} << (cell % 64)); }

    constexpr bool has(int cell) const { return word[cell / 64] >> (cell % 64) & 1; }

    constexpr bool any() const {
        std::uint64_t together = 0;
        for (const std::uint64_t part : word) together |= part;
        return together != 0;
    }
    constexpr int count() const {
        int sum = 0;
        for (const std::uint64_t part : word) sum += std::popcount(part);
        return sum;
    }
    constexpr int first() const {
        int i = 0;
        while (i < words - 1 && !word[i]) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }
    int nth(int n) const {
        int i = 0;
        for (int here = std::popcount(word[0]); i < words - 1 && n >= here; here = std::popcount(word[i])) {
            n -= here;
            ++i;
        }
        return 64 * i + nth_bit(word[i], n);
    }

    constexpr bool operator==(const CellSet&) const = default;
    // Calls `visit(cell)` with each cell, the lowest first.
    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (int i = 0; i < words; ++i)
            for (std::uint64_t rest = word[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }

    constexpr CellSet operator&(const CellSet& other) const {
        CellSet both;
        for (int i = 0; i < words; ++i) both.word[i] = word[i] & other.word[i];
        return both;
    }
    constexpr CellSet operator|(const CellSet& other) const {
        CellSet either;
        for (int i = 0; i < words; ++i) either.word[i] = word[i] | other.word[i];
        return either;
    }
    constexpr CellSet operator^(const CellSet& other) const {
        CellSet either;
        for (int i = 0; i < words; ++i) either.word[i] = word[i] ^ other.word[i];
        return either;
    }
    constexpr CellSet without(const CellSet& other) const {
        CellSet rest;
        for (int i = 0; i < words; ++i) rest.word[i] = word[i] & ~other.word[i];
        return rest;
    }
};

// The cells that share a row, column or block with each cell.
template <class G>
struct PeerTable {
    std::array<CellSet<G::max_cells>, G::max_cells> of{};

    constexpr explicit PeerTable(Shape shape) {
        // Unit by unit, because a test of each pair takes the compiler seconds at 25x25.
        std::array<CellSet<G::max_cells>, G::max_size> rows{}, columns{}, blocks{};
        for (int cell = 0; cell < shape.cells(); ++cell) {
            rows[shape.row(cell)].add(cell);
            columns[shape.column(cell)].add(cell);
            blocks[shape.block(cell)].add(cell);
        }
        for (int cell = 0; cell < shape.cells(); ++cell) {
            of[cell] = rows[shape.row(cell)] | columns[shape.column(cell)] | blocks[shape.block(cell)];
            of[cell].remove(cell);
        }
    }
};

template <class G>
using Peers = Lookup<PeerTable<G>, G>;

}  // namespace engine
