// The canonical form of a board under every symmetry of its shape: bands and stacks permuted, rows within bands and columns
// within stacks, transposition if blocks keep their shape, digits renamed. Of a Latin square any rows and columns.
//
// The least image begins with the digits in order, so to choose its first row is to name the digits. Any two rows of a
// band, or columns of a stack, can come first, and any two at all if bands are single rows; column_orders.hpp finds the
// orders of the columns that make the second row least, and the other rows follow from the first column. Images are
// compared with the least one so far while they are read, and most are given up within a few cells. Those that tie to
// the end are as many as the symmetries that map the board to itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "stop/refuse.hpp"
#include "stop/watch.hpp"
#include "symmetry/column_orders.hpp"
#include "symmetry/patterns.hpp"

namespace engine {

// Where the rows and columns of an image come from: the board or, if `transposed`, its mirror image.
template <class G>
struct Rearrangement {
    bool transposed;
    Line<G> rows, columns;

    // The cell of the board that a cell of the image is taken from.
    int source(int size, int row, int column) const {
        return transposed ? columns[column] * size + rows[row] : rows[row] * size + columns[column];
    }
};

// `KeepTies`: also which rearrangements lead to the least image.
template <class G, bool KeepTies = false>
class FullSymmetry {
    using Line = engine::Line<G>;

public:
    FullSymmetry(const G& geometry, const std::uint8_t* board) : geometry_(geometry) {
        const int size = geometry.size;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const auto digit = static_cast<std::uint8_t>(board[row * size + column] - 1);
                digits_[0][row][column] = digits_[1][column][row] = digit;
                where_[0][row][digit] = static_cast<std::uint8_t>(column);
                where_[1][column][digit] = static_cast<std::uint8_t>(row);
            }
        for (int column = 0; column < size; ++column) least_.stands(column, column);
        if (size == 1)
            keep_only_row();
        else if constexpr (G::max_size == 9)
            look_up_second_rows();
        else
            search_second_rows();
    }

    // How many symmetries map the board to itself, if digits are renamed.
    std::int64_t automorphisms() const { return least_.ties(); }

    const std::vector<Rearrangement<G>>& least_rearrangements() const { return tied_; }

    void least_image(std::uint8_t* out) const {
        for (int cell = 0; cell < geometry_.cells; ++cell)
            out[cell] = static_cast<std::uint8_t>(least_.digits()[cell] + 1);
    }

private:
    // Some boards of large sizes have too many orders of columns that are equally good for many rows; none of 9x9 has.
    void count_step() {
        watch_.step();
        if (++steps_ > most_steps)
            refuse("a board is too regular for symmetry \"full\": too many of its images are alike for long");
    }
    static constexpr std::int64_t most_steps = 20'000'000;

    // Two rows of the board, or of its mirror image, that come first.
    struct Top {
        int transposed, first, second;

        Top upside_down() const { return {transposed, second, first}; }
    };

    void search_second_rows() {
        if constexpr (!G::is_constant)  // there are few orders at the others
            if (geometry_.box_rows <= 2) return order_cycles();
        for_each_pair([&](const Top& pair) {
            for (const Top& top : {pair, pair.upside_down()})
                search_column_orders(
                    geometry_, next(top),
                    [&](int place, int digit) { return least_.stands(geometry_.size + place, digit); },
                    [&](const Line& columns) { read_other_rows(top, columns); });
        });
    }

    void order_cycles() {
        std::vector<int> best;
        const auto for_each_first_stack = [&](auto visit) {
            for_each_pair([&](const Top& pair) {
                for (const Top& top : {pair, pair.upside_down()})
                    for (int stack = 0; stack < geometry_.stacks; ++stack) {
                        const Line next_of_top = next(top);
                        visit(top, StackCycles<G>(geometry_, next_of_top, stack));
                    }
            });
        };
        for_each_first_stack([&](const Top&, const StackCycles<G>& cycles) {
            if (const auto lengths = cycles.lengths(); best.empty() || lengths < best) best = lengths;
        });
        for_each_first_stack([&](const Top& top, StackCycles<G> cycles) {
            if (cycles.lengths() != best) return;
            cycles.for_each_order([&](const Line& columns, int placed) { return is_promising(top, columns, placed); },
                                  [&](const Line& columns) { read_chosen_rows(top, columns); });
        });
    }

    // Whether the third row of an image, as far as it is known, is no greater than that of the least one so far. `columns`
    // says which columns have places: the first `placed` of each stack.
    bool is_promising(const Top& top, const Line& columns, int placed) {
        count_step();
        const int size = geometry_.size, wide = geometry_.box_columns;
        const std::uint8_t* const best = least_.digits().data() + 2 * size;
        const int start = geometry_.box_rows == 1 ? 2 : 1;  // the first digit of the third row
        if (placed <= start || size <= 2) return true;
        const auto& first = digits_[top.transposed][top.first];
        const int row = where_[!top.transposed][columns[0]][first[columns[start]]];
        Line name;
        name.fill(open);
        for (int place = 0; place < size; ++place)
            if (columns[place] != open) name[first[columns[place]]] = static_cast<std::uint8_t>(place);
        for (int place = 0; place < size && columns[place] != open; ++place) {
            const int digit = digits_[top.transposed][row][columns[place]];
            if (name[digit] == open) {  // it comes after those that have a name in its stack
                const int column = where_[top.transposed][top.first][digit];
                const bool in_first = column / wide == columns[0] / wide;
                return best[place] >= (in_first ? placed : wide + placed);
            }
            if (name[digit] != best[place]) return name[digit] < best[place];
        }
        return true;
    }

