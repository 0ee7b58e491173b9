// Puzzles of few clues, and clues that complete a puzzle, at 9x9 in the lanes of a register; all minimal ones of a small
// board.
#include "board/on_heap.hpp"
#include "fewest/exhaustive_search.hpp"
#include "fewest/few_clues9.hpp"
#include "fewest/minimal_puzzles.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

void search_few_clues(Shape, std::int64_t count, Rows boards, std::uint64_t seed, int clues, std::int64_t effort,
                      std::uint8_t* puzzles, std::int64_t* proofs) {
    const auto task = on_heap<FewCluesTask>(boards, count, seed, clues, effort, puzzles, proofs);
    search_in_lanes(*task);
}

void complete_each(Shape, std::int64_t count, Rows puzzles, std::uint8_t* out) {
    const auto task = on_heap<CompletionsTask>(puzzles, count, out);
    search_in_lanes(*task);
}

Exhaustive* make_exhaustive(const std::uint8_t* board, const std::uint8_t* kept, int clues) {
    Cells9 cells;
    for (int cell = 0; cell < 81; ++cell)
        if (kept[cell]) cells.add(cell);
    return new ExhaustiveSearch<Question>(9, board, cells, clues, board);
}

std::vector<std::uint64_t> find_minimal_puzzles(std::span<const std::uint64_t> peers,
                                                std::span<const std::uint8_t> board, int digits) {
    std::vector<std::uint64_t> found;
    const std::vector<std::uint64_t> sets = Unavoidable(peers, board, digits).find();
    Transversals(sets, board.size(), [&](std::uint64_t clues) { found.push_back(clues); }).find();
    return found;
}

}  // namespace

FewestKernels::FewestKernels() : exhaustive(make_exhaustive), minimal_puzzles(find_minimal_puzzles) {
    few_clues.set<Geometry9>(search_few_clues);
    completions.set<Geometry9>(complete_each);
}

}  // namespace engine
