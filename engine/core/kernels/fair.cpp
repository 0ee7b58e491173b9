// Weights of minimal puzzles and fair samples of them; at 9x9 in the lanes of a register.
#include "carving/fair.hpp"

#include "kernels/kernels.hpp"

namespace engine {

namespace {

void weigh4(const std::uint8_t* boards, const std::uint8_t* puzzles, std::int64_t count, std::uint64_t seed,
            double* weights) {
    CandidateSearch<2> search;
    for (std::int64_t i = 0; i < count; ++i)
        weights[i] = weigh(Removal<2>::of_carving(boards + 16 * i, puzzles + 16 * i, seed), search);
}

void weigh9(const std::uint8_t* boards, const std::uint8_t* puzzles, std::int64_t count, std::uint64_t seed,
            double* weights) {
    std::vector<Removal<3>> removals;
    for (std::int64_t i = 0; i < count; ++i)
        removals.push_back(Removal<3>::of_carving(boards + 81 * i, puzzles + 81 * i, seed));
    std::fill_n(weights, count, 0);  // no floor
    const auto task = std::make_unique<WeighTask>(removals.data(), count, weights);
    std::make_unique<LaneSearch<WeighTask>>(*task)->run();
}

template <int Box>
void fair_puzzles(std::uint64_t seed, std::uint64_t start, std::int64_t count, std::uint8_t* boards,
                  std::uint8_t* puzzles, double* weights, std::int32_t* attempts) {
    constexpr int cells = Geometry<Box>::cells;
    FairSampling<Box>(seed).run(start, count, [&](std::int64_t i) {
        return FairRow{boards + cells * i, puzzles + cells * i, weights + i, attempts + i};
    });
}

}  // namespace

void add_fair(Kernels& kernels) {
    kernels.weigh.at_4 = weigh4;
    kernels.weigh.at_9 = weigh9;
    kernels.fair_puzzles.at_4 = fair_puzzles<2>;
    kernels.fair_puzzles.at_9 = fair_puzzles<3>;
}

}  // namespace engine
