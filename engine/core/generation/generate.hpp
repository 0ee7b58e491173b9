// Random full boards by any of the methods.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "board/candidates.hpp"
#include "board/cell_set.hpp"
#include "board/geometry.hpp"
#include "board/random.hpp"
#include "generation/column_sets.hpp"
#include "stop/watch.hpp"

namespace engine {

// Random full boards by wave function collapse.
//
// Every cell starts with all digits. Repeatedly a cell with the fewest digits left is picked, ties at random, one
// of its digits is picked at random, and that digit leaves the cell's row, column and block. A cell with nothing left
// makes the attempt invalid, and the board is tried again.

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

// Full boards from one block: its digits in random order, and cyclic shifts of it everywhere else.
//
// One block to the right the rows move up by one, one block down the columns move left by one. All boards of a shape are
// one board with other digits.

template <class G>
void permutation_board(const G& geometry, Random& random, std::uint8_t* board) {
    std::uint8_t digits[G::max_size];
    const int size = geometry.size, rows = geometry.box_rows, columns = geometry.box_columns;
    for (int i = 0; i < size; ++i) digits[i] = static_cast<std::uint8_t>(i + 1);
    random.shuffle(digits, size);
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            *board++ = digits[(row + column / columns) % rows * columns + (column + row / rows) % columns];
}

// Random full boards, every one of them equally likely.
//
// A board has a set of digits in each column of each block. Call those of a whole board its *column sets*
// (column_sets.hpp). Once they are given, every column holds every digit, and the bands can be filled independently
// of each other. So the boards with given column sets are as many as the ways to fill the first band, times those for
// the second, and so on, and each of these numbers is known. Boards are drawn in two steps:
//
// 1. Draw the column sets of each stack, all possible ones being equally likely. Accept them with probability
//    ways(band 1) / most * ways(band 2) / most * ..., where most is the greatest number of ways that any band has.
//    Otherwise draw again. The probability of accepted column sets is then in proportion to their number of boards.
// 2. Draw one of the ways for each band, all being equally likely.
//
// So each board is as likely as any other. Every number here is an exact integer, and `most` is the greatest entry of
// the table of ways, so no probability exceeds 1. Two savings change nothing: digits get random names in the end, so
// the first block may always have partition 0; and the columns of each stack get a random order, so only one is drawn
// from.
//
// Each step has its own stream of random numbers: one of 64 bits could not reach all 6.67e21 boards.
template <class G>
class UniformBoards {
    using Table = ColumnSets<G>;
    static constexpr int size = G::size, Box = G::box_rows;

public:
    // Writes board `index` of a seed and returns how often column sets were drawn.
    int generate(std::uint64_t seed, std::uint64_t index, std::uint8_t* board) {
        Random drawing(seed, index), filling(mix(~seed), index);
        int attempts = 1;
        while (!draw_column_sets(drawing)) ++attempts;
        fill(filling, board);
        return attempts;
    }

private:
    // False when they are not accepted.
    bool draw_column_sets(Random& random) {
        const std::uint32_t any = table_.stacks(), most = table_.most_ways();
        std::array<std::uint32_t, Box + 1> bounds;  // of the stacks, and of a number to judge the first band by
        bounds.fill(any);
        bounds.front() = table_.first_stacks();
        bounds.back() = most;
        const auto drawn = random.evenly_below(bounds);
        std::copy_n(drawn.begin(), Box, stack_);
        for (int band = 0; band < Box; ++band) {
            ways_[band] = table_.ways(partitions_of(band));
            if ((band ? random.evenly_below(most) : drawn.back()) >= ways_[band]) return false;
        }
        return true;
    }

    typename Table::Partitions partitions_of(int band) const {
        typename Table::Partitions partitions;
        for (int i = 0; i < Box; ++i) partitions[i] = table_.partitions_of(stack_[i])[band];
        return partitions;
    }

    void fill(Random& random, std::uint8_t* board) const {
        std::uint8_t source[size], name[size];  // the column of the stack that each column of the board gets
        for (int i = 0; i < size; ++i) {
            source[i] = static_cast<std::uint8_t>(i % Box);
            name[i] = static_cast<std::uint8_t>(i + 1);
        }
        for (int s = 0; s < Box; ++s) random.shuffle_evenly(source + s * Box, Box);
        random.shuffle_evenly(name, size);
        for (int band = 0; band < Box; ++band) {
            Digits columns[size];
            for (int column = 0; column < size; ++column)
                columns[column] = table_.sets(stack_[column / Box], band)[source[column]];
            std::uint8_t* const cells = board + band * Box * size;
            BandRows<G>(columns).write(random.evenly_below(ways_[band]), cells);
            for (int cell = 0; cell < Box * size; ++cell) cells[cell] = name[cells[cell]];
        }
    }

    const Table& table_ = Table::table();
    std::uint32_t stack_[Box], ways_[Box];
};

// Boards of a seed, by any of the methods: attempts until one succeeds.
enum class Method { plain, singles, backtrack, uniform, permutation };

// In the order of the enumeration; engine/generation.py compares them with its own when it is imported.
inline constexpr const char* method_names[] = {"wfc", "wfc+singles", "wfc+backtrack", "uniform", "permutation"};

template <class G>
bool attempt(const G& geometry, Method method, Random& random, std::uint8_t* board) {
    switch (method) {
        case Method::singles: return collapse_singles<false>(geometry, random, board);
        case Method::backtrack: return collapse_singles<true>(geometry, random, board);
        default: return Wave<G>(geometry).collapse(random, board);
    }
}

// Writes board `index` of a seed and returns how many attempts it took.
template <class G>
int generate(const G& geometry, Method method, std::uint64_t seed, std::uint64_t index, std::uint8_t* board) {
    if constexpr (has_column_sets<G>)
        if (method == Method::uniform) return UniformBoards<G>().generate(seed, index, board);
    Random random(seed, index);
    if (method == Method::permutation) {
        permutation_board(geometry, random, board);
        return 1;
    }
    Watch<(G::max_size > 9 ? 1 : 64)> watch;
    int attempts = 1;
    while (!attempt(geometry, method, random, board)) {
        ++attempts;
        watch.step();
    }
    return attempts;
}

}  // namespace engine
