// Puzzles under any rules.
#include "kernels/kernels.hpp"
#include "rules/solve.hpp"

namespace engine {

namespace {

using rules::for_each_puzzle;
using rules::RuledPuzzle;

void solve_ruled(Shape shape, std::int64_t count, const std::uint8_t* puzzles, const std::int32_t* numbers,
                 const std::int64_t* starts, bool shared, int limit, std::uint8_t* solutions, std::int32_t* counts,
                 std::int64_t* guesses) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
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
                const std::int64_t* starts, bool shared, std::uint64_t seed, std::uint64_t start) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.draw(seed, start + static_cast<std::uint64_t>(row), boards + row * shape.cells());
    });
}

void carve_ruled(Shape shape, std::int64_t count, const std::uint8_t* boards, const std::int32_t* numbers,
                 const std::int64_t* starts, bool shared, std::uint64_t seed, std::uint64_t start, std::uint8_t* out) {
    for_each_puzzle({numbers, starts, shared, count}, [&](RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * shape.cells();
        puzzle.carve(boards + at, seed, start + static_cast<std::uint64_t>(row), out + at);
    });
}

}  // namespace

RulesKernels::RulesKernels()
    : solve_ruled(engine::solve_ruled),
      true_candidates(engine::true_candidates),
      other_ruled(engine::other_ruled),
      draw_ruled(engine::draw_ruled),
      carve_ruled(engine::carve_ruled) {}

}  // namespace engine
