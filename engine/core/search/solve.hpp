// Solving and counting at every size but 9x9, one puzzle after another; solve9.hpp has the fast way for 9x9.
//
// A search that guesses goes first, since most puzzles need few guesses. If it takes too many, one that learns from its
// conflicts takes over.
#pragma once

#include <cstdint>

#include "search/candidate_search.hpp"

namespace engine {

// Guesses without a solution after which guessing ends: some hundredths of a second at 25x25.
constexpr int most_futile_guesses = 2000;

// A search that learns keeps a clause for each solution, so it does not count to more than this.
constexpr int most_counted_by_learning = 20'000;

// Counts the solutions of a puzzle up to a limit by the search that learns (learning/learning_search.cpp), and writes the
// first one unless `solution` is null. A clause is kept for each solution, so the limit is for small numbers.
std::int32_t solve_by_learning(Shape shape, const std::uint8_t* puzzle, int limit, std::uint8_t* solution);

// The same, by guessing as far as that leads.
template <class G>
std::int32_t solve(const G& geometry, const std::uint8_t* puzzle, int limit, CandidateSearch<G>& search,
                   std::uint8_t* solution) {
    std::int32_t count = 0;
    int futile = 0;
    search.root().reset();
    if (!search.root().place_clues(puzzle)) return count;
    const auto may_guess = [&] { return limit > most_counted_by_learning || futile++ < most_futile_guesses; };
    const auto pick = [](const Candidates<G>& position) {
        return fewest_candidates(position, [](int) { return true; });
    };
    const auto found = [&](const Candidates<G>& position) {
        futile = 0;
        if (count++ == 0 && solution)
            for (int cell = 0; cell < geometry.cells; ++cell)
                solution[cell] = static_cast<std::uint8_t>(position.settled_digit(cell));
        return count < limit;
    };
    if (search.run(may_guess, pick, found)) return count;
    return solve_by_learning(geometry.shape, puzzle, limit, count ? nullptr : solution);
}

}  // namespace engine
