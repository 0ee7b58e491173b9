// Carving, one board after another, and the proof that clues are necessary.
#pragma once

#include "carving/carve.hpp"

namespace engine {

template <class G>
void carve_batch(Shape shape, const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues,
                 Images pattern, std::uint8_t* puzzles) {
    const G geometry(shape);
    CandidateSearch<G> search(geometry);
    const Orbits<G> orbits(pattern, geometry);
    for (std::int64_t i = 0; i < geometry.cells * count; i += geometry.cells)
        carve(geometry, boards + i, seed, clues, orbits, search, puzzles + i);
}

template <class G>
void necessary_batch(Shape shape, const std::uint8_t* puzzles, const std::uint8_t* boards, std::int64_t count,
                     bool* out) {
    const G geometry(shape);
    const int cells = geometry.cells;
    CandidateSearch<G> search(geometry);
    for (std::int64_t first = 0; first < cells * count; first += cells)
        for (int cell = 0; cell < cells; ++cell)
            *out++ = puzzles[first + cell] &&
                     other_solution(geometry, puzzles + first, boards + first, cell, search) == Other::found;
}

}  // namespace engine
