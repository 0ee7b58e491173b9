// Solving and counting at every size but 9x9, one puzzle after another; solve9.hpp has the fast way for 9x9.
#pragma once

#include <cstdint>
#include <limits>

#include "search/candidate_search.hpp"

namespace engine {

inline constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

// Counts the solutions of a puzzle up to a limit, and writes the first one where `solution` is not null.
template <class G>
std::int32_t solve(const G& geometry, const std::uint8_t* puzzle, int limit, CandidateSearch<G>& search,
                   std::uint8_t* solution) {
    std::int32_t count = 0;
    search.root().reset();
    if (!search.root().place_clues(puzzle)) return count;
    const auto pick = [](const Candidates<G>& position) {
        return fewest_candidates(position, [](int) { return true; });
    };
    const auto found = [&](const Candidates<G>& position) {
        if (count++ == 0 && solution)
            for (int cell = 0; cell < geometry.cells; ++cell)
                solution[cell] = static_cast<std::uint8_t>(position.settled_digit(cell));
        return count < limit;
    };
    search.run(no_limit, pick, found);
    return count;
}

}  // namespace engine
