// A set of cells of one board, a bit each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <span>

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

// The set bits of a word, numbered from `first`, in ascending order: for range-based loops.
template <int first>
class BitsFrom {
public:
    struct End {};
    struct Iterator {
        std::uint64_t rest;
        constexpr int operator*() const { return first + std::countr_zero(rest); }
        constexpr void operator++() { rest &= rest - 1; }
        constexpr bool operator!=(End) const { return rest; }
    };

    constexpr explicit BitsFrom(std::uint64_t bits) : bits_(bits) {}
    constexpr Iterator begin() const { return {bits_}; }
    constexpr End end() const { return {}; }

private:
    std::uint64_t bits_;
};

using Bits = BitsFrom<0>;

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

// The cells of a set of words in ascending order, for range-based loops.
template <std::size_t words>
class EachCell {
public:
    struct End {};
    // The word with the next cell is looked for each time: an index would keep the words out of registers.
    struct Iterator {
        std::array<std::uint64_t, words> word;

        constexpr int operator*() const {
            for (std::size_t i = 0; i < words - 1; ++i)
                if (word[i]) return static_cast<int>(64 * i) + std::countr_zero(word[i]);
            return static_cast<int>(64 * words - 64) + std::countr_zero(word[words - 1]);
        }
        constexpr void operator++() {
            for (std::size_t i = 0; i < words - 1; ++i)
                if (word[i]) return void(word[i] &= word[i] - 1);
            word[words - 1] &= word[words - 1] - 1;
        }
        constexpr bool operator!=(End) const {
            std::uint64_t any = 0;
            for (const std::uint64_t part : word) any |= part;
            return any;
        }
    };

    template <class Set>
    constexpr explicit EachCell(const Set& set) : first_{std::bit_cast<std::array<std::uint64_t, words>>(set)} {}
    constexpr Iterator begin() const { return first_; }
    constexpr End end() const { return {}; }

private:
    Iterator first_;
};
template <class Set>
EachCell(const Set&) -> EachCell<sizeof(Set) / sizeof(std::uint64_t)>;

// The first bit that is set in some words, and no longer then; -1 if there is none.
template <class Words>
int take_first(Words& words) {
    for (std::size_t i = 0; i < std::size(words); ++i)
        if (std::uint64_t& word = words[i]; word) {
            const int bit = std::countr_zero(word);
            word &= word - 1;
            return static_cast<int>(64 * i) + bit;
        }
    return -1;
}

// Which members are in some sets: in one of them at least, in two, three and four.
template <class Set>
struct UpToFour {
    Set one{}, two{}, three{}, four{};

    constexpr void add(const Set& set) {
        four |= three & set;
        three |= two & set;
        two |= one & set;
        one |= set;
    }
};

inline int members_of(std::uint32_t set) { return std::popcount(set); }
template <int Cells>
int members_of(const CellSet<Cells>& set) {
    return set.count();
}

// Calls `work(chosen, together)` for each choice of `count` of some sets, four at most, that have so many members together, in
// lexical order, until it is true. Naked and hidden subsets are such choices, and fish: cells by their digits, digits by their
// places, lines by those that they cross.
template <class Set, class Work>
bool each_choice(const Set* sets, int total, int count, Work&& work, const Set& together = {}, int depth = 0,
                 std::array<int, 4> chosen = {}) {
    if (depth == count) return members_of(together) == count && work(std::span(chosen).first(count), together);
    for (int next = depth ? chosen[depth - 1] + 1 : 0; next <= total - count + depth; ++next) {
        const Set wider = static_cast<Set>(together | sets[next]);
        chosen[depth] = next;
        if (members_of(wider) <= count && each_choice(sets, total, count, work, wider, depth + 1, chosen)) return true;
    }
    return false;
}

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
