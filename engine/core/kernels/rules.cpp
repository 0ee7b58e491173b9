// Puzzles under any rules.
#include "kernels/kernels.hpp"
#include "rules/solve.hpp"
#include "rules/statements.hpp"

namespace engine {

namespace {

using rules::for_each_puzzle;
using rules::RuledPuzzle;

void solve_ruled(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers, const std::int64_t* starts,
                 bool shared, int limit, std::int64_t most_guesses, std::uint8_t* solutions, std::int32_t* counts,
                 std::int64_t* guesses) {
    const bool in_lanes =
        shared && rules::solve_in_lanes(puzzles, count, numbers + starts[0], limit, solutions, counts, guesses);
    if (in_lanes && std::find(counts, counts + count, rules::not_counted) == counts + count) return;
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        if (in_lanes && counts[row] != rules::not_counted) return;
        const std::int64_t at = row * puzzle.cells();
        counts[row] = puzzle.count(puzzles + at, limit, most_guesses, solutions ? solutions + at : nullptr);
        guesses[row] = puzzle.guesses();
    });
}

void learn_ruled(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers, const std::int64_t* starts,
                 bool shared, int limit, std::uint8_t* solutions, std::int32_t* counts) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * puzzle.cells();
        counts[row] = puzzle.count_by_learning(puzzles + at, limit, solutions + at);
    });
}

void true_candidates(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers, const std::int64_t* starts,
                     bool shared, std::uint16_t* candidates) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.true_candidates(puzzles + row * puzzle.cells(), candidates + row * puzzle.cells());
    });
}

void other_ruled(Shape, std::int64_t count, Rows boards, const std::int32_t* numbers, const std::int64_t* starts,
                 bool shared, std::uint8_t* out) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.other(boards + row * puzzle.cells(), out + row * puzzle.cells());
    });
}

void draw_ruled(Shape, std::int64_t count, std::uint8_t* boards, const std::int32_t* numbers,
                const std::int64_t* starts, bool shared, std::uint64_t seed, const std::int64_t* positions) {
    if (shared && rules::draw_in_lanes(boards, count, numbers + starts[0], seed, positions)) return;
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.draw(seed, static_cast<std::uint64_t>(positions[row]), boards + row * puzzle.cells());
    });
}

void carve_ruled(Shape, std::int64_t count, Rows boards, const std::int32_t* numbers, const std::int64_t* starts,
                 bool shared, std::uint64_t seed, const std::int64_t* positions, const std::uint8_t* first_of_orbit,
                 std::int64_t most_guesses, std::uint8_t* out) {
    if (shared && !first_of_orbit && rules::carve_in_lanes(boards, count, numbers + starts[0], seed, positions, out))
        return;
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * puzzle.cells();
        puzzle.carve(boards + at, seed, static_cast<std::uint64_t>(positions[row]), first_of_orbit, most_guesses,
                     out + at);
    });
}

void measure_ruled(Shape, std::int64_t count, Rows puzzles, const std::int32_t* numbers, const std::int64_t* starts,
                   bool shared, std::int64_t most_nodes, Metrics* metrics) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        metrics[row] = puzzle.measure(puzzles + row * puzzle.cells(), most_nodes);
    });
}

}  // namespace

RulesKernels::RulesKernels()
    : solve_ruled(engine::solve_ruled),
      learn_ruled(engine::learn_ruled),
      true_candidates(engine::true_candidates),
      other_ruled(engine::other_ruled),
      draw_ruled(engine::draw_ruled),
      carve_ruled(engine::carve_ruled),
      measure_ruled(engine::measure_ruled) {}

}  // namespace engine
