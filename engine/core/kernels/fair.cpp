// Weights of minimal puzzles and fair samples of them; at 9x9 in the lanes of a register.
#include "carving/fair.hpp"

#include "board/on_heap.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

void weigh4(Shape, std::int64_t count, const std::uint8_t* boards, const std::uint8_t* puzzles, std::uint64_t seed,
            double* weights) {
    CandidateSearch<Geometry4> search;
    for (std::int64_t i = 0; i < count; ++i)
        weights[i] = weigh(Removal<Geometry4>::of_carving(boards + 16 * i, puzzles + 16 * i, seed), search);
}

void weigh9(Shape, std::int64_t count, const std::uint8_t* boards, const std::uint8_t* puzzles, std::uint64_t seed,
            double* weights) {
    std::vector<Removal<Geometry9>> removals;
    for (std::int64_t i = 0; i < count; ++i)
        removals.push_back(Removal<Geometry9>::of_carving(boards + 81 * i, puzzles + 81 * i, seed));
    std::fill_n(weights, count, 0);  // no floor
    const auto task = on_heap<WeighTask>(removals.data(), count, weights);
    search_in_lanes(*task);
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

FairKernels::FairKernels() {
    weigh.set<Geometry4>(weigh4);
    weigh.set<Geometry9>(weigh9);
    fair_puzzles.set_each<Geometry4, Geometry9>([]<class G>() { return sample<G>; });
}

}  // namespace engine
