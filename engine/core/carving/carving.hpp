// The course of carving a puzzle out of a full board: which clue to try next, and when to stop.
//
// Clues are tried in random order; each goes if the solution stays unique without it. A clue once found necessary stays
// so, because fewer clues only allow more solutions; so one pass through all cells ends at a minimal puzzle. When a
// clue count is asked for, no clue goes that would lead below it; a pass that ends above it is followed by another in a
// new order, `most_passes` at most, and the fewest clues got are kept.
//
// With a pattern the clues of an orbit go together or not at all: one after another, and if one has to stay, those of its
// orbit that are gone come back.
//
// The orders depend on (seed, board) alone: the same board carves alike in any batch and on any thread.
#pragma once

#include <cstdint>
#include <cstring>

#include "board/geometry.hpp"
#include "board/random.hpp"
#include "search/solve.hpp"
#include "symmetry/patterns.hpp"

namespace engine {

// Above 9x9 a pass takes long, and its end hardly differs from the next one's.
constexpr int most_passes(int size) { return size <= 9 ? 100 : 10; }

// A number made of the board, for the draw of its orders.
inline std::uint64_t board_hash(const std::uint8_t* board, int size) {
    std::uint64_t number = 0;
    for (int row = 0; row < size; ++row) {
        std::uint64_t digits = 0;
        for (int column = 0; column < size; ++column) digits = digits * 31 + board[row * size + column];
        number = mix(number + digits);
    }
    return number;
}

// The order in which a pass tries so many orbits.
inline void draw_order(std::uint64_t seed, std::uint64_t hash, int pass, int count, std::uint16_t* order) {
    Random random(seed, hash + pass);
    for (int orbit = 0; orbit < count; ++orbit) order[orbit] = static_cast<std::uint16_t>(orbit);
    random.shuffle(order, count);
}

template <class G>
class Carving {
public:
    explicit Carving(const G& geometry = G()) : geometry_(geometry) {}

    // `clues` 0 asks for a minimal puzzle. The puzzle is written to `out`, and to `proofs`, which may be
    // null, how often it was asked whether a clue can go.
    void start(const std::uint8_t* board, std::uint64_t seed, int clues, const Orbits<G>& orbits, std::uint8_t* out,
               std::int64_t* proofs) {
        board_ = board;
        out_ = out;
        proofs_out_ = proofs;
        proofs_ = 0;
        seed_ = seed;
        hash_ = board_hash(board, geometry_.size);
        target_ = clues;
        orbits_ = &orbits;
        fewest_ = geometry_.cells + 1;
        pass_ = 0;
        begin_pass();
    }

    // The clue to try next, or -1 when there is none left in this pass.
    int cell() const { return tried_ < orbits_->count ? orbits_->cell[next_] : -1; }

    // The clue goes, for good once all of its orbit have gone.
    void remove() {
        ++proofs_;
        puzzle_[orbits_->cell[next_++]] = 0;
        --clues_;
        if (next_ == end()) begin_orbit(tried_ + 1);
    }

    // The clue stays, and so does its orbit: `restore` gets each cell of it whose clue comes back.
    template <class Restore>
    void keep(Restore restore) {
        ++proofs_;
        for (int gone = orbits_->first[orbit()]; gone < next_; ++gone) {
            const int cell = orbits_->cell[gone];
            puzzle_[cell] = board_[cell];
            ++clues_;
            restore(cell);
        }
        begin_orbit(tried_ + 1);
    }

    // Ends a pass; false when the puzzle is settled and written.
    bool another_pass() {
        if (proofs_out_) *proofs_out_ = proofs_;
        if (clues_ < fewest_) {
            fewest_ = clues_;
            std::memcpy(out_, puzzle_, geometry_.cells);
        }
        if (fewest_ <= target_ || target_ == 0 || ++pass_ == most_passes(geometry_.size)) return false;
        begin_pass();
        return true;
    }

    const std::uint8_t* puzzle() const { return puzzle_; }
    int digit(int cell) const { return board_[cell]; }

private:
    void begin_pass() {
        draw_order(seed_, hash_, pass_, orbits_->count, order_);
        std::memcpy(puzzle_, board_, geometry_.cells);
        clues_ = geometry_.cells;
        begin_orbit(0);
    }

    int orbit() const { return order_[tried_]; }
    int end() const { return orbits_->first[orbit() + 1]; }

    // Goes to the first orbit from here on that can go without leaving too few clues.
    void begin_orbit(int tried) {
        for (tried_ = tried; tried_ < orbits_->count; ++tried_) {
            next_ = orbits_->first[orbit()];
            if (clues_ - (end() - next_) >= target_) return;
        }
    }

    [[no_unique_address]] G geometry_;
    const std::uint8_t* board_;
    std::uint8_t* out_;
    std::int64_t *proofs_out_, proofs_;
    const Orbits<G>* orbits_;
    std::uint64_t seed_, hash_;
    int target_, fewest_, pass_, clues_;
    int tried_, next_;  // place in the order of the orbits, and of the clue among the cells of all orbits
    std::uint16_t order_[G::max_cells];
    std::uint8_t puzzle_[G::max_cells];
};

// Carving one board after another; carve_lanes.hpp has the fast ways for 9x9 and 6x6.
//
// The question is the same: with the clue gone and its digit forbidden there, is there any solution? And so is what spares
// most of the search: it guesses only in cells that have lost the board's own digit as a candidate. If there are none, the
// board's digits fit in all open cells.
//
// Above 16x16 a pass without a limit may take minutes. At 25x25, below some three hundred clues, almost every question
// takes far too long, whatever its answer: five hundred times the time leaves about one clue in a hundred less. So a clue
// goes only if inference proves without a guess that it can.

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
