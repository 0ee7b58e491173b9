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

std::int64_t draw_ruled(const rules::Puzzles& puzzles, std::uint64_t seed, std::uint64_t start, std::uint8_t* boards) {
    std::int64_t drawn = 0;
    rules::for_each_puzzle(puzzles, [&](rules::RuledPuzzle& puzzle, std::int64_t row) {
        drawn += puzzle.draw(seed, start + static_cast<std::uint64_t>(row), boards + row * puzzles.cells);
    });
    return drawn;
}

void carve_ruled(const rules::Puzzles& puzzles, std::uint64_t seed, std::uint64_t start, std::uint8_t* out) {
    rules::for_each_puzzle(puzzles, [&](rules::RuledPuzzle& puzzle, std::int64_t row) {
        const std::int64_t at = row * puzzles.cells;
        puzzle.carve(puzzles.clues + at, seed, start + static_cast<std::uint64_t>(row), out + at);
    });
}

void other_ruled(const rules::Puzzles& puzzles, std::uint8_t* out) {
    rules::for_each_puzzle(puzzles, [&](rules::RuledPuzzle& puzzle, std::int64_t row) {
        puzzle.other(puzzles.clues + row * puzzles.cells, out + row * puzzles.cells);
    });
}

}  // namespace

void add_rules(Kernels& kernels) {
    kernels.solve_ruled = solve_ruled;
    kernels.true_candidates = true_candidates;
    kernels.other_ruled = other_ruled;
    kernels.draw_ruled = draw_ruled;
    kernels.carve_ruled = carve_ruled;
}

}  // namespace engine
