// Carving at every size but 9x9 (lanes.cpp has that), and the proof that clues are necessary.
#include "carving/carve.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

template <int Box>
void carve_batch(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
                 std::uint8_t* puzzles) {
    constexpr int cells = Geometry<Box>::cells;
    CandidateSearch<Box> search;
    const Orbits<Box> orbits(pattern);
    for (std::int64_t i = 0; i < count; ++i)
        carve<Box>(boards + cells * i, seed, clues, orbits, search, puzzles + cells * i);
}

template <int Box>
void necessary(const std::uint8_t* puzzles, const std::uint8_t* boards, std::int64_t count, bool* out) {
    constexpr int cells = Geometry<Box>::cells;
    CandidateSearch<Box> search;
    for (std::int64_t i = 0; i < cells * count; ++i) {
        const std::int64_t first = i / cells * cells;
        const int cell = static_cast<int>(i - first);
        out[i] = puzzles[i] && other_solution(puzzles + first, boards + first, cell, search) == Other::found;
    }
}

}  // namespace

void add_carving(Kernels& kernels) {
    kernels.carve.at_4 = carve_batch<2>;
    kernels.carve.at_16 = carve_batch<4>;
    kernels.carve.at_25 = carve_batch<5>;
    kernels.necessary = {necessary<2>, necessary<3>, necessary<4>, necessary<5>};
}

}  // namespace engine
