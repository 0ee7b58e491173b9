// The eight rotations and reflections of a board, and its canonical form: the least of the eight images, compared row
// by row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "geometry.hpp"

namespace engine {

inline constexpr int turns_and_mirrors = 8;

// For each image, the cell of the board that each cell of the image is taken from.
template <int Box>
inline constexpr auto image_sources = [] {
    constexpr int size = Geometry<Box>::size, last = size - 1;
    std::array<std::array<std::uint16_t, size * size>, turns_and_mirrors> sources{};
    for (int image = 0; image < turns_and_mirrors; ++image)
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                int r = image & 1 ? last - row : row;
                int c = image & 2 ? last - column : column;
                if (image & 4) std::swap(r, c);
                sources[image][row * size + column] = static_cast<std::uint16_t>(r * size + c);
            }
    return sources;
}();

// Which image of the board is the least. Images drop out at the first cell where another one is smaller; two that
// never differ are the same board.
template <int Box>
int least_image(const std::uint8_t* board) {
    unsigned standing = (1u << turns_and_mirrors) - 1;
    for (int cell = 0; cell < Geometry<Box>::cells && (standing & (standing - 1)); ++cell) {
        unsigned least = 256, holders = 0;
        for (unsigned rest = standing; rest; rest &= rest - 1) {
            const unsigned image = rest & -rest;
            const unsigned digit = board[image_sources<Box>[std::countr_zero(rest)][cell]];
            holders = digit < least ? image : digit == least ? holders | image : holders;
            least = digit < least ? digit : least;
        }
        standing = holders;
    }
    return std::countr_zero(standing);
}

template <int Box>
void canonical(const std::uint8_t* board, std::uint8_t* out) {
    const auto& source = image_sources<Box>[least_image<Box>(board)];
    for (int cell = 0; cell < Geometry<Box>::cells; ++cell) out[cell] = board[source[cell]];
}

}  // namespace engine
