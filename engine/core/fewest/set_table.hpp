// Cell sets as a table of bits: for every cell a register that says which sets it meets, of up to 512 or of up to 128.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "board/cell_set.hpp"

namespace engine {

// One bit for each set, of many or of few.
typedef std::uint64_t ManySets __attribute__((vector_size(64)));
typedef std::uint64_t FewSets __attribute__((vector_size(16)));

// Few as one number: the next set is found sooner than in a register of words.
__extension__ typedef unsigned __int128 FewSetsNumber;

inline unsigned nonzero_words(const ManySets& bits) {
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

inline bool any(const ManySets& bits) { return nonzero_words(bits) != 0; }
inline bool any(const FewSets& bits) { return (bits[0] | bits[1]) != 0; }
inline bool any(FewSetsNumber bits) { return bits != 0; }

inline int first(const ManySets& bits) {
    const int word = std::countr_zero(nonzero_words(bits));
    std::uint64_t words[8];
    std::memcpy(words, &bits, sizeof words);
    return 64 * word + std::countr_zero(words[word]);
}

inline int first(std::uint64_t low, std::uint64_t high) {
    return low ? std::countr_zero(low) : 64 + std::countr_zero(high);
}
inline int first(const FewSets& bits) { return first(bits[0], bits[1]); }
inline int first(FewSetsNumber bits) {
    return first(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64));
}

template <class Bits>
inline int count(const Bits& bits) {
    int sum = 0;
    for (unsigned i = 0; i < sizeof bits / 8; ++i) sum += std::popcount(static_cast<std::uint64_t>(bits[i]));
    return sum;
}

// The bits of a word that a mask picks, side by side.
inline std::uint64_t picked(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
    return __builtin_ia32_pext_di(word, mask);
#else
    std::uint64_t bits = 0;
    for (int i = 0; mask; ++i, mask &= mask - 1) bits |= (word >> std::countr_zero(mask) & 1) << i;
    return bits;
#endif
}

template <class Bits_>
class SetTable {
public:
    using Set = CellSet<81>;
    using Bits = Bits_;
    using Walk = std::conditional_t<std::is_same_v<Bits, FewSets>, FewSetsNumber, Bits>;  // to go from set to set

    static constexpr int most_sets = 8 * sizeof(Bits);

    void clear() {
        std::memset(of_, 0, sizeof of_);
        count_ = 0;
    }

    int size() const { return count_; }
    const Set& set(int number) const { return set_[number]; }

    // The sets that a cell meets.
    const Bits& of(int cell) const { return of_[cell]; }

    static Walk walk(const Bits& bits) {
        Walk same;
        std::memcpy(&same, &bits, sizeof same);
        return same;
    }

    static void mark(Bits& bits, int number) { bits[number / 64] |= std::uint64_t{1} << (number % 64); }

    static void clear(Bits& bits, int number) { bits[number / 64] &= ~(std::uint64_t{1} << (number % 64)); }
    static void clear(FewSetsNumber& bits, int number) { bits &= ~(FewSetsNumber{1} << number); }

    Bits all() const {
        Bits bits = {};
        for (int number = 0; number < count_; ++number) mark(bits, number);
        return bits;
    }

    void add(const Set& set) { put(count_++, set); }

    // Puts a set in the place of another.
    void replace(int number, const Set& set) {
        set_[number].for_each([&](int cell) { clear(of_[cell], number); });
        put(number, set);
    }

    // Becomes the first `most` of some sets of a larger table, as the cells alive meet them.
    template <class Larger>
    void copy(const Larger& larger, const typename Larger::Bits& sets, const Set& alive, int most) {
        constexpr int words = Larger::most_sets / 64;
        std::uint64_t taken[words];
        int before[words];
        count_ = 0;
        for (int w = 0; w < words; ++w) {
            taken[w] = sets[w];
            before[w] = count_;
            if (std::popcount(taken[w]) > most - count_)
                taken[w] &= (std::uint64_t{1} << nth_bit(taken[w], most - count_)) - 1;
            for (std::uint64_t rest = taken[w]; rest; rest &= rest - 1)
                set_[count_++] = larger.set(64 * w + std::countr_zero(rest)) & alive;
        }
        alive.for_each([&](int cell) {
            std::uint64_t from[words];
            std::memcpy(from, &larger.of(cell), sizeof from);
            Walk bits = 0;
            for (int w = 0; w < words; ++w) bits |= Walk{picked(from[w], taken[w])} << before[w];
            std::memcpy(&of_[cell], &bits, sizeof bits);
        });
    }

private:
    void put(int number, const Set& set) {
        set_[number] = set;
        set.for_each([&](int cell) { mark(of_[cell], number); });
    }

    Bits of_[81] = {};
    Set set_[most_sets];
    int count_ = 0;
};

}  // namespace engine
