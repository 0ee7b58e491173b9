// The boards that are the least of all their images and begin with a given band, in lexicographic order.
//
// A board is least if none of its other five chutes leads to a lesser band, and if no arrangement whose band is the
// same leads to lesser rows below. The first is looked up (band_classes.hpp). Of the second there are two kinds: the
// symmetries of the band itself, which are few or none and are tried one by one, and other chutes of the same class,
// which about one board in sixty has.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "classes/band_classes.hpp"
#include "kernels/kernels.hpp"
#include "stop/watch.hpp"

namespace engine::classes {

// Rows of a board in lexicographic order, made of the digits that each column may have.
//
// A set of digits is a word with bit d for digit d, and digits are 0 .. 8. A visitor returns whether to go on, and so
// do the functions that call one.

using DigitSet = std::uint32_t;
using DigitSets = std::array<DigitSet, 9>;  // for each column

inline constexpr DigitSet all_digits = 511;

constexpr DigitSet set_of(int digit) { return DigitSet{1} << digit; }
constexpr DigitSet lowest(DigitSet set) { return set & -set; }

constexpr DigitSet digits_of_stack(const Row& row, int stack) {
    return set_of(row[3 * stack]) | set_of(row[3 * stack + 1]) | set_of(row[3 * stack + 2]);
}

// Rows in which every column has one of its digits. If `complete`, the digits of a stack's columns are all nine, so the
// last three follow from the first six.
template <bool complete = false, class Visit>
bool for_each_row_of(const DigitSets& allowed, Visit visit) {
    constexpr int chosen = complete ? 6 : 9;
    Row row;
    DigitSets rest;
    DigitSet used = 0;
    rest[0] = allowed[0];
    for (int place = 0;;) {
        if (!rest[place]) {
            if (place-- == 0) return true;
            used ^= set_of(row[place]);
            continue;
        }
        const DigitSet digit = lowest(rest[place]);
        rest[place] ^= digit;
        row[place] = static_cast<std::uint8_t>(std::countr_zero(digit));
        if (place < chosen - 1) {
            used |= digit;
            ++place;
            rest[place] = allowed[place] & ~used;
            continue;
        }
        if constexpr (complete) {
            const DigitSet last = all_digits ^ used ^ digit;
            const DigitSet a = last & allowed[6], b = last & allowed[7], c = last & allowed[8];
            if (!a || !b || !c) continue;
            row[6] = static_cast<std::uint8_t>(std::countr_zero(a));
            row[7] = static_cast<std::uint8_t>(std::countr_zero(b));
            row[8] = static_cast<std::uint8_t>(std::countr_zero(c));
        }
        if (!visit(row)) return false;
    }
}

// The ways to arrange the last two rows of a board, when each column has two digits left.
//
// A digit is left in two columns. If it is in the upper row of one, it is in the lower row of the other, and so on
// around a cycle of columns. So every cycle has two ways, and each combination is a way for all. The lesser row goes
// first, so the cycle of the first column has one way only.
class TwoRows {
public:
    explicit TwoRows(const DigitSets& pairs) {
        std::array<std::uint8_t, 9> both{}, sum;  // of each digit, its two columns: c ^ c'; of each column, its digits
        for (std::uint8_t column = 0; column < 9; ++column) {
            lower_[column] = static_cast<std::uint8_t>(std::countr_zero(pairs[column]));
            higher_[column] = static_cast<std::uint8_t>(31 - std::countl_zero(pairs[column]));
            sum[column] = lower_[column] ^ higher_[column];
            both[lower_[column]] ^= column;
            both[higher_[column]] ^= column;
        }
        // One column at a step, in a loop without branches: the end of a cycle would be mispredicted.
        unsigned left = 511, cycle = 0, start = 0, column = 0, digit = lower_[0];
        for (int step = 0; step < 9; ++step) {
            const unsigned bit = 1U << column;
            left ^= bit;
            cycle |= bit;
            base_ |= digit == higher_[column] ? bit : 0;
            cycles_[count_] = cycle;
            column ^= both[digit];
            digit ^= sum[column];
            const bool ends = column == start;
            const unsigned next = std::countr_zero(left | 256) & 15;
            count_ += ends;
            start = ends ? next : start;
            column = ends ? next : column;
            digit = ends ? lower_[next] : digit;
            cycle = ends ? 0 : cycle;
        }
    }

