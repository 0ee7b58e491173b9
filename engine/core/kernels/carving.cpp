// Carving, one board after another, at 6x6 and 9x9 side by side in the lanes of a register; and the proof that clues are necessary.
#include "carving/carving.hpp"
#include "board/geometry.hpp"
#include "board/on_heap.hpp"
#include "carving/carve_lanes.hpp"
#include "carving/fair.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

template <class G>
void carve_each(Shape shape, std::int64_t count, Rows boards, std::uint64_t seed, int clues, Images pattern,
                std::uint8_t* puzzles, std::int64_t* proofs) {
    const G geometry(shape);
    CandidateSearch<G> search(geometry);
    const Orbits<G> orbits(pattern, geometry);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t first = geometry.cells * i;
        carve(geometry, boards + first, seed, clues, orbits, search, puzzles + first, proofs ? proofs + i : nullptr);
    }
}

void carve9(Shape, std::int64_t count, Rows boards, std::uint64_t seed, int clues, Images pattern,
            std::uint8_t* puzzles, std::int64_t* proofs) {
    const auto task = on_heap<CarveTask>(boards, count, seed, clues, pattern, puzzles, proofs);
    search_in_lanes(*task);
}

void carve6(Shape, std::int64_t count, Rows boards, std::uint64_t seed, int clues, Images pattern,
            std::uint8_t* puzzles, std::int64_t* proofs) {
    const auto task = on_heap<CarveTask6>(boards, count, seed, clues, pattern, puzzles, proofs);
    search_in_lanes<LaneState6>(*task);
}

template <class G>
void necessary_each(Shape shape, std::int64_t count, Rows puzzles, Rows boards, bool* out) {
    const G geometry(shape);
    const int cells = geometry.cells;
    CandidateSearch<G> search(geometry);
    for (std::int64_t first = 0; first < cells * count; first += cells)
        for (int cell = 0; cell < cells; ++cell)
            *out++ = puzzles[first + cell] &&
                     other_solution(geometry, puzzles + first, boards + first, cell, search) == Other::found;
}

// Weights of minimal puzzles and fair samples of them; at 9x9 in the lanes of a register.
template <class G>
void weigh_each(Shape, std::int64_t count, Rows boards, Rows puzzles, std::uint64_t seed, double* weights) {
    std::vector<Removal<G>> removals;
    for (std::int64_t i = 0; i < G::cells * count; i += G::cells)
        removals.push_back(Removal<G>::of_carving(boards + i, puzzles + i, seed));
    std::fill_n(weights, count, 0);  // no floor
    CandidateSearch<G> search;
    weigh_all(removals, weights, search);
}

template <class G>
void sample(Shape, std::int64_t count, std::uint64_t seed, std::uint64_t start, std::uint8_t* boards,
            std::uint8_t* puzzles, double* weights, std::int32_t* attempts) {
    constexpr int cells = G::cells;
    FairSampling<G>(seed).run(start, count, [&](std::int64_t i) {
        return FairRow{boards + cells * i, puzzles + cells * i, weights + i, attempts + i};
    });
}

}  // namespace

CarvingKernels::CarvingKernels() {
    carve.set_each<Geometry4, Geometry16, Geometry25, AnyGeometry>([]<class G>() { return carve_each<G>; });
    carve.set<Geometry6>(carve6);
    carve.set<Geometry9>(carve9);
    necessary.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return necessary_each<G>; });
}

FairKernels::FairKernels() {
    weigh.set_each<Geometry4, Geometry9>([]<class G>() { return weigh_each<G>; });
    fair_puzzles.set_each<Geometry4, Geometry9>([]<class G>() { return sample<G>; });
}

}  // namespace engine
