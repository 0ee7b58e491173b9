// Puzzles of few clues, and clues that complete a puzzle, at 9x9: in the lanes, like lanes.cpp.
#include <memory>

#include "fewest/exhaustive_search.hpp"
#include "fewest/few_clues9.hpp"
#include "kernels/kernels.hpp"
#include "search/completions9.hpp"

namespace engine {

namespace {

template <class Task>
void search_in_lanes(Task& task) {
    std::make_unique<LaneSearch<Task>>(task)->run();
}

void few_clues(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, std::int64_t effort,
               std::uint8_t* puzzles) {
    const auto task = std::make_unique<FewCluesTask>(boards, count, seed, clues, effort, puzzles);
    search_in_lanes(*task);
}

void completions(const std::uint8_t* puzzles, std::int64_t count, std::uint8_t* out) {
    const auto task = std::make_unique<CompletionsTask>(puzzles, count, out);
    search_in_lanes(*task);
}

std::unique_ptr<Exhaustive> exhaustive(const std::uint8_t* board, const std::uint8_t* kept, int clues) {
    return std::make_unique<ExhaustiveSearch>(board, kept, clues);
}

}  // namespace

void add_fewest(Kernels& kernels) {
    kernels.few_clues = few_clues;
    kernels.completions = completions;
    kernels.exhaustive = exhaustive;
}

}  // namespace engine
