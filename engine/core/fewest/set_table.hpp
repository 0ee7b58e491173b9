// Up to 512 cell sets as a table of bits: for every cell a register that says which sets it meets.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "board/cell_set.hpp"

namespace engine {

// One bit for each set.
typedef std::uint64_t SetBits __attribute__((vector_size(64)));

inline constexpr int most_sets = 512;

inline unsigned nonzero_words(const SetBits& bits) {
#if defined(__AVX512DQ__)
    std::uint8_t words;
    asm("vptestmq %1, %1, %0" : "=k"(words) : "v"(bits));
    return words;
#else
    unsigned words = 0;
    for (int i = 0; i < 8; ++i) words |= unsigned{bits[i] != 0} << i;
    return words;
#endif
}

inline bool any(const SetBits& bits) { return nonzero_words(bits) != 0; }

inline int first(const SetBits& bits) {
    const int word = std::countr_zero(nonzero_words(bits));
    std::uint64_t words[8];
    std::memcpy(words, &bits, sizeof words);
    return 64 * word + std::countr_zero(words[word]);
}

inline int count(const SetBits& bits) {
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += std::popcount(static_cast<std::uint64_t>(bits[i]));
    return sum;
}

class SetTable {
public:
    using Set = CellSet<81>;

    void clear() {
        std::memset(of_, 0, sizeof of_);
        count_ = 0;
    }

    int size() const { return count_; }
    const Set& set(int number) const { return set_[number]; }

    // The sets that a cell meets.
    const SetBits& of(int cell) const { return of_[cell]; }

    // The sets that some cell of another set meets.
    SetBits met_by(const Set& cells) const {
        SetBits met = {};
        cells.for_each([&](int cell) { met |= of_[cell]; });
        return met;
    }

    static void mark(SetBits& bits, int number) { bits[number / 64] |= std::uint64_t{1} << (number % 64); }

    SetBits all() const {
        SetBits bits = {};
        for (int number = 0; number < count_; ++number) mark(bits, number);
        return bits;
    }

    void add(const Set& set) { put(count_++, set); }

    // Puts a set in the place of another.
    void replace(int number, const Set& set) {
        set_[number].for_each([&](int cell) { of_[cell][number / 64] &= ~(std::uint64_t{1} << (number % 64)); });
        put(number, set);
    }

private:
    void put(int number, const Set& set) {
        set_[number] = set;
        set.for_each([&](int cell) { mark(of_[cell], number); });
    }

    SetBits of_[81];
    Set set_[most_sets];
    int count_ = 0;
};

}  // namespace engine
