// The 416 classes of bands: which class a band of three blocks is in, and the least band of each.
//
// Bands are in one class if a permutation of rows, of blocks and of the columns within them, with the digits
// renamed, turns one into the other. The least band of a class, read row by row, represents it, and the classes are
// numbered from 0 in the order of these. So the least image of a board begins with the least of the bands that its six
// chutes (three bands, and three stacks transposed) lead to.
//
// Digits are 0 .. 8 here. Names are chosen so that the first block reads 012 345 678, and the columns of the other two
// are sorted by their first row. That leaves 56 * 36 * 36 bands, and a table has the class of each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "symmetry/column_orders.hpp"

namespace engine::classes {

using Row = Line<Geometry9>;
using Band = std::array<Row, 3>;
using Block = std::array<std::uint8_t, 9>;  // row by row, or column by column if a stack is read as a band

inline constexpr Row in_order{0, 1, 2, 3, 4, 5, 6, 7, 8};

// A permutation of the columns of a band and new names for its digits.
struct BandSymmetry {
    Row columns;  // of each place, the column that goes there
    Row names;    // of each digit, its new name
};

// Calls `visit(image, symmetry)` for the arrangements of a band that make its second row least. Those that make the
// band least are among them.
template <class Visit>
void for_each_least_second_row(const Band& band, Visit visit) {
    const SecondRows9& table = SecondRows9::table();
    struct Choice {
        int first, second, way, rank;
    };
    std::array<Choice, 6> choices;
    int count = 0, best = 255;
    for (int first = 0; first < 3; ++first) {
        Row where{}, next{};
        for (int column = 0; column < 9; ++column) where[band[first][column]] = static_cast<std::uint8_t>(column);
        for (int second = 0; second < 3; ++second) {
            if (second == first) continue;
            for (int column = 0; column < 9; ++column) next[column] = where[band[second][column]];
            const int way = table.number(next), rank = table.ranks(way).rank;
            best = std::min(best, rank);
            choices[count++] = {first, second, way, rank};
        }
    }
    for (const auto& [first, second, way, rank] : choices) {
        if (rank != best) continue;
        for (const Row& columns : table.orders(way)) {
            Row names{}, third{};
            for (int place = 0; place < 9; ++place)
                names[band[first][columns[place]]] = static_cast<std::uint8_t>(place);
            for (int place = 0; place < 9; ++place) third[place] = names[band[3 - first - second][columns[place]]];
            visit(Band{in_order, table.row(best), third}, BandSymmetry{columns, names});
        }
    }
}

// The least band of the class of a band.
inline Band least_band(const Band& band) {
    Band least{};
    least[0].fill(open);
    for_each_least_second_row(band, [&](const Band& image, const BandSymmetry&) { least = std::min(least, image); });
    return least;
}

// The symmetries of a least band, without the one that changes nothing.
inline std::vector<BandSymmetry> symmetries_of(const Band& least) {
    std::vector<BandSymmetry> found;
    for_each_least_second_row(least, [&](const Band& image, const BandSymmetry& way) {
        if (image == least && (way.columns != in_order || way.names != in_order)) found.push_back(way);
    });
    return found;
}

class BandClasses {
public:
    static constexpr int count = 416;

    static const BandClasses& table() {
        static const BandClasses built;
        return built;
    }

    const Band& least(int number) const { return least_[number]; }

    // The class that begins with this least band.
    int number_of_least(const Band& band) const {
        return static_cast<int>(std::lower_bound(least_.begin(), least_.end(), band) - least_.begin());
    }

    // Three digits as places of the first block: which they are, among 84, and in which of six orders.
    struct Triple {
        std::uint8_t set, order;
    };
    const Triple& triple(int a, int b, int c) const { return triples_[81 * a + 9 * b + c]; }

    // The class numbers of the bands with the second block given, by the orders of the third block's columns.
    const std::uint16_t* row(int first_set, int second_set, int orders) const {
        return numbers_.data() + 36 * (36 * patterns_[84 * first_set + second_set] + orders);
    }

    // How the columns of a block are ordered in its second and third row once they are sorted by the first, among 36.
    int sorted_orders(int first, int second, int third) const { return sorted_[36 * first + 6 * second + third]; }

private:
    BandClasses() {
        fill_triples();
        fill_sorted();
        std::vector<Band> of_each(numbers_.size());
        for_each_band([&](std::size_t index, const Band& band) { of_each[index] = least_band(band); });
        least_ = of_each;
        std::sort(least_.begin(), least_.end());
        least_.erase(std::unique(least_.begin(), least_.end()), least_.end());
        for (std::size_t index = 0; index < of_each.size(); ++index)
            numbers_[index] = static_cast<std::uint16_t>(number_of_least(of_each[index]));
    }

