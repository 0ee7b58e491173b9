// Full boards from one block: its digits in random order, and cyclic shifts of it everywhere else.
//
// One block to the right the rows move up by one, one block down the columns move left by one. All boards of a shape are
// one board with other digits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/random.hpp"
#include "generation/collapse.hpp"
#include "generation/column_sets.hpp"
#include "stop/watch.hpp"

namespace engine {

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
        for (int s = 0; s < Box; ++s) shuffle(random, source + s * Box, Box);
        shuffle(random, name, size);
        for (int band = 0; band < Box; ++band) {
            Digits columns[size];
            for (int column = 0; column < size; ++column)
                columns[column] = table_.sets(stack_[column / Box], band)[source[column]];
            std::uint8_t* const cells = board + band * Box * size;
            BandRows<G>(columns).write(random.evenly_below(ways_[band]), cells);
            for (int cell = 0; cell < Box * size; ++cell) cells[cell] = name[cells[cell]];
        }
    }

    static void shuffle(Random& random, std::uint8_t* items, int count) {
        for (int left = count; left > 1; --left) std::swap(items[left - 1], items[random.evenly_below(left)]);
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
