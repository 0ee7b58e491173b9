// The ways to fill a band when the digits of each of its columns are known.
//
// Such a way gives every column's digits an order so that each row holds every digit once. At 9x9 the first row is
// found by a search, column by column; in the last block each column takes the one digit that is free. What is left
// then are two digits in each column, and each digit in two columns: closed chains from column to column through the
// digit they share. Each chain can be filled in two ways, and they are independent. So c chains are 2^c ways, and
// none of them needs a search. At 4x4 that is all.
//
// Rows can change places, so the search takes the first column's lowest digit for the first row, and every way it finds
// counts for each row that this digit can be in.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/geometry.hpp"

namespace engine {

template <class G>
class BandRows {
    static constexpr int size = G::size, Box = G::box_rows;

public:
    // The set of digits of each column: `Box` digits, and every digit in one column of each block.
    explicit BandRows(const Digits* columns) {
        for (int column = 0; column < size; ++column) left_[column] = columns[column];
    }

    int count() {
        number_ = 0;
        search();
        return -number_ * turns;
    }

    // Writes way `number`, below `count()`, to the cells of the band, row by row, as digits from 0.
    void write(int number, std::uint8_t* band) {
        turn_ = number % turns;
        number_ = number / turns;
        band_ = band;
        search();
    }

private:
    static_assert(Box == G::box_columns && (Box == 2 || Box == 3));
    static constexpr bool searched = Box == 3;        // is the first row
    static constexpr int turns = searched ? Box : 1;  // rows that the first column's lowest digit can be in
    static constexpr int last_block = size - Box;     // its first column

    // Goes through the ways; true when the one asked for is written.
    bool search() { return searched ? fill_first_row(0, G::all_digits) : fill_last_two(); }

    // Tries the digits `free` in this and the next columns.
    bool fill_first_row(int column, Digits free) {
        if (column == last_block) return fill_last_block(free);
        Digits rest = left_[column] & free;
        if (column == 0) rest &= -rest;
        for (; rest; rest &= rest - 1) {
            const Digits digit = rest & -rest;
            left_[column] ^= digit;
            const bool written = fill_first_row(column + 1, free ^ digit);
            left_[column] ^= digit;
            if (written) {
                put(0, column, digit);
                return true;
            }
        }
        return false;
    }

    bool fill_last_block(Digits free) {
        Digits digit[Box];
        bool one_each = true;
        for (int i = 0; i < Box; ++i) {
            digit[i] = left_[last_block + i] & free;
            one_each &= std::has_single_bit(digit[i]);
        }
        if (!one_each) return false;
        for (int i = 0; i < Box; ++i) left_[last_block + i] ^= digit[i];
        const bool written = fill_last_two();
        for (int i = 0; i < Box; ++i) {
            left_[last_block + i] ^= digit[i];
            if (written) put(0, last_block + i, digit[i]);
        }
        return written;
    }

    bool fill_last_two() {
        read_places();
        const int chains = walk_chains([](int, int, Digits, Digits) {});
        if (!band_ || number_ >= 1 << chains) {
            number_ -= 1 << chains;
            return false;
        }
        walk_chains([&](int chain, int column, Digits one, Digits other) {
            const bool turned = number_ >> chain & 1;
            put(Box - 2, column, turned ? other : one);
            put(Box - 1, column, turned ? one : other);
        });
        return true;
    }

    // The two columns that each digit is left in, as their XOR: from one of them it leads to the other.
    void read_places() {
        for (int digit = 0; digit < size; ++digit) places_[digit] = 0;
        for (int column = 0; column < size; ++column)
            for (Digits rest = left_[column]; rest; rest &= rest - 1) places_[std::countr_zero(rest)] ^= column;
    }