    static constexpr std::uint8_t orders_[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    static int order_of(int a, int b, int c) { return 2 * ((b < a) + (c < a)) + (c < b); }

    void fill_triples() {
        std::array<std::uint8_t, 512> set_number{};
        std::uint8_t sets = 0;
        for (unsigned mask = 0; mask < 512; ++mask)
            if (std::popcount(mask) == 3) set_number[mask] = sets++;
        for (int a = 0; a < 9; ++a)
            for (int b = 0; b < 9; ++b)
                for (int c = 0; c < 9; ++c)
                    if (a != b && a != c && b != c)
                        triples_[81 * a + 9 * b + c] = {set_number[1 << a | 1 << b | 1 << c],
                                                        static_cast<std::uint8_t>(order_of(a, b, c))};
    }

    void fill_sorted() {
        for (int first = 0; first < 6; ++first)
            for (int second = 0; second < 6; ++second)
                for (int third = 0; third < 6; ++third) {
                    std::array<std::uint8_t, 3> after_second{}, after_third{};
                    for (int column = 0; column < 3; ++column) {
                        after_second[orders_[first][column]] = orders_[second][column];
                        after_third[orders_[first][column]] = orders_[third][column];
                    }
                    const auto order = [](const auto& a) { return order_of(a[0], a[1], a[2]); };
                    sorted_[36 * first + 6 * second + third] =
                        static_cast<std::uint8_t>(6 * order(after_second) + order(after_third));
                }
    }

    // Calls `visit(index in numbers_, band)` for every band of the table, and numbers the patterns: which digits each
    // row of the second block has.
    template <class Visit>
    void for_each_band(Visit visit) {
        const auto digits_of = [](unsigned mask) {
            std::array<std::uint8_t, 3> digits{};
            for (int i = 0; i < 3; ++i, mask &= mask - 1) digits[i] = static_cast<std::uint8_t>(std::countr_zero(mask));
            return digits;
        };
        const auto has_row = [](unsigned set, int row) { return std::popcount(set) == 3 && !(set & 7U << 3 * row); };
        const unsigned all = 511;
        int pattern = 0;
        for (unsigned first = 0; first <= all; ++first)
            for (unsigned second = 0; second <= all; ++second) {
                const unsigned third = all ^ first ^ second;
                if ((first & second) || !has_row(first, 0) || !has_row(second, 1) || !has_row(third, 2)) continue;
                const std::array<unsigned, 3> sets{first, second, third};
                const auto set_of = [&](unsigned mask) {
                    const auto d = digits_of(mask);
                    return triple(d[0], d[1], d[2]).set;
                };
                patterns_[84 * set_of(first) + set_of(second)] = static_cast<std::uint8_t>(pattern);
                for (int orders = 0; orders < 36 * 36; ++orders) {
                    const int in_row[3][2] = {{0, 0}, {orders / 216, orders / 6 % 6}, {orders / 36 % 6, orders % 6}};
                    Band band{};
                    for (int row = 0; row < 3; ++row) {
                        const auto middle = digits_of(sets[row]), right = digits_of(all ^ sets[row] ^ 7U << 3 * row);
                        for (int column = 0; column < 3; ++column) {
                            band[row][column] = static_cast<std::uint8_t>(3 * row + column);
                            band[row][3 + column] = middle[orders_[in_row[row][0]][column]];
                            band[row][6 + column] = right[orders_[in_row[row][1]][column]];
                        }
                    }
                    visit(static_cast<std::size_t>(36 * 36 * pattern + orders), band);
                }
                ++pattern;
            }
    }

    std::array<Triple, 9 * 9 * 9> triples_{};
    std::array<std::uint8_t, 84 * 84> patterns_{};
    std::array<std::uint8_t, 6 * 6 * 6> sorted_{};
    std::array<std::uint16_t, 56 * 36 * 36> numbers_{};
    std::vector<Band> least_;
};

// The first block of a band, by which the class is looked up once the other two are known.
class FirstBlock {
public:
    explicit FirstBlock(const Block& block) {
        for (std::uint8_t place = 0; place < 9; ++place) place_[block[place]] = place;
    }

    // With the second block: the class numbers by `orders` of the third.
    const std::uint16_t* with(const Block& second) const {
        const auto &first_row = triple(second, 0), &second_row = triple(second, 1), &third_row = triple(second, 2);
        return classes_.row(first_row.set, second_row.set,
                            classes_.sorted_orders(first_row.order, second_row.order, third_row.order));
    }

    int orders(const Block& third) const {
        return classes_.sorted_orders(triple(third, 0).order, triple(third, 1).order, triple(third, 2).order);
    }

    // The order of a row of the third block.
    std::uint8_t order(int a, int b, int c) const { return classes_.triple(place_[a], place_[b], place_[c]).order; }

private:
    const BandClasses::Triple& triple(const Block& block, int row) const {
        return classes_.triple(place_[block[3 * row]], place_[block[3 * row + 1]], place_[block[3 * row + 2]]);
    }

    const BandClasses& classes_ = BandClasses::table();
    std::array<std::uint8_t, 9> place_{};
};

// The block of a band in one of its stacks, row by row.
inline Block block_of(const Band& band, int stack) {
    Block block;
    for (int i = 0; i < 9; ++i) block[i] = band[i / 3][3 * stack + i % 3];
    return block;
}

// The same column by column: a block of the stack, read as a band.
inline Block transposed_block_of(const Band& band, int stack) {
    Block block;
    for (int i = 0; i < 9; ++i) block[i] = band[i % 3][3 * stack + i / 3];
    return block;
}

inline int class_of(const Band& band) {
    const FirstBlock first(block_of(band, 0));
    return first.with(block_of(band, 1))[first.orders(block_of(band, 2))];
}

}  // namespace engine::classes
