// The canonical form of a puzzle with one solution: the symmetries that lead to the least image of its solution are applied
// to the puzzle, and the least result is taken.
//
// Two puzzles are the same up to the symmetry exactly when these forms are equal. There is more than one such symmetry only
// if the solution has automorphisms.
//
// A `way` says how the form is reached, in 1 + 2 * size bytes: whether the puzzle is transposed, then of which of its rows
// and columns the rows and columns of the form are made. It is written unless it is null.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "symmetry/full_symmetry.hpp"
#include "symmetry/patterns.hpp"

namespace engine {

constexpr int way_bytes(int size) { return 1 + 2 * size; }

template <class G>
void canonical_puzzle_full(const G& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution,
                           std::uint8_t* out, std::uint8_t* way) {
    const int size = geometry.size, cells = geometry.cells;
    const FullSymmetry<G, true> symmetry(geometry, solution);
    std::uint8_t least[G::max_cells];
    symmetry.least_image(least);
    bool any = false;
    for (const Rearrangement<G>& image : symmetry.least_rearrangements()) {
        std::array<std::uint8_t, G::max_cells> here;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int cell = row * size + column;
                here[cell] = puzzle[image.source(size, row, column)] ? least[cell] : 0;
            }
        if (any && !std::lexicographical_compare(here.begin(), here.begin() + cells, out, out + cells)) continue;
        std::copy_n(here.begin(), cells, out);
        any = true;
        if (way) {
            way[0] = image.transposed;
            std::copy_n(image.rows.begin(), size, way + 1);
            std::copy_n(image.columns.begin(), size, way + 1 + size);
        }
    }
}

// The way of an image, from the cells that its cells are taken from.
template <class Cells>
void write_way(int size, const Cells& source, std::uint8_t* way) {
    const bool transposed = source[0] % size != source[(size - 1) * size] % size;
    way[0] = transposed;
    for (int line = 0; line < size; ++line) {
        const int first_of_row = source[line * size], first_of_column = source[line];
        way[1 + line] = static_cast<std::uint8_t>(transposed ? first_of_row % size : first_of_row / size);
        way[1 + size + line] = static_cast<std::uint8_t>(transposed ? first_of_column / size : first_of_column % size);
    }
}

// Under the turns and mirrors, with digits renamed or not.
template <class G>
void canonical_puzzle_d4(const G& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution, bool relabel,
                         std::uint8_t* out, std::uint8_t* way) {
    const int size = geometry.size, cells = geometry.cells;
    struct Image {
        std::array<std::uint8_t, G::max_cells> solution{}, puzzle{};
        auto operator<=>(const Image&) const = default;
    };
    const ImagesOf<G> images(geometry);
    Image least;
    for (int image = 0; image < images->count; ++image) {
        const auto& source = images->source[image];
        std::array<std::uint8_t, G::max_size + 1> name{};
        for (int digit = 1; digit <= size; ++digit) name[digit] = static_cast<std::uint8_t>(digit);
        if (relabel)
            for (int column = 0; column < size; ++column)
                name[solution[source[column]]] = static_cast<std::uint8_t>(column + 1);
        Image here;
        for (int cell = 0; cell < cells; ++cell) {
            here.solution[cell] = name[solution[source[cell]]];
            here.puzzle[cell] = puzzle[source[cell]] ? here.solution[cell] : 0;
        }
        if (image > 0 && !(here < least)) continue;
        least = here;
        if (way) write_way(size, source, way);
    }
    std::copy_n(least.puzzle.begin(), cells, out);
}

}  // namespace engine