    // Goes along the chains and returns how many there are. `visit` gets the number of the chain, and a column with its
    // two digits: the one by which the chain leaves it, and the one by which it came.
    template <class Visit>
    int walk_chains(Visit visit) const {
        int chains = 0;
        for (Digits unvisited = G::all_digits; unvisited; ++chains) {
            int column = std::countr_zero(unvisited);
            Digits one = left_[column] & -left_[column];
            while (unvisited >> column & 1) {
                const Digits other = left_[column] ^ one;
                unvisited ^= Digits{1} << column;
                visit(chains, column, one, other);
                column ^= places_[std::countr_zero(one)];
                one = left_[column] ^ one;
            }
        }
        return chains;
    }

    void put(int row, int column, Digits digit) {
        band_[(row + turn_) % Box * size + column] = static_cast<std::uint8_t>(std::countr_zero(digit));
    }

    Digits left_[size];  // of each column
    int places_[size];
    int number_;                    // how many ways to pass over
    int turn_ = 0;                  // the row that comes first
    std::uint8_t* band_ = nullptr;  // none: pass over all
};

// Which digits each column has in each band, and in how many ways a band can be filled then: what uniform.hpp draws by.
//
// In a block the digits fall into sets, one for each of its columns: a *partition*. The blocks of a stack have a
// partition each, such that the sets of a column have all digits between them. There are 280 partitions and 15,680
// combinations for a stack at 9x9, 3 and 3 at 4x4, without regard to the order of the columns.
//
// How often a band can be filled depends on the partitions of its blocks alone, and it is the same for all that are
// alike but for the names of the digits. So a table for the partitions beside partition 0 serves all.

// The geometries that have such tables.
template <class G>
inline constexpr bool has_column_sets = false;
template <>
inline constexpr bool has_column_sets<Geometry<2, 2>> = true;
template <>
inline constexpr bool has_column_sets<Geometry<3, 3>> = true;

template <class G>
class ColumnSets {
    static_assert(has_column_sets<G>);
    static constexpr int size = G::size, Box = G::box_rows;

public:
    using Sets = std::array<Digits, Box>;               // of a block, by column
    using Partitions = std::array<std::uint16_t, Box>;  // of a stack by band, or of a band by stack

    // Built at the first call.
    static const ColumnSets& table() {
        static const ColumnSets built;
        return built;
    }

    // How many combinations there are for a stack, and how many of them, which come first, begin with partition 0.
    int stacks() const { return static_cast<int>(stacks_.size()); }
    int first_stacks() const { return stacks() / partitions; }

    const Partitions& partitions_of(int stack) const { return stacks_[stack]; }

    // The sets of a block of a stack. The columns are in the same order for all blocks of it.
    Sets sets(int stack, int band) const { return in_order(stacks_[stack][band], orders_[stack][band]); }

    // In how many ways a band with blocks of these partitions can be filled, and the most there are for any.
    int ways(const Partitions& of) const {
        const Renaming& renamed = renamed_[of[0]];
        return ways_[Box == 2 ? renamed[of[1]] : renamed[of[1]] * partitions + renamed[of[2]]];
    }
    int most_ways() const { return most_ways_; }

private:
    static constexpr int partitions = Box == 2 ? 3 : 280;
    using Renaming = std::array<std::uint16_t, partitions>;  // what each partition becomes
    using Order = std::array<std::uint8_t, Box>;

    ColumnSets() {
        list_partitions({}, G::all_digits, 0);
        list_stacks();
        count_ways();
    }

    // The sets of a partition are in the order of their lowest digits, and the partitions in ascending order.
    void list_partitions(Sets sets, Digits left, int index) {
        if (index == Box) {
            partition_[listed_++] = sets;
            return;
        }
        for (Digits set = 0; set <= left; ++set) {
            if (std::popcount(set) != Box || (set & ~left) || !(set & left & -left)) continue;
            sets[index] = set;
            list_partitions(sets, left ^ set, index + 1);
        }
    }

    Sets in_order(int partition, const Order& order) const {
        Sets sets;
        for (int column = 0; column < Box; ++column) sets[column] = partition_[partition][order[column]];
        return sets;
    }