    // Calls `visit(swapped)` for each way, the least upper row first: bit c is set if the higher digit of column c
    // is in the upper row.
    template <class Visit>
    bool for_each(Visit visit) const {
        for (unsigned chosen = 0; chosen < 1U << (count_ - 1); ++chosen) {
            unsigned swapped = base_;
            for (int cycle = 1; cycle < count_; ++cycle)
                if (chosen >> (count_ - 1 - cycle) & 1) swapped ^= cycles_[cycle];
            if (!visit(swapped)) return false;
        }
        return true;
    }

    std::uint8_t upper(int column, unsigned swapped) const {
        return swapped >> column & 1 ? higher_[column] : lower_[column];
    }
    std::uint8_t lower(int column, unsigned swapped) const { return upper(column, ~swapped); }

private:
    Row lower_, higher_;
    std::array<unsigned, 5> cycles_;  // sets of columns; a cycle has two or more
    unsigned base_ = 0;
    int count_ = 0;
};

// The ways to fill the last three rows of a board, when each column has three digits left.
//
// They depend on those digits alone, and the same digits are left below many different rows. So the ways are kept, each
// with what decides whether a board is least: the class of its band, and what it adds to each stack.
struct LastRows {
    std::uint32_t arrangement;           // of each column, 3 bits: see `arranged`
    std::uint16_t band_class;            // of the three rows
    std::array<std::uint8_t, 3> orders;  // of each stack: see FirstBlock
};

// The three digits of a set in the order of an arrangement.
inline std::array<std::uint8_t, 3> arranged(DigitSet digits, unsigned arrangement) {
    static constexpr std::uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const DigitSet last_two = digits & (digits - 1);
    const std::array<int, 3> sorted{std::countr_zero(digits), std::countr_zero(last_two),
                                    31 - std::countl_zero(last_two)};
    const auto& order = orders[arrangement];
    return {static_cast<std::uint8_t>(sorted[order[0]]), static_cast<std::uint8_t>(sorted[order[1]]),
            static_cast<std::uint8_t>(sorted[order[2]])};
}

class LastRowsByDigits {
public:
    // `stacks` are the first blocks of the stacks. Bands of a class below `least_class` are left out.
    LastRowsByDigits(const std::array<FirstBlock, 3>& stacks, int least_class)
        : stacks_(&stacks), least_class_(least_class) {}

    // The ways in lexicographic order, until the next call.
    std::span<const LastRows> of(const DigitSets& left) {
        const auto [known, is_new] = known_.try_emplace(key(left));
        auto& [begin, end] = known->second;
        if (is_new) {
            begin = static_cast<std::uint32_t>(ways_.size());
            add_ways(left);
            end = static_cast<std::uint32_t>(ways_.size());
        }
        return {ways_.data() + begin, ways_.data() + end};
    }

private:
    struct Range {
        std::uint32_t begin, end;
    };

    // The digits of the third column of a stack follow from those of the others.
    static std::uint64_t key(const DigitSets& left) {
        std::uint64_t key = 0;
        for (const int column : {0, 1, 3, 4, 6, 7}) key = key << 9 | left[column];
        return key * 0x9E3779B97F4A7C15;
    }

