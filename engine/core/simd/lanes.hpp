// A register of 32-bit words, one word per puzzle: the puzzles are solved side by side.
//
// Written with the vector types of GCC and Clang, so one source serves every processor: 16 lanes with AVX-512,
// 8 with AVX2, 4 with anything else. Only the few operations those types cannot say are written per processor.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SSSE3__)
#include <tmmintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>  // not <immintrin.h>, which takes the compiler 80 MB and a quarter of a second in every file
#endif

#include "board/geometry.hpp"

namespace engine {

#if defined(__AVX512F__)
inline constexpr int lane_count = 16;
#elif defined(__AVX2__)
inline constexpr int lane_count = 8;
#else
inline constexpr int lane_count = 4;
#endif

typedef std::uint32_t Lanes __attribute__((vector_size(4 * lane_count)));

// One bit per lane: which lanes hold anything but zero.
using LaneSet = std::uint32_t;

inline constexpr LaneSet all_lanes = (LaneSet{1} << lane_count) - 1;

inline LaneSet nonzero(const Lanes& word) {
#if defined(__AVX512F__)
    std::uint16_t lanes;
    asm("vptestmd %1, %1, %0" : "=k"(lanes) : "v"(word));
    return lanes;
#elif defined(__AVX2__)
    typedef float Floats __attribute__((vector_size(32)));
    return ~static_cast<LaneSet>(__builtin_ia32_movmskps256((Floats)(word == 0))) & all_lanes;
#elif defined(__wasm_simd128__)
    return __builtin_wasm_bitmask_i32x4(word != 0);
#else
    LaneSet lanes = 0;
    for (int lane = 0; lane < lane_count; ++lane) lanes |= LaneSet{word[lane] != 0} << lane;
    return lanes;
#endif
}

// A register of 16-bit words has twice as many lanes.
inline constexpr int half_lane_count = 2 * lane_count;
typedef std::uint16_t HalfLanes __attribute__((vector_size(2 * half_lane_count)));

inline LaneSet nonzero(const HalfLanes& word) {
#if defined(__AVX512BW__)
    std::uint32_t lanes;
    asm("vptestmw %1, %1, %0" : "=k"(lanes) : "v"(word));
    return lanes;
#elif defined(__AVX2__)
    const auto zero = word == 0;
    __m128i half[2];
    std::memcpy(half, &zero, sizeof half);
    return ~static_cast<LaneSet>(_mm_movemask_epi8(_mm_packs_epi16(half[0], half[1]))) & 0xFFFF;
#elif defined(__SSE2__)
    const auto zero = (__m128i)(word == 0);
    return ~static_cast<LaneSet>(_mm_movemask_epi8(_mm_packs_epi16(zero, zero))) & 0xFF;
#elif defined(__wasm_simd128__)
    return __builtin_wasm_bitmask_i16x8(word != 0);
#else
    LaneSet lanes = 0;
    for (int lane = 0; lane < half_lane_count; ++lane) lanes |= LaneSet{word[lane] != 0} << lane;
    return lanes;
#endif
}

// Bits of `a` where `mask` is set, of `b` elsewhere.
inline Lanes choose(std::uint32_t mask, const Lanes& a, const Lanes& b) {
#if defined(__AVX512F__)  // any function of three bits is one instruction: bit 4m + 2a + b of its table is the value
    Lanes chosen = Lanes{} + mask;
    asm("vpternlogd $0xCA, %2, %1, %0" : "+v"(chosen) : "v"(a), "v"(b));
    return chosen;
#else
    return (a & mask) | (b & ~mask);
#endif
}

// Calls work(0) to work(count - 1) without a loop. Loops over the words of one lane would be turned into loads of whole
// registers that straddle those just stored, which have to wait until the stores are through.
template <int count, class Work>
inline void unrolled(Work work) {
    [&]<int... i>(std::integer_sequence<int, i...>) { (work(i), ...); }(std::make_integer_sequence<int, count>{});
}

// Sixteen bytes at a time: small tables, sixteen look-ups in one instruction.

typedef std::uint8_t Bytes __attribute__((vector_size(16)));

inline Bytes load_bytes(const std::uint8_t* bytes) {
    Bytes loaded;
    std::memcpy(&loaded, bytes, sizeof loaded);
    return loaded;
}

// table[index[i]] for each i; every index is below 16.
inline Bytes look_up(const Bytes& table, const Bytes& index) {
#if defined(__SSSE3__)
    return (Bytes)_mm_shuffle_epi8((__m128i)table, (__m128i)index);
#elif defined(__wasm_simd128__)
    return __builtin_wasm_swizzle_i8x16(table, index);
#else
    Bytes found;
    for (int i = 0; i < 16; ++i) found[i] = table[index[i]];
    return found;
#endif
}

inline Bytes least(const Bytes& a, const Bytes& b) { return a < b ? a : b; }

// A bit for each byte that equals the given one.
inline std::uint32_t equal_bytes(const Bytes& bytes, std::uint8_t byte) {
    const auto equal = bytes == byte;
#if defined(__SSSE3__)
    return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)equal));