    // The partition that sets are, and their order.
    int read(const Sets& sets, Order& order) const {
        Sets sorted = sets;
        std::sort(sorted.begin(), sorted.end(), [](Digits a, Digits b) { return (a & -a) < (b & -b); });
        for (int column = 0; column < Box; ++column)
            order[column] =
                static_cast<std::uint8_t>(std::find(sorted.begin(), sorted.end(), sets[column]) - sorted.begin());
        return static_cast<int>(std::lower_bound(partition_.begin(), partition_.end(), sorted) - partition_.begin());
    }

    // Those that begin with partition 0 first, then their images under the renamings of the digits that make partition
    // 0 each of the others.
    void list_stacks() {
        std::array<Sets, Box> blocks;
        blocks[0] = partition_[0];
        add_block(blocks, 1, blocks[0]);
        for (int p = 0; p < partitions; ++p) {
            std::uint8_t name[size];
            for (int set = 0, next = 0; set < Box; ++set)
                for (Digits rest = partition_[p][set]; rest; rest &= rest - 1)
                    name[next++] = static_cast<std::uint8_t>(std::countr_zero(rest));
            const auto renamed = [&](const Sets& sets) {
                Sets images{};
                for (int set = 0; set < Box; ++set)
                    for (Digits rest = sets[set]; rest; rest &= rest - 1)
                        images[set] |= Digits{1} << name[std::countr_zero(rest)];
                return images;
            };
            Order order;
            for (int other = 0; other < partitions; ++other)
                renamed_[p][read(renamed(partition_[other]), order)] = static_cast<std::uint16_t>(other);
            if (p > 0) {
                const int first = stacks() / p;
                for (int stack = 0; stack < first; ++stack) {
                    for (int band = 0; band < Box; ++band) blocks[band] = renamed(sets(stack, band));
                    add_stack(blocks);
                }
            }
        }
    }

    // `used`: what the columns have in the blocks so far.
    void add_block(std::array<Sets, Box>& blocks, int band, const Sets& used) {
        if (band == Box) {
            add_stack(blocks);
            return;
        }
        for (Sets sets : partition_) {
            std::sort(sets.begin(), sets.end());
            do {
                Sets both;
                bool apart = true;
                for (int column = 0; column < Box; ++column) {
                    apart &= !(used[column] & sets[column]);
                    both[column] = used[column] | sets[column];
                }
                if (!apart) continue;
                blocks[band] = sets;
                add_block(blocks, band + 1, both);
            } while (std::next_permutation(sets.begin(), sets.end()));
        }
    }

    void add_stack(const std::array<Sets, Box>& blocks) {
        Partitions stack;
        std::array<Order, Box> order;
        for (int band = 0; band < Box; ++band)
            stack[band] = static_cast<std::uint16_t>(read(blocks[band], order[band]));
        stacks_.push_back(stack);
        orders_.push_back(order);
    }

    void count_ways() {
        constexpr int others = Box == 2 ? 1 : partitions;
        ways_.resize(others * partitions);
        for (int other = 0; other < others; ++other)
            for (int last = 0; last < partitions; ++last) {
                std::uint16_t& ways = ways_[other * partitions + last];
                if (Box == 3 && last < other) {
                    ways = ways_[last * partitions + other];  // blocks may change places
                    continue;
                }
                Digits columns[size];
                for (int i = 0; i < Box; ++i) {
                    columns[i] = partition_[0][i];
                    columns[size - Box + i] = partition_[last][i];
                    if (Box == 3) columns[Box + i] = partition_[other][i];
                }
                ways = static_cast<std::uint16_t>(BandRows<G>(columns).count());
                most_ways_ = std::max<int>(most_ways_, ways);
            }
    }

    int listed_ = 0, most_ways_ = 0;
    std::array<Sets, partitions> partition_;
    std::array<Renaming, partitions> renamed_;  // when digits are renamed such that the partition becomes partition 0
    std::vector<std::uint16_t> ways_;           // beside partition 0: by the partitions of the other blocks
    std::vector<Partitions> stacks_;
    std::vector<std::array<Order, Box>> orders_;  // of the sets of each block of each stack
};

}  // namespace engine
