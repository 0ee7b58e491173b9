// The rotations and reflections of a board, and its canonical form: the least of these images, compared row by row, as they
// are or each with its digits renamed. There are eight of them, but only the four that keep rows as rows if blocks are not
// square: the others have blocks of another shape.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "board/geometry.hpp"

namespace engine {

inline constexpr int most_images = 8;

// For each image, the cell of the board that each cell of the image is taken from.
template <class G>
struct ImageTable {
    int count;
    std::array<std::array<std::uint16_t, G::max_cells>, most_images> source{};

    constexpr explicit ImageTable(Shape shape) : count(shape.transposable() ? most_images : most_images / 2) {
        const int size = shape.size(), last = size - 1;
        for (int image = 0; image < count; ++image)
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column) {
                    int r = image & 1 ? last - row : row;
                    int c = image & 2 ? last - column : column;
                    if (image & 4) std::swap(r, c);
                    source[image][row * size + column] = static_cast<std::uint16_t>(r * size + c);
                }
    }
};

template <class G>
using ImagesOf = Lookup<ImageTable<G>, G>;

// Which image is the least, given `digit(image, cell)`. Images drop out at the first cell where another one is
// smaller; two that never differ are the same board.
template <class Digit>
int least_image(int images, int cells, Digit digit) {
    unsigned standing = (1u << images) - 1;
    for (int cell = 0; cell < cells && (standing & (standing - 1)); ++cell) {
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

template <class G>
void canonical_d4(const G& geometry, const std::uint8_t* board, std::uint8_t* out) {
    const ImagesOf<G> images(geometry);
    const auto digit = [&](int image, int cell) { return board[images->source[image][cell]]; };
    const int least = least_image(images->count, geometry.cells, digit);
    for (int cell = 0; cell < geometry.cells; ++cell) out[cell] = digit(least, cell);
}

// The digits of an image are renamed in the order of its first row, which makes it least.
template <class G>
void canonical_d4_relabel(const G& geometry, const std::uint8_t* board, std::uint8_t* out) {
    const ImagesOf<G> images(geometry);
    std::array<std::array<std::uint8_t, G::max_size + 1>, most_images> name;
    for (int image = 0; image < images->count; ++image)
        for (int column = 0; column < geometry.size; ++column)
            name[image][board[images->source[image][column]]] = static_cast<std::uint8_t>(column + 1);
    const auto digit = [&](int image, int cell) { return name[image][board[images->source[image][cell]]]; };
    const int least = least_image(images->count, geometry.cells, digit);
    for (int cell = 0; cell < geometry.cells; ++cell) out[cell] = digit(least, cell);
}

}  // namespace engine
