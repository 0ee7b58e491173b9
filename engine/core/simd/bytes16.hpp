// Sixteen bytes at a time: small tables, sixteen look-ups in one instruction.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

namespace engine {

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
