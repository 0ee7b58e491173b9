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

}  // namespace engine
