// Patterns that the clues of a puzzle can form: the sets of turns and mirrors that leave the clue cells where they are.
//
// There are ten such sets, the subgroups of the square's symmetries: no symmetry at all, and the nine named here. Cells that
// a pattern's images carry into each other are an *orbit*; a puzzle has the pattern when each orbit is all clues or none.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "symmetry/symmetry.hpp"

namespace engine {

// A set of turns and mirrors of a board, a bit for each image that symmetry.hpp numbers.
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

}  // namespace engine