    void read_chosen_rows(const Top& top, const Line& columns) {
        const Image image(geometry_, digits_[top.transposed], top.first, columns);
        for (int place = 0; place < geometry_.size; ++place)
            if (!least_.stands(geometry_.size + place, image.digit(top.second, place))) return;
        read_other_rows(top, columns);
    }

    void look_up_second_rows() {
        const auto& table = SecondRows9::table();
        std::array<Top, 36> tops;
        int best = open, count = 0;
        const auto offer = [&](const Top& top, int rank) {
            if (rank < best) {
                best = rank;
                count = 0;
            }
            if (rank == best) tops[count++] = top;
        };
        for_each_pair([&](const Top& pair) {
            const auto [rank, upside_down] = table.ranks(table.number(next(pair)));
            offer(pair, rank);
            offer(pair.upside_down(), upside_down);
        });
        for (int column = 0; column < geometry_.size; ++column)
            least_.stands(geometry_.size + column, table.row(best)[column]);
        for (int i = 0; i < count; ++i)
            for (const Line& columns : table.orders(table.number(next(tops[i])))) read_other_rows(tops[i], columns);
    }

    // At size 1 there is no second row, and the board is its own image, transposed or not.
    void keep_only_row() {
        for (const bool transposed : {false, true}) {
            if constexpr (KeepTies) tied_.push_back({transposed, {}, {}});
            least_.finish();
        }
    }

    template <class Visit>
    void for_each_pair(Visit visit) const {
        const int size = geometry_.size, rows = geometry_.box_rows == 1 ? size : geometry_.box_rows;
        for (int transposed = 0; transposed <= geometry_.shape.transposable(); ++transposed)
            for (int begin = 0; begin < size; begin += rows)
                for (int first = begin; first < begin + rows; ++first)
                    for (int second = first + 1; second < begin + rows; ++second) visit(Top{transposed, first, second});
    }

    Line next(const Top& top) const {
        Line next;
        for (int column = 0; column < geometry_.size; ++column)
            next[column] = where_[top.transposed][top.first][digits_[top.transposed][top.second][column]];
        return next;
    }

    using Band = std::array<std::uint8_t, G::max_box_rows>;  // its rows, in the order they come

    // An image that has its columns in order and its digits named.
    struct Image {
        const std::array<Line, G::max_size>& board;
        const Line& columns;
        Line name;

        Image(const G& geometry, const std::array<Line, G::max_size>& board, int first, const Line& columns)
            : board(board), columns(columns) {
            for (int place = 0; place < geometry.size; ++place)
                name[board[first][columns[place]]] = static_cast<std::uint8_t>(place);
        }

        int digit(int row, int place) const { return name[board[row][columns[place]]]; }

        // The rows of a band, those from `begin` on sorted by the digits in the first column.
        Band sorted(Band rows, int begin, int end) const {
            std::sort(rows.begin() + begin, rows.begin() + end,
                      [&](int a, int b) { return digit(a, 0) < digit(b, 0); });
            return rows;
        }
    };

    Band rows_of(int band) const {
        const int box_rows = geometry_.box_rows;
        Band rows;
        for (int i = 0; i < box_rows; ++i) rows[i] = static_cast<std::uint8_t>(band * box_rows + i);
        return rows;
    }

    // The rows of the band that comes first, the chosen two before the others.
    Band rows_of(const Top& top) const {
        const int box_rows = geometry_.box_rows;
        Band rows = rows_of(top.first / box_rows);
        if (box_rows == 1) return rows;
        std::swap(rows[0], rows[top.first % box_rows]);
        std::swap(rows[1], *std::find(rows.begin(), rows.begin() + box_rows, top.second));
        return rows;
    }

    void read_other_rows(const Top& top, const Line& columns) {
        count_step();
        const int box_rows = geometry_.box_rows, bands = geometry_.bands;
        const int chosen = std::min(2, box_rows);  // rows of the first band
        const Image image(geometry_, digits_[top.transposed], top.first, columns);
        if (!stands(image, image.sorted(rows_of(top), chosen, box_rows), 0, chosen)) return;

        std::array<Band, G::max_bands> others;
        const int count = bands - 1;
        for (int band = 0, i = 0; band < bands; ++band)
            if (band != top.first / box_rows) others[i++] = image.sorted(rows_of(band), 0, box_rows);
        std::sort(others.begin(), others.begin() + count,
                  [&](const Band& a, const Band& b) { return image.digit(a[0], 0) < image.digit(b[0], 0); });
        for (int band = 1; band < bands; ++band)
            if (!stands(image, others[band - 1], band, 0)) return;
        if constexpr (KeepTies) {
            if (least_.ties() == 0) tied_.clear();
            tied_.push_back({top.transposed != 0, {}, columns});
            std::uint8_t* row = tied_.back().rows.data();
            const Band first = image.sorted(rows_of(top), chosen, box_rows);
            row = std::copy_n(first.begin(), box_rows, row);
            for (int i = 0; i < count; ++i) row = std::copy_n(others[i].begin(), box_rows, row);
        }
        least_.finish();
    }

