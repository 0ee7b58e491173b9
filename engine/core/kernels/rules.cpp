// Puzzles under any rules.
#include "kernels/kernels.hpp"
#include "rules/solve.hpp"

namespace engine {

namespace {

void solve_ruled(const rules::Puzzles& puzzles, int limit, std::uint8_t* solutions, std::int32_t* counts,
                 std::int64_t* guesses) {
    rules::for_each_puzzle(puzzles, [&](rules::RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * puzzles.cells;
        counts[row] = puzzle.count(puzzles.clues + at, limit, solutions ? solutions + at : nullptr);
        guesses[row] = puzzle.guesses();
    });
}

void true_candidates(const rules::Puzzles& puzzles, std::uint16_t* candidates) {
    rules::for_each_puzzle(puzzles, [&](rules::RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * puzzles.cells;
        puzzle.true_candidates(puzzles.clues + at, candidates + at);
    });
}

}  // namespace

void add_rules(Kernels& kernels) {
    kernels.solve_ruled = solve_ruled;
    kernels.true_candidates = true_candidates;
}

}  // namespace engine
