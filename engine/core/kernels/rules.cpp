// Puzzles under any rules.
#include "kernels/kernels.hpp"
#include "rules/house_tasks.hpp"
#include "rules/solve.hpp"

namespace engine {

namespace {

using rules::for_each_puzzle;
using rules::HouseTask;
using rules::RuledPuzzle;

constexpr int gave_up = HouseTask<rules::HouseLanes>::gave_up;

// Solves puzzles whose rules say which cells differ, side by side; false where puzzles are left, which have a count of
// `gave_up`.
bool solve_houses(const std::uint8_t* puzzles, std::int64_t count, const std::int32_t* numbers, int limit,
                  std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses) {
    std::fill_n(counts, count, gave_up);
    rules::where_cells_differ(numbers, [&]<class State>(const auto& houses, const auto& near) {
        HouseTask<State> task(houses, near, puzzles, count, limit, solutions, counts, guesses);
        search_in_lanes<State>(task);
    });
    return std::find(counts, counts + count, gave_up) == counts + count;
}

bool carve_houses(const std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                  const std::int64_t* positions, std::uint8_t* out) {
    return rules::where_cells_differ(numbers, [&]<class State>(const auto& houses, const auto& near) {
        rules::HouseCarveTask<State> task(houses, near, boards, count, seed, positions, out);
        search_in_lanes<State>(task);
    });
}

void solve_ruled(Shape shape, std::int64_t count, const std::uint8_t* puzzles, const std::int32_t* numbers,
                 const std::int64_t* starts, bool shared, int limit, std::uint8_t* solutions, std::int32_t* counts,
                 std::int64_t* guesses) {
    if (shared && count && solve_houses(puzzles, count, numbers + starts[0], limit, solutions, counts, guesses)) return;
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        if (shared && counts[row] != gave_up) return;
        const std::int64_t at = row * shape.cells();
        counts[row] = puzzle.count(puzzles + at, limit, solutions ? solutions + at : nullptr);
        guesses[row] = puzzle.guesses();
    });
}

void true_candidates(Shape shape, std::int64_t count, const std::uint8_t* puzzles, const std::int32_t* numbers,
                     const std::int64_t* starts, bool shared, std::uint16_t* candidates) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.true_candidates(puzzles + row * shape.cells(), candidates + row * shape.cells());
    });
}

void other_ruled(Shape shape, std::int64_t count, const std::uint8_t* boards, const std::int32_t* numbers,
                 const std::int64_t* starts, bool shared, std::uint8_t* out) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.other(boards + row * shape.cells(), out + row * shape.cells());
    });
}

void draw_ruled(Shape shape, std::int64_t count, std::uint8_t* boards, const std::int32_t* numbers,
                const std::int64_t* starts, bool shared, std::uint64_t seed, const std::int64_t* positions) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.draw(seed, static_cast<std::uint64_t>(positions[row]), boards + row * shape.cells());
    });
}

void carve_ruled(Shape shape, std::int64_t count, const std::uint8_t* boards, const std::int32_t* numbers,
                 const std::int64_t* starts, bool shared, std::uint64_t seed, const std::int64_t* positions,
                 std::uint8_t* out) {
    if (shared && count && carve_houses(boards, count, numbers + starts[0], seed, positions, out)) return;
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * shape.cells();
        puzzle.carve(boards + at, seed, static_cast<std::uint64_t>(positions[row]), out + at);
    });
}

void measure_ruled(Shape shape, std::int64_t count, const std::uint8_t* puzzles, const std::int32_t* numbers,
                   const std::int64_t* starts, bool shared, std::int64_t most_nodes, Metrics* metrics) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        metrics[row] = puzzle.measure(puzzles + row * shape.cells(), most_nodes);
    });
}

}  // namespace

RulesKernels::RulesKernels()
    : solve_ruled(engine::solve_ruled),
      true_candidates(engine::true_candidates),
      other_ruled(engine::other_ruled),
      draw_ruled(engine::draw_ruled),
      carve_ruled(engine::carve_ruled),
      measure_ruled(engine::measure_ruled) {}

}  // namespace engine