    // Whether the rows of a band, those from `begin` on, are no greater than those of the least image so far.
    bool stands(const Image& image, const Band& rows, int band, int begin) {
        const int size = geometry_.size, box_rows = geometry_.box_rows;
        for (int i = begin; i < box_rows; ++i)
            for (int place = 0; place < size; ++place)
                if (!least_.stands((band * box_rows + i) * size + place, image.digit(rows[i], place))) return false;
        return true;
    }

    Watch<1024> watch_;
    std::int64_t steps_ = 0;
    [[no_unique_address]] G geometry_;
    std::array<std::array<Line, G::max_size>, 2> digits_, where_;  // in the rows of the board and of its mirror image
    Least<G::max_cells> least_;
    struct None {};
    [[no_unique_address]] std::conditional_t<KeepTies, std::vector<Rearrangement<G>>, None> tied_;
};

template <class G>
void canonical_full(const G& geometry, const std::uint8_t* board, std::uint8_t* out) {
    FullSymmetry<G>(geometry, board).least_image(out);
}

// The canonical form of a puzzle with one solution: the symmetries that lead to the least image of its solution are applied
// to the puzzle, and the least result is taken.
//
// Two puzzles are the same up to the symmetry exactly when these forms are equal. There is more than one such symmetry only
// if the solution has automorphisms.
//
// A `way` says how the form is reached, in 1 + 2 * size bytes: whether the puzzle is transposed, then of which of its rows
// and columns the rows and columns of the form are made. It is written unless it is null.
constexpr int way_bytes(int size) { return 1 + 2 * size; }

template <class G>
void canonical_puzzle_full(const G& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution,
                           std::uint8_t* out, std::uint8_t* way) {
    const int size = geometry.size, cells = geometry.cells;
    const FullSymmetry<G, true> symmetry(geometry, solution);
    std::uint8_t least[G::max_cells];
    symmetry.least_image(least);
    bool any = false;
    for (const Rearrangement<G>& image : symmetry.least_rearrangements()) {
        std::array<std::uint8_t, G::max_cells> here;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int cell = row * size + column;
                here[cell] = puzzle[image.source(size, row, column)] ? least[cell] : 0;
            }
        if (any && !std::lexicographical_compare(here.begin(), here.begin() + cells, out, out + cells)) continue;
        std::copy_n(here.begin(), cells, out);
        any = true;
        if (way) {
            way[0] = image.transposed;
            std::copy_n(image.rows.begin(), size, way + 1);
            std::copy_n(image.columns.begin(), size, way + 1 + size);
        }
    }
}

// The way of an image, from the cells that its cells are taken from.
template <class Cells>
void write_way(int size, const Cells& source, std::uint8_t* way) {
    const bool transposed = source[0] % size != source[(size - 1) * size] % size;
    way[0] = transposed;
    for (int line = 0; line < size; ++line) {
        const int first_of_row = source[line * size], first_of_column = source[line];
        way[1 + line] = static_cast<std::uint8_t>(transposed ? first_of_row % size : first_of_row / size);
        way[1 + size + line] = static_cast<std::uint8_t>(transposed ? first_of_column / size : first_of_column % size);
    }
}

// Under the turns and mirrors, with digits renamed or not.
template <bool relabel, class G>
void canonical_puzzle_d4(const G& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution, std::uint8_t* out,
                         std::uint8_t* way) {
    const int size = geometry.size, cells = geometry.cells;
    struct Image {
        std::array<std::uint8_t, G::max_cells> solution{}, puzzle{};
        auto operator<=>(const Image&) const = default;
    };
    const ImagesOf<G> images(geometry);
    Image least;
    for (int image = 0; image < images->count; ++image) {
        const auto& source = images->source[image];
        std::array<std::uint8_t, G::max_size + 1> name{};
        for (int digit = 1; digit <= size; ++digit) name[digit] = static_cast<std::uint8_t>(digit);
        if (relabel)
            for (int column = 0; column < size; ++column)
                name[solution[source[column]]] = static_cast<std::uint8_t>(column + 1);
        Image here;
        for (int cell = 0; cell < cells; ++cell) {
            here.solution[cell] = name[solution[source[cell]]];
            here.puzzle[cell] = puzzle[source[cell]] ? here.solution[cell] : 0;
        }
        if (image > 0 && !(here < least)) continue;
        least = here;
        if (way) write_way(size, source, way);
    }
    std::copy_n(least.puzzle.begin(), cells, out);
}

}  // namespace engine
