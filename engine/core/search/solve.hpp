// Depth-first search on the candidates of one board of any size: singles and locked candidates at each position, a
// guess where they end.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "board/candidates.hpp"
#include "stop/watch.hpp"

namespace engine {

// The open cell, among those that `wanted(cell)` lets through, with the fewest candidates, the lowest of equals; -1
// when there is none.
template <class G, class Wanted>
int fewest_candidates(const Candidates<G>& candidates, Wanted wanted) {
    int best = -1, fewest = G::max_size + 1;
    candidates.open().for_each([&](int cell) {
        const int count = std::popcount(candidates.of(cell));
        if (count < fewest && wanted(cell)) {
            best = cell;
            fewest = count;
        }
    });
    return best;
}

template <class G>
class CandidateSearch {
public:
    explicit CandidateSearch(const G& geometry = G())
        : levels_(geometry.cells + 1, Candidates<G>(geometry)), guess_(geometry.cells) {}

    // The position to search from, as it was left: reset it first.
    Candidates<G>& root() { return levels_[0]; }

    // `pick(position)` names the cell to guess in, or -1 at a solution; `found(position)` says whether to look for
    // another one. `may_guess()` is asked before each guess: if it is false the search ends, and returns false.
    template <class MayGuess, class Pick, class Found>
    bool run(MayGuess may_guess, Pick pick, Found found) {
        for (int depth = 0;;) {
            watch_.step();
            if (levels_[depth].clear_locked()) {
                const int cell = pick(levels_[depth]);
                if (cell >= 0) {
                    if (!may_guess()) return false;
                    guess_[depth] = {cell, std::countr_zero(levels_[depth].of(cell))};
                    levels_[depth + 1] = levels_[depth];
                    ++depth;
                    if (levels_[depth].place(guess_[depth - 1].cell, guess_[depth - 1].digit)) continue;
                } else if (!found(levels_[depth])) {
                    return true;
                }
            }
            do {
                if (depth == 0) return true;
                --depth;
            } while (!levels_[depth].drop(guess_[depth].cell, guess_[depth].digit));
        }
    }

private:
    Watch<64> watch_;
    std::vector<Candidates<G>> levels_;  // a guess settles a cell, so there are no more levels than cells
    std::vector<Candidate> guess_;
};

// Solving and counting at every size but 9x9, one puzzle after another; solve_lanes.hpp has the fast way for 9x9.
//
// A search that guesses goes first, since most puzzles need few guesses. If it takes too many, one that learns from its
// conflicts takes over.

// Guesses without a solution after which guessing ends: some hundredths of a second at 25x25.
constexpr int most_futile_guesses = 2000;

// A search that learns keeps a clause for each solution, so it does not count to more than this.
constexpr int most_counted_by_learning = 20'000;

// Counts the solutions of a puzzle up to a limit by the search that learns (learning/solve_by_learning.cpp), and writes the
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
