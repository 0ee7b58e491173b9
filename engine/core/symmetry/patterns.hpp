// The rotations and reflections of a board, and its canonical form: the least of these images, compared row by row, as they
// are or each with its digits renamed. There are eight of them, but only the four that keep rows as rows if blocks are not
// square: the others have blocks of another shape.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "board/geometry.hpp"
#include "board/random.hpp"

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

// Patterns that the clues of a puzzle can form: the sets of turns and mirrors that leave the clue cells where they are.
//
// There are ten such sets, the subgroups of the square's symmetries: no symmetry at all, and the nine named here. Cells that
// a pattern's images carry into each other are an *orbit*; a puzzle has the pattern when each orbit is all clues or none.

// A set of turns and mirrors of a board, a bit for each image that ImageTable numbers.
using Images = std::uint8_t;  // bit 0, the board as it is, is in every set

inline constexpr Images no_pattern = 1;

constexpr Images images(std::initializer_list<int> others) {
    Images set = no_pattern;
    for (const int image : others) set |= static_cast<Images>(1 << image);
    return set;
}

struct Pattern {
    const char* name;
    Images images;
};

inline constexpr Pattern patterns[] = {
    {"rotate180", images({3})},     {"rotate90", images({3, 5, 6})},  {"mirror", images({2})},
    {"flip", images({1})},          {"diagonal", images({4})},        {"antidiagonal", images({7})},
    {"mirrors", images({1, 2, 3})}, {"diagonals", images({3, 4, 7})}, {"all", images({1, 2, 3, 4, 5, 6, 7})},
};

// The orbits of a pattern, in the order of their first cells.
template <class G>
struct Orbits {
    int count = 0;
    std::array<std::uint16_t, G::max_cells + 1> first{};  // orbit i is cell[first[i]] .. cell[first[i + 1] - 1]
    std::array<std::uint16_t, G::max_cells> cell{};

    explicit Orbits(Images pattern, const G& geometry = G()) {
        const ImagesOf<G> images(geometry);
        std::array<bool, G::max_cells> listed{};
        int end = 0;
        for (int start = 0; start < geometry.cells; ++start) {
            if (listed[start]) continue;
            for (int image = 0; image < images->count; ++image) {
                const std::uint16_t other = images->source[image][start];
                if (!(pattern >> image & 1) || listed[other]) continue;
                listed[other] = true;
                cell[end++] = other;
            }
            first[++count] = static_cast<std::uint16_t>(end);
        }
    }
};

// The turns and mirrors that leave the clue cells of a puzzle where they are.
template <class G>
Images clue_symmetries(const G& geometry, const std::uint8_t* puzzle) {
    const ImagesOf<G> images(geometry);
    Images found = 0;
    for (int image = 0; image < images->count; ++image) {
        const auto& source = images->source[image];
        int cell = 0;
        while (cell < geometry.cells && !puzzle[cell] == !puzzle[source[cell]]) ++cell;
        if (cell == geometry.cells) found |= static_cast<Images>(1 << image);
    }
    return found;
}

// An image of each board under a symmetry drawn at random, each of the shape's symmetries as likely as any other.
//
// Bands and stacks, the rows of a band, the columns of a stack and the digits are shuffled, and the board is transposed
// in half of the cases if blocks keep their shape. The draw depends on the seed and the row's number alone.

class RandomSymmetry {
public:
    RandomSymmetry(Shape shape, std::uint64_t seed, std::uint64_t index) : shape_(shape), random_(seed, index) {
        transposed_ = shape.transposable() && random_.evenly_below(2) == 1;
        shuffle_lines(rows_, shape.bands(), shape.rows);
        shuffle_lines(columns_, shape.stacks(), shape.columns);
        for (int digit = 0; digit <= shape.size(); ++digit) names_[digit] = static_cast<std::uint8_t>(digit);
        random_.shuffle_evenly(names_.data() + 1, shape.size());
    }

    void apply(const std::uint8_t* board, std::uint8_t* image) const {
        const int size = shape_.size();
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int from_row = rows_[row], from_column = columns_[column];
                const int cell = transposed_ ? from_column * size + from_row : from_row * size + from_column;
                image[row * size + column] = names_[board[cell]];
            }
    }

private:
    using Lines = std::array<std::uint8_t, largest_size>;

    // Groups of lines, such as bands of rows: the groups and the lines of each.
    void shuffle_lines(Lines& lines, int groups, int of_each) {
        Lines order;
        for (int group = 0; group < groups; ++group) order[group] = static_cast<std::uint8_t>(group);
        random_.shuffle_evenly(order.data(), groups);
        for (int group = 0; group < groups; ++group) {
            std::uint8_t* const begin = lines.data() + group * of_each;
            for (int i = 0; i < of_each; ++i) begin[i] = static_cast<std::uint8_t>(order[group] * of_each + i);
            random_.shuffle_evenly(begin, of_each);
        }
    }

    Shape shape_;
    Random random_;
    bool transposed_;
    Lines rows_{}, columns_{};  // where the lines of the image come from
    std::array<std::uint8_t, largest_size + 1> names_{};
};

}  // namespace engine
