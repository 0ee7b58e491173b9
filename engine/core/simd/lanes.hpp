// A register of 32-bit words, one word per puzzle: the puzzles are solved side by side.
//
// Written with the vector types of GCC and Clang, so one source serves every processor: 16 lanes with AVX-512,
// 8 with AVX2, 4 with anything else. Only the few operations those types cannot say are written per processor.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SSSE3__)
#include <tmmintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>  // not <immintrin.h>, which takes the compiler 80 MB and a quarter of a second in every file
#endif

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
#else
    std::uint32_t bits = 0;
    for (int i = 0; i < 16; ++i) bits |= std::uint32_t{equal[i] != 0} << i;
    return bits;
#endif
}

inline bool same_bytes(const Bytes& a, const Bytes& b) {
#if defined(__SSSE3__)  // memcmp would take them through memory
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)a, (__m128i)b)) == 0xFFFF;
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

}  // namespace engine
