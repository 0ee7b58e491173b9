// Solving and counting at every size but 9x9; lanes.cpp has that.
#include "kernels/kernels.hpp"
#include "search/solve.hpp"

namespace engine {

namespace {

template <int Box>
void solve_batch(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
                 std::int32_t* counts) {
    constexpr int cells = Geometry<Box>::cells;
    CandidateSearch<Box> search;
    for (std::int64_t i = 0; i < count; ++i)
        counts[i] = solve<Box>(puzzles + cells * i, limit, search, solutions ? solutions + cells * i : nullptr);
}

}  // namespace

void add_solving(Kernels& kernels) {
    kernels.solve.at_4 = solve_batch<2>;
    kernels.solve.at_16 = solve_batch<4>;
    kernels.solve.at_25 = solve_batch<5>;
}

}  // namespace engine