    void add_ways(const DigitSets& left) {
        const BandClasses& classes = BandClasses::table();
        const auto orders_of = orders_of_arrangements(left);
        DigitSets allowed = left;
        allowed[0] = lowest(left[0]);
        for_each_row_of<true>(allowed, [&](const Row& seventh) {
            DigitSets pairs;
            std::array<unsigned, 9> arrangements;  // but for the last two rows
            for (int column = 0; column < 9; ++column) {
                const DigitSet digit = set_of(seventh[column]);
                pairs[column] = left[column] ^ digit;
                arrangements[column] = 2 * std::popcount(left[column] & (digit - 1));
            }
            const TwoRows two_rows(pairs);
            return two_rows.for_each([&](unsigned swapped) {
                Band band{seventh};
                LastRows way{};
                std::array<std::uint8_t, 9> orders;
                for (int column = 0; column < 9; ++column) {
                    const unsigned arrangement = arrangements[column] + (swapped >> column & 1);
                    way.arrangement |= arrangement << 3 * column;
                    orders[column] = orders_of[column][arrangement];
                    band[1][column] = two_rows.upper(column, swapped);
                    band[2][column] = two_rows.lower(column, swapped);
                }
                way.band_class = static_cast<std::uint16_t>(class_of(band));
                if (way.band_class < least_class_) return true;
                for (int stack = 0; stack < 3; ++stack)
                    way.orders[stack] = static_cast<std::uint8_t>(
                        classes.sorted_orders(orders[3 * stack], orders[3 * stack + 1], orders[3 * stack + 2]));
                ways_.push_back(way);
                return true;
            });
        });
    }

    // The order that each arrangement of a column's digits gives to its row of the stack read as a band.
    std::array<std::array<std::uint8_t, 6>, 9> orders_of_arrangements(const DigitSets& left) const {
        std::array<std::array<std::uint8_t, 6>, 9> orders;
        for (int column = 0; column < 9; ++column)
            for (unsigned arrangement = 0; arrangement < 6; ++arrangement) {
                const auto digits = arranged(left[column], arrangement);
                orders[column][arrangement] = (*stacks_)[column / 3].order(digits[0], digits[1], digits[2]);
            }
        return orders;
    }

    const std::array<FirstBlock, 3>* stacks_;
    int least_class_;
    std::unordered_map<std::uint64_t, Range> known_;
    std::vector<LastRows> ways_;
};

using Rows = std::array<Row, 9>;  // a board

class LeastBoards {
public:
    // The boards that begin with the least band of this class.
    explicit LeastBoards(int band_class)
        : band_class_(band_class),
          band_(BandClasses::table().least(band_class)),
          symmetries_(symmetries_of(band_)),
          stacks_{FirstBlock(transposed_block_of(band_, 0)), FirstBlock(transposed_block_of(band_, 1)),
                  FirstBlock(transposed_block_of(band_, 2))} {
        for (int column = 0; column < 9; ++column)
            free_[column] = all_digits ^ set_of(band_[0][column]) ^ set_of(band_[1][column]) ^ set_of(band_[2][column]);
    }

    // Calls `visit(row)` for each fourth row. It has the least digit that the first column lacks.
    template <class Visit>
    bool for_each_fourth_row(Visit visit) const {
        DigitSets allowed = free_;
        allowed[0] = lowest(allowed[0]);
        return for_each_row_of(allowed, visit);
    }

    // Calls `visit(row)` for each row that may follow the fourth, whether or not a board has both.
    template <class Visit>
    bool for_each_fifth_row(const Row& fourth, Visit visit) const {
        return for_each_row_of(without(free_, fourth), visit);
    }

    // What the search for boards keeps between calls.
    LastRowsByDigits memory() const { return {stacks_, band_class_}; }

    // Calls `visit(found)` for the least boards with these rows: `found` is a FoundBoard.
    template <class Visit>
    bool for_each_board(const Row& fourth, const Row& fifth, LastRowsByDigits& memory, Visit visit) const {
        Search<Visit> search(*this, visit, memory, fourth, fifth);
        return search.run();
    }

private:
    template <class Visit>
    class Search;

    // What the columns may have below a row of the same band.
    static DigitSets without(DigitSets allowed, const Row& row) {
        for (int column = 0; column < 9; ++column) allowed[column] &= ~digits_of_stack(row, column / 3);
        return allowed;
    }

    int band_class_;
    Band band_;
    std::vector<BandSymmetry> symmetries_;
    std::array<FirstBlock, 3> stacks_;  // the first block of each, transposed
    DigitSets free_;                    // below the band
};

// A least board, which is put together only if its rows are asked for.
template <class Search>
struct FoundBoard {
    Search& search;
    const LastRows& last_rows;
    bool has_symmetries;