#elif defined(__wasm_simd128__)
    return __builtin_wasm_bitmask_i8x16(equal);
#else
    std::uint32_t bits = 0;
    for (int i = 0; i < 16; ++i) bits |= std::uint32_t{equal[i] != 0} << i;
    return bits;
#endif
}

inline bool same_bytes(const Bytes& a, const Bytes& b) {
#if defined(__SSSE3__)  // memcmp would take them through memory
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)a, (__m128i)b)) == 0xFFFF;
#elif defined(__wasm_simd128__)
    return __builtin_wasm_all_true_i8x16(a == b);
#else
    return std::memcmp(&a, &b, sizeof a) == 0;
#endif
}

// The clues of a 9x9 puzzle, found sixteen cells at a time.
//
// Whether a cell has a clue cannot be foreseen: a branch for each of the 81 cells is mispredicted at nearly every clue, which
// takes longer than all that is then done with it.
// Calls visit(cell) for each cell with a clue, in ascending order.
template <class Visit>
inline void for_each_clue(const std::uint8_t* puzzle, Visit visit) {
    const auto filled = [&](int first) -> std::uint64_t {
        return ~equal_bytes(load_bytes(puzzle + first), 0) & 0xFFFF;
    };
    std::uint64_t cells = filled(0) | filled(16) << 16 | filled(32) << 32 | filled(48) << 48;
    for (; cells; cells &= cells - 1) visit(std::countr_zero(cells));
    cells = filled(64) | std::uint64_t{puzzle[80] != 0} << 16;
    for (; cells; cells &= cells - 1) visit(64 + std::countr_zero(cells));
}

// How the 81 cells of a 9x9 board lie in three words of 27 bits: so that rows, columns and blocks cost few shifts.
//
// Go down a block along a diagonal, and on at the opposite edge. Three such diagonals cover the block, each with one cell
// in every row and every column of it. Word w holds diagonal w of all nine blocks; bit 9r + k is its cell in row r of
// block k:
//
//     0 1 2    the words of a block's cells
//     2 0 1
//     1 2 0
//
// So the three cells of a *minirow*, where a row meets a block, are at the same bit of the three words. *Turned* to
// columns, bit 9c + k is the cell of the diagonal in column c of block k, and the three cells of a *minicolumn* are at
// the same bit.

inline constexpr int diagonals = 3;                // of a block
inline constexpr int digit_words = 9 * diagonals;  // word of digit d and diagonal w: diagonals * d + w
inline constexpr std::uint32_t word_cells = (1u << 27) - 1;

// Every cell moved one row down in its block, or up, from the last one to the first and back; in turned words one column.
// For a word or a register.
template <class Word>
constexpr Word moved_down(const Word& cells) {
    return ((cells << 9) | (cells >> 18)) & word_cells;
}
template <class Word>
constexpr Word moved_up(const Word& cells) {
    return ((cells >> 9) | (cells << 18)) & word_cells;
}

template <class Word>
struct Diagonals {
    Word word[diagonals] = {};

    constexpr void add(int w, Word bits) { word[w] |= bits; }
    constexpr int count() const { return std::popcount(word[0]) + std::popcount(word[1]) + std::popcount(word[2]); }

    constexpr Diagonals turned() const { return {word[0], moved_down(word[1]), moved_up(word[2])}; }

    // Bits that some word has, and those that just one has.
    constexpr Word any() const { return word[0] | word[1] | word[2]; }
    constexpr Word one() const { return (word[0] ^ word[1] ^ word[2]) & ~(word[0] & word[1] & word[2]); }

    constexpr Diagonals operator&(const Diagonals& other) const {
        return {word[0] & other.word[0], word[1] & other.word[1], word[2] & other.word[2]};
    }
    constexpr Diagonals operator|(const Diagonals& other) const {
        return {word[0] | other.word[0], word[1] | other.word[1], word[2] | other.word[2]};
    }
    constexpr Diagonals without(const Diagonals& other) const {
        return {word[0] & ~other.word[0], word[1] & ~other.word[1], word[2] & ~other.word[2]};
    }
    constexpr Diagonals without(const Word& bits) const { return {word[0] & ~bits, word[1] & ~bits, word[2] & ~bits}; }
};

