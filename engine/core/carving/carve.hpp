// Carving one board after another; carve9.hpp has the fast way for 9x9, and carve6.hpp for 6x6.
//
// The question is the same: with the clue gone and its digit forbidden there, is there any solution? And so is what spares
// most of the search: it guesses only in cells that have lost the board's own digit as a candidate. If there are none, the
// board's digits fit in all open cells.
//
// Above 16x16 a pass without a limit may take minutes. At 25x25, below some three hundred clues, almost every question
// takes far too long, whatever its answer: five hundred times the time leaves about one clue in a hundred less. So a clue
// goes only if inference proves without a guess that it can.
#pragma once

#include "carving/carving.hpp"
#include "search/candidate_search.hpp"
#include "search/solve.hpp"

namespace engine {

// Whether the search for another solution may guess: only then are puzzles minimal.
constexpr bool may_guess(int size) { return size <= 16; }

enum class Other { none, found, unknown };

// Is there a solution other than the board once this clue is gone?
template <class G>
Other other_solution(const G& geometry, const std::uint8_t* puzzle, const std::uint8_t* board, int cell,
                     CandidateSearch<G>& search) {
    search.root().reset();
    if (!search.root().drop(cell, board[cell] - 1) || !search.root().place_clues(puzzle, cell)) return Other::none;
    const auto pick = [&](const Candidates<G>& position) {
        return fewest_candidates(position, [&](int open) { return !(position.of(open) & digit_bit(board[open])); });
    };
    bool found = false;
    const auto on_found = [&](const Candidates<G>&) {
        found = true;
        return false;
    };
    const bool ended = search.run([&] { return may_guess(geometry.size); }, pick, on_found);
    return found ? Other::found : ended ? Other::none : Other::unknown;
}

template <class G>
void carve(const G& geometry, const std::uint8_t* board, std::uint64_t seed, int clues, const Orbits<G>& orbits,
           CandidateSearch<G>& search, std::uint8_t* out, std::int64_t* proofs = nullptr) {
    Carving<G> carving(geometry);
    carving.start(board, seed, clues, orbits, out, proofs);
    do {
        for (int cell; (cell = carving.cell()) >= 0;) {
            if (other_solution(geometry, carving.puzzle(), board, cell, search) == Other::none) {
                carving.remove();
            } else {
                carving.keep([](int) {});
            }
        }
    } while (carving.another_pass());
}

}  // namespace engine
