// Exact, short, ordered keys of full boards.
//
// Each row is a permutation of the digits; its rank among all of them in lexicographic order takes the bits of S!, and
// the last row follows from the others. The ranks stand one after another, most significant bit first, so that keys
// sort as boards do: 2 bytes at 4x4, 19 bytes at 9x9.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "geometry.hpp"

namespace engine {

using Rank = std::uint64_t;  // of a row: 16! fits, 25! does not

template <int Box>
struct Packing {
    static constexpr int size = Geometry<Box>::size;

    static constexpr auto factorials = [] {
        std::array<Rank, size + 1> product{1};
        for (int n = 1; n <= size; ++n) product[n] = product[n - 1] * n;
        return product;
    }();
    static constexpr int row_bits = std::bit_width(factorials[size] - 1);
    static constexpr int bytes = (row_bits * (size - 1) + 7) / 8;

    static constexpr Rank rank(const std::uint8_t* row) {
        Digits unseen = all_digits<Box>;
        Rank rank = 0;
        for (int i = 0; i < size - 1; ++i) {
            const Digits digit = digit_bit(row[i]);
            rank += std::popcount(unseen & (digit - 1)) * factorials[size - 1 - i];
            unseen ^= digit;
        }
        return rank;
    }

    static constexpr void unrank(Rank rank, std::uint8_t* row) {
        Digits unseen = all_digits<Box>;
        for (int i = 0; i < size; ++i) {
            Digits rest = unseen;
            for (Rank skip = rank / factorials[size - 1 - i]; skip > 0 && rest & (rest - 1); --skip) rest &= rest - 1;
            rank %= factorials[size - 1 - i];
            row[i] = static_cast<std::uint8_t>(std::countr_zero(rest) + 1);
            unseen ^= rest & -rest;
        }
    }

    static constexpr void pack(const std::uint8_t* board, std::uint8_t* key) {
        std::uint64_t pending = 0;
        int bits = 0;
        for (int row = 0; row < size - 1; ++row) {
            pending = pending << row_bits | rank(board + row * size);
            for (bits += row_bits; bits >= 8; bits -= 8) *key++ = static_cast<std::uint8_t>(pending >> (bits - 8));
        }
        if (bits) *key = static_cast<std::uint8_t>(pending << (8 - bits));
    }

    static constexpr void unpack(const std::uint8_t* key, std::uint8_t* board) {
        std::uint64_t pending = 0;
        int bits = 0;
        std::array<Digits, size> left;
        left.fill(all_digits<Box>);
        for (int row = 0; row < size - 1; ++row) {
            for (; bits < row_bits; bits += 8) pending = pending << 8 | *key++;
            bits -= row_bits;
            unrank(pending >> bits & ((Rank{1} << row_bits) - 1), board + row * size);
            for (int column = 0; column < size; ++column) left[column] &= ~digit_bit(board[row * size + column]);
        }
        for (int column = 0; column < size; ++column)
            board[(size - 1) * size + column] = static_cast<std::uint8_t>(std::countr_zero(left[column]) + 1);
    }
};

}  // namespace engine
