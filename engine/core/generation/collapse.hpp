// Random full boards by wave function collapse.
//
// Every cell starts with all digits. Repeatedly a cell with the fewest digits left is picked, ties at random, one
// of its digits is picked at random, and that digit leaves the cell's row, column and block. A cell with nothing left
// makes the attempt invalid, and the board is tried again.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "board/candidates.hpp"
#include "board/cell_set.hpp"
#include "board/geometry.hpp"
#include "board/random.hpp"

namespace engine {

// How many digits each cell has left, as planes of bits: plane i holds bit i of every cell's count. All cells are counted
// down together, without a branch.
template <class G>
class Counts {
    using Cells = CellSet<G::max_cells>;

public:
    explicit Counts(const G& geometry) {
        for (int i = 0; i < planes; ++i) plane_[i] = geometry.size >> i & 1 ? Cells::all(geometry.cells) : Cells{};
    }

    // Takes one from the count of each of the cells, none of which may be at zero.
    void decrement(Cells borrow) {
        for (Cells& plane : plane_) {
            const Cells next = borrow.without(plane);
            plane = plane ^ borrow;
            borrow = next;
        }
    }

    // The least count among some cells, which are narrowed down to those that have it: bit by bit from the highest,
    // cells without the bit come before those with it.
    int narrow_to_least(Cells& among) const {
        int count = 0;
        for (int i = planes - 1; i >= 0; --i) {
            const Cells less = among.without(plane_[i]);
            if (less.any()) {
                among = less;
            } else {
                count |= 1 << i;
            }
        }
        return count;
    }

private:
    static constexpr int planes = std::bit_width(static_cast<unsigned>(G::max_size));
    Cells plane_[planes];
};

template <class G>
class Wave {
public:
    explicit Wave(const G& geometry) : geometry_(geometry), units_(geometry), peers_(geometry), counts_(geometry) {
        open_ = Cells::all(geometry.cells);
        std::fill_n(with_digit_, geometry.size, open_);
    }

    // Settles cell after cell on a board; false when some cell has nothing left. Cells with one digit left are taken
    // lowest first and without a draw: whatever their order, they end alike.
    bool collapse(Random& random, std::uint8_t* board) {
        while (open_.any()) {
            Cells tied = open_;
            const int count = counts_.narrow_to_least(tied);
            if (count == 0) return false;
            int cell, digit;
            if (count == 1) {
                cell = tied.first();
                digit = std::countr_zero(digits_left(cell));
                random.skip();
            } else {
                cell = tied.nth(random.below(tied.count()));
                digit = nth_bit(digits_left(cell), random.below(count));
            }
            board[cell] = static_cast<std::uint8_t>(digit + 1);
            settle(cell, digit);
        }
        return true;
    }

private:
    using Cells = CellSet<G::max_cells>;

    Digits digits_left(int cell) const {
        return geometry_.all_digits &
               ~(row_[units_->row[cell]] | column_[units_->column[cell]] | block_[units_->block[cell]]);
    }

    void settle(int cell, int digit) {
        open_.remove(cell);
        const Cells losers = with_digit_[digit] & open_ & peers_->of[cell];
        with_digit_[digit] = with_digit_[digit].without(losers);
        counts_.decrement(losers);
        row_[units_->row[cell]] |= Digits{1} << digit;
        column_[units_->column[cell]] |= Digits{1} << digit;
        block_[units_->block[cell]] |= Digits{1} << digit;
    }

    [[no_unique_address]] G geometry_;
    [[no_unique_address]] Units<G> units_;
    [[no_unique_address]] Peers<G> peers_;
    Cells open_;                     // cells that are not settled
    Cells with_digit_[G::max_size];  // by digit: cells that have it left, and settled ones
    Counts<G> counts_;               // of open cells
    Digits row_[G::max_size]{}, column_[G::max_size]{}, block_[G::max_size]{};  // digits that each unit has
};

// Random full boards by wave function collapse with a longer look: after each choice all naked and hidden singles are
// followed up, so a contradiction shows long before a cell has nothing left.

// One attempt at a board. A choice that leads to a contradiction makes the attempt invalid; or, with `TakeBack`, it is
// taken back and excluded, and the attempt is invalid only if excluding it is a contradiction too.
template <bool TakeBack, class G>
bool collapse_singles(const G& geometry, Random& random, std::uint8_t* board) {
    Candidates<G> candidates(geometry), before(geometry);
    while (candidates.open().any()) {
        int fewest = geometry.size + 1, ties = 0;
        std::uint16_t tied[G::max_cells];
        candidates.open().for_each([&](int cell) {
            const int count = std::popcount(candidates.of(cell));
            if (count < fewest) ties = 0;
            fewest = std::min(fewest, count);
            if (count == fewest) tied[ties++] = static_cast<std::uint16_t>(cell);
        });
        const int cell = tied[random.below(ties)];
        const int digit = nth_bit(candidates.of(cell), random.below(fewest));
        if constexpr (TakeBack) before = candidates;
        if (candidates.place(cell, digit)) continue;
        if constexpr (TakeBack) candidates = before;
        if (!TakeBack || !candidates.drop(cell, digit)) return false;
    }
    for (int cell = 0; cell < geometry.cells; ++cell)
        board[cell] = static_cast<std::uint8_t>(candidates.settled_digit(cell));
    return true;
}

}  // namespace engine
