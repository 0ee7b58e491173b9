// Solving and counting, one puzzle after another; at 6x6 and 9x9 side by side in the lanes of a register.
#include "board/geometry.hpp"
#include "kernels/kernels.hpp"
#include "search/solve.hpp"
#include "search/solve6.hpp"
#include "search/solve9.hpp"

namespace engine {

namespace {

template <class G>
void solve_each(Shape shape, std::int64_t count, const std::uint8_t* puzzles, int limit, std::uint8_t* solutions,
                std::int32_t* counts) {
    const G geometry(shape);
    CandidateSearch<G> search(geometry);
    for (std::int64_t i = 0; i < geometry.cells * count; i += geometry.cells)
        *counts++ = engine::solve(geometry, puzzles + i, limit, search, solutions ? solutions + i : nullptr);
}

void solve6(Shape, std::int64_t count, const std::uint8_t* puzzles, int limit, std::uint8_t* solutions,
            std::int32_t* counts) {
    SolveTask6 task(puzzles, count, limit, solutions, counts);
    search_in_lanes<LaneState6>(task);
}

void solve9(Shape, std::int64_t count, const std::uint8_t* puzzles, int limit, std::uint8_t* solutions,
            std::int32_t* counts) {
    if (solutions) {
        SolveTask task(puzzles, count, limit, solutions, counts);
        search_in_lanes(task);
    } else {
        CountTask task(puzzles, count, limit, counts);
        search_in_lanes<CountingState>(task);
    }
}

void learn_each(Shape shape, std::int64_t count, const std::uint8_t* puzzles, int limit, std::uint8_t* solutions,
                std::int32_t* counts) {
    for (std::int64_t i = 0; i < shape.cells() * count; i += shape.cells())
        *counts++ = engine::solve_by_learning(shape, puzzles + i, limit, solutions ? solutions + i : nullptr);
}

}  // namespace

SolvingKernels::SolvingKernels() : lanes(lane_count) {
    solve.set_each<Geometry4, Geometry16, Geometry25, AnyGeometry>([]<class G>() { return solve_each<G>; });
    solve.set<Geometry6>(solve6);
    solve.set<Geometry9>(solve9);
    solve_by_learning.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return learn_each; });
}

}  // namespace engine
