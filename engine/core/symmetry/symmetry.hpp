// The eight rotations and reflections of a board, and its canonical form: the least of the eight images, compared row
// by row, as they are or each with its digits renamed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "board/geometry.hpp"

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

// Which image is the least, given `digit(image, cell)`. Images drop out at the first cell where another one is
// smaller; two that never differ are the same board.
template <int Box, class Digit>
int least_image(Digit digit) {
    unsigned standing = (1u << turns_and_mirrors) - 1;
    for (int cell = 0; cell < Geometry<Box>::cells && (standing & (standing - 1)); ++cell) {
        unsigned least = 256, holders = 0;
        for (unsigned rest = standing; rest; rest &= rest - 1) {
            const unsigned image = rest & -rest;
            const unsigned here = digit(std::countr_zero(rest), cell);
            holders = here < least ? image : here == least ? holders | image : holders;
            least = here < least ? here : least;
        }
        standing = holders;
    }
    return std::countr_zero(standing);
}

template <int Box>
void canonical_d4(const std::uint8_t* board, std::uint8_t* out) {
    const auto digit = [&](int image, int cell) { return board[image_sources<Box>[image][cell]]; };
    const int least = least_image<Box>(digit);
    for (int cell = 0; cell < Geometry<Box>::cells; ++cell) out[cell] = digit(least, cell);
}

// The digits of an image are renamed in the order of its first row, which makes it least.
template <int Box>
void canonical_d4_relabel(const std::uint8_t* board, std::uint8_t* out) {
    std::array<std::array<std::uint8_t, Geometry<Box>::size + 1>, turns_and_mirrors> name;
    for (int image = 0; image < turns_and_mirrors; ++image)
        for (int column = 0; column < Geometry<Box>::size; ++column)
            name[image][board[image_sources<Box>[image][column]]] = static_cast<std::uint8_t>(column + 1);
    const auto digit = [&](int image, int cell) { return name[image][board[image_sources<Box>[image][cell]]]; };
    const int least = least_image<Box>(digit);
    for (int cell = 0; cell < Geometry<Box>::cells; ++cell) out[cell] = digit(least, cell);
}

}  // namespace engine
