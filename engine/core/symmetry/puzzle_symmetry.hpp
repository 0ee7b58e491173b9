// The canonical form of a puzzle with one solution: the symmetries that lead to the least image of its solution are applied
// to the puzzle, and the least result is taken.
//
// Two puzzles are the same up to the symmetry exactly when these forms are equal. There is more than one such symmetry only
// where the solution has automorphisms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "symmetry/full_symmetry.hpp"
#include "symmetry/symmetry.hpp"

namespace engine {

template <int Box>
void canonical_puzzle_full(const std::uint8_t* puzzle, const std::uint8_t* solution, std::uint8_t* out) {
    constexpr int size = Geometry<Box>::size, cells = Geometry<Box>::cells;
    const FullSymmetry<Box, true> symmetry(solution);
    std::uint8_t least[cells];
    symmetry.least_image(least);
    bool any = false;
    for (const Rearrangement<Box>& image : symmetry.least_rearrangements()) {
        std::array<std::uint8_t, cells> here;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int cell = row * size + column;
                here[cell] = puzzle[image.source(row, column)] ? least[cell] : 0;
            }
        if (!any || std::lexicographical_compare(here.begin(), here.end(), out, out + cells))
            std::copy(here.begin(), here.end(), out);
        any = true;
    }
}

// Under the turns and mirrors, with digits renamed or not.
template <int Box>
void canonical_puzzle_d4(const std::uint8_t* puzzle, const std::uint8_t* solution, bool relabel, std::uint8_t* out) {
    constexpr int size = Geometry<Box>::size, cells = Geometry<Box>::cells;
    struct Image {
        std::array<std::uint8_t, cells> solution, puzzle;
        auto operator<=>(const Image&) const = default;
    };
    Image least{};
    for (int image = 0; image < turns_and_mirrors; ++image) {
        const auto& source = image_sources<Box>[image];
        std::array<std::uint8_t, size + 1> name{};
        for (int digit = 1; digit <= size; ++digit) name[digit] = static_cast<std::uint8_t>(digit);
        if (relabel)
            for (int column = 0; column < size; ++column)
                name[solution[source[column]]] = static_cast<std::uint8_t>(column + 1);
        Image here;
        for (int cell = 0; cell < cells; ++cell) {
            here.solution[cell] = name[solution[source[cell]]];
            here.puzzle[cell] = puzzle[source[cell]] ? here.solution[cell] : 0;
        }
        if (image == 0 || here < least) least = here;
    }
    std::copy(least.puzzle.begin(), least.puzzle.end(), out);
}

}  // namespace engine
