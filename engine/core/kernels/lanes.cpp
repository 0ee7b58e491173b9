// 9x9 and 6x6 puzzles side by side in the lanes of a register: the kernels that each level of processor makes faster.
#include <memory>

#include "carving/carve9.hpp"
#include "kernels/kernels.hpp"
#include "search/lane_search.hpp"
#include "search/measure9.hpp"
#include "search/solve6.hpp"
#include "search/solve9.hpp"

namespace engine {

namespace {

template <class State = LaneState, class Task>
void search_in_lanes(Task& task) {
    std::make_unique<LaneSearch<Task, State>>(task)->run();
}

void carve9(Shape, const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
            std::uint8_t* puzzles) {
    const auto task = std::make_unique<CarveTask>(boards, count, seed, clues, pattern, puzzles);
    search_in_lanes(*task);
}

void solve9(Shape, const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
            std::int32_t* counts) {
    SolveTask task(puzzles, count, limit, solutions, counts);
    search_in_lanes(task);
}

void solve6(Shape, const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
            std::int32_t* counts) {
    SolveTask6 task(puzzles, count, limit, solutions, counts);
    search_in_lanes<LaneState6>(task);
}

void measure9(Shape, const std::uint8_t* puzzles, std::int64_t count, std::int64_t, Metrics* metrics) {
    std::make_unique<MeasureLanes>(puzzles, count, metrics)->run();
}

}  // namespace

void add_lanes(Kernels& kernels) {
    kernels.lanes = lane_count;
    kernels.carve.set<Geometry9>(carve9);
    kernels.solve.set<Geometry9>(solve9);
    kernels.solve.set<Geometry6>(solve6);
    kernels.measure.set<Geometry9>(measure9);
}

}  // namespace engine