    const Rows& rows() const { return search.with(last_rows); }
};

template <class Visit>
class LeastBoards::Search {
public:
    Search(const LeastBoards& boards, Visit& visit, LastRowsByDigits& memory, const Row& fourth, const Row& fifth)
        : boards_(boards), visit_(visit), memory_(memory) {
        std::copy(boards.band_.begin(), boards.band_.end(), rows_.begin());
        rows_[3] = fourth;
        rows_[4] = fifth;
    }

    bool run() {
        const Row &fourth = rows_[3], &fifth = rows_[4];
        DigitSets allowed = without(without(boards_.free_, fourth), fifth);
        allowed[0] &= ~(set_of(fifth[0]) - 1);
        return for_each_row_of(allowed, [&](const Row& sixth) {
            rows_[5] = sixth;
            return begin_last_band() ? fill_last_band() : true;
        });
    }

    // The board with these last rows.
    const Rows& with(const LastRows& last_rows) {
        for (int column = 0; column < 9; ++column) {
            const auto digits = arranged(left_[column], last_rows.arrangement >> 3 * column & 7);
            for (int row = 0; row < 3; ++row) rows_[6 + row][column] = digits[row];
        }
        return rows_;
    }

private:
    // Whether the second band is not less than the first, and no symmetry that keeps it in place makes it less.
    bool begin_last_band() {
        const Band second{rows_[3], rows_[4], rows_[5]};
        const int number = class_of(second);
        if (number < boards_.band_class_) return false;
        is_tied_ = number == boards_.band_class_;
        open_.clear();
        for (const BandSymmetry& symmetry : boards_.symmetries_) {
            const int source = source_of_fourth(symmetry);
            const auto order = source < 0 ? std::strong_ordering::equal : compare(symmetry, rows_[source], 3);
            if (order < 0) return false;
            if (order == 0) open_.push_back(&symmetry);
        }
        for (int stack = 0; stack < 3; ++stack)
            numbers_[stack] = boards_.stacks_[stack].with(transposed_block_of(second, stack));
        return true;
    }

    bool fill_last_band() {
        for (int column = 0; column < 9; ++column)
            left_[column] =
                boards_.free_[column] ^ set_of(rows_[3][column]) ^ set_of(rows_[4][column]) ^ set_of(rows_[5][column]);
        for (const LastRows& last_rows : memory_.of(left_)) {
            const auto number = [&](int stack) { return numbers_[stack][last_rows.orders[stack]]; };
            const int least = std::min({last_rows.band_class, number(0), number(1), number(2)});
            if (least < boards_.band_class_) continue;
            has_symmetries_ = false;
            const bool is_tied = is_tied_ || least == boards_.band_class_;
            if ((is_tied || !open_.empty()) && !is_least(last_rows, is_tied)) continue;
            if (!visit_(FoundBoard<Search>{*this, last_rows, has_symmetries_})) return false;
        }
        return true;
    }

    // Whether a board is least, given that no chute is less than the first band.
    bool is_least(const LastRows& last_rows, bool is_tied) {
        with(last_rows);
        for (const BandSymmetry* symmetry : open_)
            if (!stands(*symmetry, rows_, 0)) return false;
        if (!is_tied) return true;
        unsigned tied = 0;
        const auto add = [&](int transposed, int band, int number) {
            if (number == boards_.band_class_) tied |= 1U << (3 * transposed + band);
        };
        if (is_tied_) add(0, 1, boards_.band_class_);
        add(0, 2, last_rows.band_class);
        for (int stack = 0; stack < 3; ++stack) add(1, stack, numbers_[stack][last_rows.orders[stack]]);
        return stands_beside(tied);
    }

