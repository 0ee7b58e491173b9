// A register of 32-bit words, one word per puzzle: the puzzles are solved side by side.
//
// Written with the vector types of GCC and Clang, so one source serves every processor: 16 lanes with AVX-512,
// 8 with AVX2, 4 with anything else. Only the few operations those types cannot say are written per processor.
#pragma once

#include <cstdint>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
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
    return _mm512_test_epi32_mask((__m512i)word, (__m512i)word);
#elif defined(__AVX2__)
    const __m256i zero = _mm256_cmpeq_epi32((__m256i)word, _mm256_setzero_si256());
    return ~static_cast<LaneSet>(_mm256_movemask_ps((__m256)zero)) & all_lanes;
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
    return _mm512_test_epi16_mask((__m512i)word, (__m512i)word);
#elif defined(__AVX2__)
    const __m256i zero = _mm256_cmpeq_epi16((__m256i)word, _mm256_setzero_si256());
    const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1));
    return ~static_cast<LaneSet>(_mm_movemask_epi8(bytes)) & 0xFFFF;
#else
    LaneSet lanes = 0;
    for (int lane = 0; lane < half_lane_count; ++lane) lanes |= LaneSet{word[lane] != 0} << lane;
    return lanes;
#endif
}

// Bits of `a` where `mask` is set, of `b` elsewhere.
inline Lanes choose(std::uint32_t mask, const Lanes& a, const Lanes& b) {
#if defined(__AVX512F__)  // any function of three bits is one instruction: bit 4m + 2a + b of its table is the value
    return (Lanes)_mm512_ternarylogic_epi32((__m512i)(Lanes{} + mask), (__m512i)a, (__m512i)b, 0xCA);
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

}  // namespace engine
