// Carving at every size but 9x9, one board after another; carve9.hpp has the fast way for 9x9.
//
// The question is the same: with the clue gone and its digit forbidden there, is there any solution? And so is the way
// to spare most of the search: guess only in cells that the board's own digit is no candidate of any more, for when
// there are none, the board's digits fit in all open cells.
//
// At 25x25 some three hundred clues are left when suddenly almost every question takes far too long, whatever its
// answer: five hundred times the time brings the count down by about one in a hundred. There a clue goes only where
// inference proves without a guess that it can.
#pragma once

#include "carving/carving.hpp"
#include "search/candidate_search.hpp"
#include "search/solve.hpp"

namespace engine {

// What the search for another solution may take. Only where there is no limit are puzzles minimal.
template <int Box>
inline constexpr std::int64_t most_guesses = Box < 5 ? no_limit : 0;

enum class Other { none, found, unknown };

// Is there a solution beside the board once this clue is gone?
template <int Box>
Other other_solution(const std::uint8_t* puzzle, const std::uint8_t* board, int cell, CandidateSearch<Box>& search) {
    search.root() = {};
    if (!search.root().drop(cell, board[cell] - 1) || !search.root().place_clues(puzzle, cell)) return Other::none;
    const auto pick = [&](const Candidates<Box>& position) {
        return fewest_candidates(position, [&](int open) { return !(position.of(open) & digit_bit(board[open])); });
    };
    bool found = false;
    const auto on_found = [&](const Candidates<Box>&) {
        found = true;
        return false;
    };
    const bool ended = search.run(most_guesses<Box>, pick, on_found);
    return found ? Other::found : ended ? Other::none : Other::unknown;
}

template <int Box>
void carve(const std::uint8_t* board, std::uint64_t seed, int clues, const Orbits<Box>& orbits,
           CandidateSearch<Box>& search, std::uint8_t* out) {
    Carving<Box> carving;
    carving.start(board, seed, clues, orbits, out);
    do {
        for (int cell; (cell = carving.cell()) >= 0;) {
            if (other_solution(carving.puzzle(), board, cell, search) == Other::none) {
                carving.remove();
            } else {
                carving.keep([](int) {});
            }
        }
    } while (carving.another_pass());
}

}  // namespace engine
