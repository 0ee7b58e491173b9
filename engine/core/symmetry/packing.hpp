// Exact, short, ordered keys of full boards.
//
// Each row is a permutation of the digits; its rank among all of them in lexicographic order takes the bits of S!, and
// the last row follows from the others. The ranks follow one another, most significant bit first, so that keys
// sort as boards do: 2 bytes at 4x4, 19 at 9x9, 85 at 16x16, 252 at 25x25. A key has one byte at least.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "board/cell_set.hpp"
#include "board/geometry.hpp"

namespace engine {

// How many bits the rank of a row takes, and how many bytes a board.
constexpr int packed_row_bits(int size) {
    unsigned __int128 last = 1;
    for (int n = 2; n <= size; ++n) last *= n;
    int bits = 0;
    for (--last; last > 0; last >>= 1) ++bits;
    return bits;
}
constexpr int packed_bytes(int size) { return size == 1 ? 1 : (packed_row_bits(size) * (size - 1) + 7) / 8; }

struct PackedSize {
    int row_bits, bytes;

    constexpr explicit PackedSize(Shape shape)
        : row_bits(packed_row_bits(shape.size())), bytes(packed_bytes(shape.size())) {}
};

template <class G>
class Packing {
    using Rank = std::conditional_t<(G::max_size <= 16), std::uint64_t, unsigned __int128>;  // 25! takes 84 bits

public:
    explicit Packing(const G& geometry) : geometry_(geometry), packed_(geometry) {}

    int bytes() const { return packed_->bytes; }

    void pack(const std::uint8_t* board, std::uint8_t* key) const {
        const int size = geometry_.size, row_bits = packed_->row_bits;
        Rank pending = 0;
        int bits = 0;
        *key = 0;
        for (int row = 0; row < size - 1; ++row) {
            pending = pending << row_bits | rank(board + row * size);
            for (bits += row_bits; bits >= 8; bits -= 8) *key++ = static_cast<std::uint8_t>(pending >> (bits - 8));
        }
        if (bits) *key = static_cast<std::uint8_t>(pending << (8 - bits));
    }

    void unpack(const std::uint8_t* key, std::uint8_t* board) const {
        const int size = geometry_.size, row_bits = packed_->row_bits;
        Rank pending = 0;
        int bits = 0;
        std::array<Digits, G::max_size> left;
        left.fill(geometry_.all_digits);
        for (int row = 0; row < size - 1; ++row) {
            for (; bits < row_bits; bits += 8) pending = pending << 8 | *key++;
            bits -= row_bits;
            unrank(pending >> bits & ((Rank{1} << row_bits) - 1), board + row * size);
            for (int column = 0; column < size; ++column) left[column] &= ~digit_bit(board[row * size + column]);
        }
        for (int column = 0; column < size; ++column)
            board[(size - 1) * size + column] = static_cast<std::uint8_t>(std::countr_zero(left[column]) + 1);
    }

private:
    // The number whose digits, in the bases size, size - 1, ..., 1, are how many smaller ones follow each digit.
    Rank rank(const std::uint8_t* row) const {
        const int size = geometry_.size;
        Digits unseen = geometry_.all_digits;
        Rank rank = 0;
        for (int i = 0; i < size; ++i) {
            const Digits digit = digit_bit(row[i]);
            rank = rank * (size - i) + std::popcount(unseen & (digit - 1));
            unseen ^= digit;
        }
        return rank;
    }

    void unrank(Rank rank, std::uint8_t* row) const {
        const int size = geometry_.size;
        int smaller[G::max_size];
        for (int i = size - 1; i >= 0; --i) {
            smaller[i] = static_cast<int>(rank % (size - i));
            rank /= size - i;
        }
        Digits unseen = geometry_.all_digits;
        for (int i = 0; i < size; ++i) {
            const Digits digit = Digits{1} << nth_bit(unseen, smaller[i]);
            row[i] = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
            unseen ^= digit;
        }
    }

    [[no_unique_address]] G geometry_;
    [[no_unique_address]] Lookup<PackedSize, G> packed_;
};

}  // namespace engine
