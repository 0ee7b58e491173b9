// How many minimal puzzles a carved one counts for, which corrects the bias of carving.
//
// Look at a puzzle together with the order in which the m other clues were removed. After t of them, let r(t) be the
// number of clues of which any one could be removed without a second solution. Carving removes each of these with the
// same probability, because a clue that it tries in vain is necessary from then on. So the probability of this order
// is
//
//     1 / (r(0) * r(1) * ... * r(m-1)).
//
// Every order of the m clues leads to the puzzle: with more clues than the puzzle there is one solution too. Give
// each of the m! orders an equal share of the puzzle, 1 / m!. A puzzle and an order then have the weight
//
//     r(0) * r(1) * ... * r(m-1) / m!
//
// and the mean of any figure times the weight, over all that carving makes, is the sum of the figure over all minimal
// puzzles of the board: an importance sample (Horvitz and Thompson 1952; of the leaves of a tree, Knuth 1975,
// "Estimating the efficiency of backtrack programs"). The mean weight itself is the number of minimal puzzles of the
// board.
//
// A necessary clue stays necessary. Let its time be how many clues are gone when it becomes necessary. Then r(t) is the
// number of clues left, less the clues of the puzzle with a time up to t. So the times are all that is needed.
#pragma once

#include <algorithm>
#include <cstdint>

#include "board/random.hpp"
#include "carving/carving.hpp"

namespace engine {

// An order in which the clues of a board went. Times are counted in clues that have gone.
template <class G>
struct Removal {
    static constexpr int cells = G::cells;

    const std::uint8_t* board;
    int gone = 0;              // cells without a clue
    std::uint8_t cell[cells];  // in the order they went
    std::uint8_t time[cells];  // by cell: after how many others it went; of a clue, when it is necessary at the latest

    explicit Removal(const std::uint8_t* board) : board(board) {}

    bool is_clue(int which) const { return time[which] == gone || cell[time[which]] != which; }

    // The order in which the first pass of carving took clues off.
    static Removal of_carving(const std::uint8_t* board, const std::uint8_t* puzzle, std::uint64_t seed) {
        Removal removal(board);
        std::uint16_t order[cells];
        draw_order(seed, board_hash(board, G::size), 0, cells, order);
        for (const std::uint16_t cell : order) removal.next(cell, puzzle[cell] == 0);
        return removal;
    }

    // Any order, all being equally likely.
    static Removal at_random(const std::uint8_t* board, const std::uint8_t* puzzle, Random& random) {
        Removal removal(board);
        std::uint8_t order[cells];
        int count = 0;
        for (int cell = 0; cell < cells; ++cell)
            if (!puzzle[cell]) order[count++] = static_cast<std::uint8_t>(cell);
        random.shuffle(order, count);
        for (int i = 0; i < count; ++i) removal.next(order[i], true);
        for (int cell = 0; cell < cells; ++cell)
            if (puzzle[cell]) removal.next(cell, false);
        return removal;
    }

private:
    void next(int which, bool goes) {
        time[which] = static_cast<std::uint8_t>(gone);
        if (goes) cell[gone++] = static_cast<std::uint8_t>(which);
    }
};

// The weight, kept up to date while the times of the clues are found out. It only goes down.
template <class G>
class Weight {
public:
    Weight() = default;
    explicit Weight(const Removal<G>& removal) : weight_(1), gone_(removal.gone) {
        int necessary[Removal<G>::cells + 1] = {};
        for (int cell = 0; cell < Removal<G>::cells; ++cell) necessary[removal.time[cell]] += removal.is_clue(cell);
        for (int t = 0, clues = Removal<G>::cells; t < gone_; ++t, --clues) {
            clues -= necessary[t];
            removable_[t] = clues;
            weight_ *= static_cast<double>(clues) / (t + 1);
        }
    }

    double value() const { return weight_; }

    // A clue is necessary from an earlier time on.
    void advance(int from, int to) {
        for (int t = to; t < std::min(from, gone_); ++t) {
            weight_ *= static_cast<double>(removable_[t] - 1) / removable_[t];
            --removable_[t];
        }
    }

private:
    double weight_ = 0;
    int gone_ = 0;
    int removable_[Removal<G>::cells];  // r(t)
};

}  // namespace engine