    // Whether the images that begin with another chute of the same class are no less than the board.
    bool stands_beside(unsigned tied) {
        Rows mirrored;
        for (int row = 0; row < 9; ++row)
            for (int column = 0; column < 9; ++column) mirrored[row][column] = rows_[column][row];
        for (int i = 1; i < 6; ++i) {
            if (!(tied >> i & 1)) continue;
            const int band = i % 3;
            const Rows& source = i < 3 ? rows_ : mirrored;
            bool stood = true;
            for_each_least_second_row({source[3 * band], source[3 * band + 1], source[3 * band + 2]},
                                      [&](const Band& image, const BandSymmetry& symmetry) {
                                          if (stood && image == boards_.band_) stood = stands(symmetry, source, band);
                                      });
            if (!stood) return false;
        }
        return true;
    }

    // Whether an image is no less than the board: its first band is that of the board, made of this band of `source`.
    bool stands(const BandSymmetry& symmetry, const Rows& source, int band) {
        struct Other {
            int digit, row;  // the first digit of the image of a row
        };
        std::array<Other, 6> others;
        for (int i = 0; i < 6; ++i) {
            const int row = (3 * band + 3 + i) % 9;
            others[i] = {symmetry.names[source[row][symmetry.columns[0]]], row};
        }
        const auto least = std::min_element(others.begin(), others.end(), by_digit);
        if (const auto order = compare(symmetry, source[least->row], 3); order != 0) return order > 0;
        if (least - others.begin() >= 3) std::rotate(others.begin(), others.begin() + 3, others.end());
        std::sort(others.begin(), others.begin() + 3, by_digit);
        std::sort(others.begin() + 3, others.end(), by_digit);
        for (int i = 1; i < 6; ++i)
            if (const auto order = compare(symmetry, source[others[i].row], 3 + i); order != 0) return order > 0;
        has_symmetries_ = true;
        return true;
    }

    static constexpr auto by_digit = [](const auto& a, const auto& b) { return a.digit < b.digit; };

    // Which row of the second band a symmetry makes the fourth; -1 if none.
    int source_of_fourth(const BandSymmetry& symmetry) const {
        for (int row = 3; row < 6; ++row)
            if (symmetry.names[rows_[row][symmetry.columns[0]]] == rows_[3][0]) return row;
        return -1;
    }

    // The image of a row beside a row of the board.
    std::strong_ordering compare(const BandSymmetry& symmetry, const Row& source, int row) const {
        for (int place = 0; place < 9; ++place)
            if (const int digit = symmetry.names[source[symmetry.columns[place]]]; digit != rows_[row][place])
                return digit <=> int{rows_[row][place]};
        return std::strong_ordering::equal;
    }

    const LeastBoards& boards_;
    Visit& visit_;
    LastRowsByDigits& memory_;
    Rows rows_;
    DigitSets left_;                               // below the sixth row
    bool is_tied_ = false;                         // the second band, with the first
    bool has_symmetries_ = false;                  // whether an image is the board itself
    std::vector<const BandSymmetry*> open_;        // those that the second band has not ruled out
    std::array<const std::uint16_t*, 3> numbers_;  // the classes of each stack, by the orders of its last block
};

// How many least boards begin with a band, by fourth and fifth row: what the table of classes is made of.

// `counts` has most_fifth_rows numbers for each fourth row, and `fifth_rows` says how many of them count. Returns how
// many boards have symmetries.
inline std::int64_t count_least_boards(int band, std::uint16_t* fifth_rows, std::uint16_t* counts) {
    Watch<16> watch;
    const LeastBoards boards(band);
    LastRowsByDigits memory = boards.memory();
    std::int64_t symmetric = 0, fourth = 0;
    boards.for_each_fourth_row([&](const Row& fourth_row) {
        int fifth = 0;
        boards.for_each_fifth_row(fourth_row, [&](const Row& fifth_row) {
            watch.step();
            std::uint16_t& count = counts[most_fifth_rows * fourth + fifth++];
            count = 0;
            boards.for_each_board(fourth_row, fifth_row, memory, [&](const auto& found) {
                ++count;
                symmetric += found.has_symmetries;
                return true;
            });
            return true;
        });
        fifth_rows[fourth++] = static_cast<std::uint16_t>(fifth);
        return true;
    });
    std::fill(fifth_rows + fourth, fifth_rows + most_fourth_rows, std::uint16_t{0});
    return symmetric;
}

}  // namespace engine::classes
