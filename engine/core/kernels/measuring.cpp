// The reference search at every size but 9x9; lanes.cpp has that.
#include "kernels/kernels.hpp"
#include "search/singles_search.hpp"

namespace engine {

namespace {

template <int Box>
void measure_batch(const std::uint8_t* puzzles, std::int64_t count, std::int64_t most_nodes, Metrics* metrics) {
    SinglesSearch<Box> search;
    for (std::int64_t i = 0; i < count; ++i) metrics[i] = search.run(puzzles + Geometry<Box>::cells * i, most_nodes);
}

}  // namespace

void add_measuring(Kernels& kernels) {
    kernels.measure.at_4 = measure_batch<2>;
    kernels.measure.at_16 = measure_batch<4>;
    kernels.measure.at_25 = measure_batch<5>;
}

}  // namespace engine