// Three consecutive words.
template <class Word>
constexpr Diagonals<Word> diagonals_at(const Word* words) {
    return {words[0], words[1], words[2]};
}

// Minicolumns as the words of the cells that lie in them.
template <class Word>
constexpr Diagonals<Word> turned_back(const Word& minicolumns) {
    return {minicolumns, moved_up(minicolumns), moved_down(minicolumns)};
}

struct Spot {
    std::uint8_t word;
    std::uint32_t bit;
};

// The cells of a row or a block are the same bits in every word, and so are those of a column once the words are turned.
struct UnitBits {
    std::uint32_t row, column, block;
};

struct SpotTable {
    std::array<Spot, 81> spot{};
    std::array<Diagonals<std::uint32_t>, 81> words{};
    std::array<UnitBits, 81> units{};
    std::array<std::array<std::uint8_t, 27>, diagonals> cell{};  // by word and bit

    constexpr SpotTable() {
        for (int number = 0; number < 81; ++number) {
            const int row = Geometry9::row(number), column = Geometry9::column(number);
            const int block = Geometry9::block(number);
            const int r = row % 3, c = column % 3, word = (c - r + 3) % 3, bit = 9 * r + block;
            spot[number] = {static_cast<std::uint8_t>(word), 1u << bit};
            words[number].word[word] = 1u << bit;
            units[number] = {7u << (9 * r + row / 3 * 3), 0b1001001u << (9 * c + column / 3), 0x40201u << block};
            cell[word][bit] = static_cast<std::uint8_t>(number);
        }
    }
};

inline constexpr SpotTable spot_table{};

constexpr Spot spot_of(int cell) { return spot_table.spot[cell]; }
constexpr const Diagonals<std::uint32_t>& cell_words(int cell) { return spot_table.words[cell]; }
constexpr int cell_of(int word, int bit) { return spot_table.cell[word][bit]; }
constexpr UnitBits unit_bits(int cell) { return spot_table.units[cell]; }

// Cells that share a unit with a cell, by word.
inline constexpr auto word_peers = [] {
    std::array<Diagonals<std::uint32_t>, 81> peers{};
    for (int cell = 0; cell < 81; ++cell)
        for (int other = 0; other < 81; ++other)
            if (Geometry9::see(cell, other)) peers[cell].word[spot_of(other).word] |= spot_of(other).bit;
    return peers;
}();

// The cells of each unit are its bits.
static_assert([] {
    const auto all_are = [](const std::array<int, 9>& cells, auto bits_of) {
        Diagonals<std::uint32_t> unit{};
        for (const int cell : cells)
            for (int w = 0; w < diagonals; ++w) unit.word[w] |= cell_words(cell).word[w];
        for (const int cell : cells) {
            const Diagonals<std::uint32_t> bits = bits_of(unit_bits(cell));
            for (int w = 0; w < diagonals; ++w)
                if (unit.word[w] != bits.word[w]) return false;
        }
        return true;
    };
    for (int i = 0; i < 9; ++i) {
        std::array<int, 9> row{}, column{}, block{};
        for (int j = 0; j < 9; ++j) {
            row[j] = 9 * i + j;
            column[j] = 9 * j + i;
            block[j] = 9 * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3;
        }
        if (!all_are(row, [](UnitBits bits) { return Diagonals<std::uint32_t>{bits.row, bits.row, bits.row}; }) ||
            !all_are(column, [](UnitBits bits) { return turned_back(bits.column); }) ||
            !all_are(block, [](UnitBits bits) { return Diagonals<std::uint32_t>{bits.block, bits.block, bits.block}; }))
            return false;
    }
    return true;
}());

// Minirows and minicolumns, *segments* for short, form groups of three: minirows of a row are one bit apart, minicolumns
// of a column three, and those of a block, of either kind, nine.
inline constexpr int in_row = 1, in_column = 3, in_block = 9;

// Bits whose place in their group of three is 0, or 0 and 1.
template <int Step>
constexpr std::uint32_t group_part(int places) {
    std::uint32_t part = 0;
    for (int bit = 0; bit < 27; ++bit)
        if (bit / Step % 3 < places) part |= 1u << bit;
    return part;
}

// Is there another segment in the same group?
template <int Step>
inline Lanes beside(const Lanes& segments) {
    if constexpr (Step == in_block)
        return moved_down(segments) | moved_up(segments);
    else
        return (choose(group_part<Step>(2), segments >> Step, segments << (2 * Step)) |
                choose(group_part<Step>(1), segments >> (2 * Step), segments << Step)) &
               word_cells;
}

}  // namespace engine
