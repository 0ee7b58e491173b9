// The boards that are the least of all their images and begin with a given band, in lexicographic order.
//
// A board is least if none of its other five chutes leads to a lesser band, and if no arrangement whose band is the
// same leads to lesser rows below. The first is looked up (band_classes.hpp). Of the second there are two kinds: the
// symmetries of the band itself, which are few or none and are tried one by one, and other chutes of the same class,
// which about one board in sixty has.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "classes/band_classes.hpp"
#include "classes/class_numbers.hpp"
#include "classes/last_rows.hpp"
#include "stop/watch.hpp"

namespace engine::classes {

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
