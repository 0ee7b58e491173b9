// Puzzles of few clues under any rules.
#include "fewest/exhaustive_search.hpp"
#include "fewest/ruled_question.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

Exhaustive* make_exhaustive(const std::int32_t* numbers, const std::uint8_t* board, int clues) {
    return new ExhaustiveSearch<RuledQuestion>(numbers[0], board, {}, clues, numbers, board);
}

}  // namespace

RuledFewestKernels::RuledFewestKernels() : exhaustive_ruled(make_exhaustive) {}

}  // namespace engine
