// The boards that are the least of all their images and begin with a given band, in lexicographic order.
//
// A board is least if none of its other five chutes leads to a lesser band, and if no arrangement whose band is the same
// leads to lesser rows below. The first is looked up (band_classes.hpp). Of the second there are two kinds: the symmetries of
// the band itself, which are few or none and are tried one by one, and other chutes of the same class, which about one
// board in sixty has.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "classes/band_classes.hpp"
#include "classes/rows.hpp"
#include "classes/two_rows.hpp"

namespace engine::classes {

using Rows = std::array<Row, 9>;  // a board

class LeastBoards {
public:
    // The boards that begin with the least band of this class.
    explicit LeastBoards(int band_class)
        : band_class_(band_class),
          band_(BandClasses::table().least(band_class)),
          symmetries_(symmetries_of(band_)),
          stacks_{FirstBlock(stack_block(band_, 0)), FirstBlock(stack_block(band_, 1)),
                  FirstBlock(stack_block(band_, 2))} {
        for (int column = 0; column < 9; ++column)
            free_[column] =
                all_digits ^ set_of(band_[0][column]) ^ set_of(band_[1][column]) ^ set_of(band_[2][column]);
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

    // Calls `visit(board, has_symmetries)` for the least boards with these rows.
    template <class Visit>
    bool for_each_board(const Row& fourth, const Row& fifth, Visit visit) const {
        Search<Visit> search(*this, visit, fourth, fifth);
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

    // A block of three rows, column by column.
    static Block stack_block(const Band& rows, int stack) {
        Block block;
        for (int i = 0; i < 9; ++i) block[i] = rows[i % 3][3 * stack + i / 3];
        return block;
    }

    static int class_of(const Row* rows) {
        const auto block = [&](int stack) {
            Block block;
            for (int i = 0; i < 9; ++i) block[i] = rows[i / 3][3 * stack + i % 3];
            return block;
        };
        const FirstBlock first(block(0));
        return first.with(block(1))[first.orders(block(2))];
    }

    int band_class_;
    Band band_;
    std::vector<BandSymmetry> symmetries_;
    std::array<FirstBlock, 3> stacks_;  // the first block of each, transposed
    DigitSets free_;                    // below the band
};

template <class Visit>
class LeastBoards::Search {
public:
    Search(const LeastBoards& boards, Visit& visit, const Row& fourth, const Row& fifth)
        : boards_(boards), visit_(visit) {
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

private:
    // Whether the second band is not less than the first, and no symmetry that keeps it in place makes it less.
    bool begin_last_band() {
        const int number = class_of(&rows_[3]);
        if (number < boards_.band_class_) return false;
        tied_ = number == boards_.band_class_ ? chute(0, 1) : 0;
        open_.clear();
        for (const BandSymmetry& symmetry : boards_.symmetries_) {
            const int source = source_of_fourth(symmetry, 3, 6);
            const auto order = source < 0 ? std::strong_ordering::equal : compare(symmetry, rows_[source], 3);
            if (order < 0) return false;
            if (order == 0) open_.push_back(&symmetry);
        }
        for (int stack = 0; stack < 3; ++stack)
            numbers_[stack] = boards_.stacks_[stack].with(stack_block({rows_[3], rows_[4], rows_[5]}, stack));
        return true;
    }

    bool fill_last_band() {
        DigitSets left;
        for (int column = 0; column < 9; ++column)
            left[column] = boards_.free_[column] ^ set_of(rows_[3][column]) ^ set_of(rows_[4][column]) ^
                           set_of(rows_[5][column]);
        order_columns(left);
        DigitSets allowed = left;
        allowed[0] = lowest(left[0]);
        return for_each_row_of(allowed, [&](const Row& seventh) {
            rows_[6] = seventh;
            DigitSets pairs;
            std::array<const std::array<std::uint8_t, 2>*, 9> orders;
            for (int column = 0; column < 9; ++column) {
                const DigitSet digit = set_of(seventh[column]);
                pairs[column] = left[column] ^ digit;
                orders[column] = &orders_[column][std::popcount(left[column] & (digit - 1))];
            }
            const TwoRows two_rows(pairs);
            const BandClasses& classes = BandClasses::table();
            return two_rows.for_each([&](unsigned swapped) {
                unsigned tied = tied_;
                for (int stack = 0; stack < 3; ++stack) {
                    const auto order = [&](int i) {
                        const int column = 3 * stack + i;
                        return (*orders[column])[swapped >> column & 1];
                    };
                    const int number =
                        numbers_[stack][classes.sorted_orders(order(0), order(1), order(2))];
                    if (number < boards_.band_class_) return true;
                    if (number == boards_.band_class_) tied |= chute(1, stack);
                }
                for (int column = 0; column < 9; ++column) {
                    rows_[7][column] = two_rows.upper(column, swapped);
                    rows_[8][column] = two_rows.lower(column, swapped);
                }
                return offer(tied);
            });
        });
    }

    // The order that each arrangement of a column's last three digits gives to the stack read as a band.
    void order_columns(const DigitSets& left) {
        for (int column = 0; column < 9; ++column) {
            const DigitSet last_two = left[column] & (left[column] - 1);
            const int low = std::countr_zero(left[column]), middle = std::countr_zero(last_two),
                      high = 31 - std::countl_zero(last_two);
            const FirstBlock& stack = boards_.stacks_[column / 3];
            orders_[column] = {{{stack.order(low, middle, high), stack.order(low, high, middle)},
                                {stack.order(middle, low, high), stack.order(middle, high, low)},
                                {stack.order(high, low, middle), stack.order(high, middle, low)}}};
        }
    }

    // Visits the board if it is least; none of its stacks is less than the first band, and `tied` are of the same class.
    bool offer(unsigned tied) {
        const int number = class_of(&rows_[6]);
        if (number < boards_.band_class_) return true;
        if (number == boards_.band_class_) tied |= chute(0, 2);
        has_symmetries_ = false;
        for (const BandSymmetry* symmetry : open_)
            if (!stands(*symmetry, rows_, 0)) return true;
        if (tied && !stands_beside(tied)) return true;
        return visit_(rows_, has_symmetries_);
    }

    static unsigned chute(int transposed, int band) { return 1U << (3 * transposed + band); }

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

    // Which of the rows from `begin` to before `end` a symmetry makes the fourth; -1 if none.
    int source_of_fourth(const BandSymmetry& symmetry, int begin, int end) const {
        for (int row = begin; row < end; ++row)
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
    Rows rows_;
    unsigned tied_ = 0;                            // the second band, if it is of the same class
    bool has_symmetries_ = false;
    std::vector<const BandSymmetry*> open_;        // those that the second band has not ruled out
    std::array<std::array<std::array<std::uint8_t, 2>, 3>, 9> orders_;  // of columns, by seventh digit and swap
    std::array<const std::uint16_t*, 3> numbers_;  // the classes of each stack, by the orders of its last block
};

}  // namespace engine::classes
