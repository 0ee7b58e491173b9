// The reference search: depth first, naked then hidden singles at each node, a guess where they end.
//
// Its counts are stored with every puzzle, so its steps are fixed for good (.github/documents/explanation/counts.md spells them out):
//   naked round   every empty cell is tested against every digit; cells with one candidate left are filled together;
//   hidden round  only when no naked single was found: in every unit each missing digit is tested against each empty
//                 cell; digits with one place left are set there together; then naked rounds again;
//   guess         when neither finds any: the empty cell with fewest candidates, lowest first, its digits ascending.
// A cell or a digit without a place, or two singles that contradict each other, is a dead end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/geometry.hpp"
#include "board/layout.hpp"
#include "stop/watch.hpp"

namespace engine {

// What the reference search counts (singles_search.hpp), and the one list of these counts: Python's array, the stored
// columns and the headings come from it.

// Goes up if the reference search, the textbook search or the list of their counts changes, because they are stored.
inline constexpr int metrics_version = 3;

struct Metrics {
    std::int64_t solutions = 0;    // found, two at most; -1 when the search was cut short
    std::int64_t guesses = 0;      // cells in which the search had to guess
    std::int64_t backtracks = 0;   // nodes that ended in a contradiction
    std::int64_t nodes = 0;        // positions looked at, the first one and one for each guessed digit
    std::int64_t max_depth = 0;    // most guesses on one branch
    std::int64_t comparisons = 0;  // tests whether a digit is a candidate of a cell
    // Up to the first guess:
    std::int64_t filled = 0;         // cells that singles fill; 0 if they end in a contradiction
    std::int64_t hidden_rounds = 0;  // searches for hidden singles among empty cells: how often naked singles run out
};

inline auto fields(const Metrics& of) {
    return std::array{
        field("solutions", of, of.solutions),   field("guesses", of, of.guesses),
        field("backtracks", of, of.backtracks), field("nodes", of, of.nodes),
        field("max_depth", of, of.max_depth),   field("comparisons", of, of.comparisons),
        field("filled", of, of.filled),         field("hidden_rounds", of, of.hidden_rounds),
    };
}

static_assert(sizeof(Metrics) == std::tuple_size_v<decltype(fields(Metrics{}))> * sizeof(std::int64_t),
              "a count that is not in the list");

template <class G>
class SinglesSearch {
public:
    explicit SinglesSearch(const G& geometry) : geometry_(geometry), units_(geometry), levels_(geometry.cells + 1) {}

    // Searches until two solutions are found or no other is left; or until another position would be one more than
    // `most_nodes`, and then the number of solutions is unknown.
    Metrics run(const std::uint8_t* puzzle, std::int64_t most_nodes) {
        metrics_ = {};
        metrics_.nodes = 1;
        most_nodes_ = most_nodes;
        cut_short_ = false;
        if (read(levels_[0], puzzle)) {
            visit(0);
        } else {
            ++metrics_.backtracks;
        }
        if (cut_short_) metrics_.solutions = -1;
        return metrics_;
    }

private:
    struct Position {
        std::uint8_t digit[G::max_cells];
        Digits row[G::max_size], column[G::max_size], block[G::max_size];  // digits that each unit has
        int empty;
    };

    Digits candidates(const Position& here, int cell) const {
        return geometry_.all_digits &
               ~(here.row[units_->row[cell]] | here.column[units_->column[cell]] | here.block[units_->block[cell]]);
    }

    // False when a unit has the digit already.
    bool place(Position& here, int cell, Digits bit) const {
        if (!(candidates(here, cell) & bit)) return false;
        here.digit[cell] = static_cast<std::uint8_t>(std::countr_zero(bit) + 1);
        here.row[units_->row[cell]] |= bit;
        here.column[units_->column[cell]] |= bit;
        here.block[units_->block[cell]] |= bit;
        --here.empty;
        return true;
    }

    bool read(Position& here, const std::uint8_t* puzzle) const {
        here = {};
        here.empty = geometry_.cells;
        for (int cell = 0; cell < geometry_.cells; ++cell)
            if (puzzle[cell] && !place(here, cell, digit_bit(puzzle[cell]))) return false;
        return true;
    }

    enum class Round { dead, filled, none };

    void visit(int depth) {
        watch_.step();
        Position& here = levels_[depth];
        const int empty = here.empty;
        if (!singles(here)) {
            ++metrics_.backtracks;
            return;
        }
        if (depth == 0) metrics_.filled = empty - here.empty;
        if (here.empty == 0) {
            ++metrics_.solutions;
            return;
        }
        ++metrics_.guesses;
        metrics_.max_depth = std::max<std::int64_t>(metrics_.max_depth, depth + 1);
        const int cell = fewest_candidates();
        for (Digits rest = candidates_[cell]; rest && metrics_.solutions < 2; rest &= rest - 1) {
            cut_short_ |= metrics_.nodes == most_nodes_;
            if (cut_short_) return;
            ++metrics_.nodes;
            levels_[depth + 1] = here;
            place(levels_[depth + 1], cell, rest & -rest);
            visit(depth + 1);
        }
    }

    // Naked and hidden singles to a fixpoint; false at a dead end.
    bool singles(Position& here) {
        for (;;) {
            Round round = naked_round(here);
            if (round == Round::none) round = hidden_round(here);
            if (round != Round::filled) return round == Round::none;
        }
    }

    Round naked_round(Position& here) {
        metrics_.comparisons += std::int64_t{here.empty} * geometry_.size;
        empty_count_ = 0;
        bool stuck = false, naked = false;
        for (int cell = 0; cell < geometry_.cells; ++cell) {
            if (here.digit[cell]) continue;
            const Digits digits = candidates(here, cell);
            candidates_[cell] = digits;
            empty_[empty_count_++] = static_cast<std::uint16_t>(cell);
            naked |= (digits & (digits - 1)) == 0;
            stuck |= digits == 0;
        }
        if (stuck) return Round::dead;
        if (!naked) return Round::none;
        for (int i = 0; i < empty_count_; ++i) {
            const Digits digits = candidates_[empty_[i]];
            if ((digits & (digits - 1)) == 0 && !place(here, empty_[i], digits)) return Round::dead;
        }
        return Round::filled;
    }

    // How often each digit is a candidate in each unit of one kind: at least once, at least twice.
    struct Tally {
        Digits once[G::max_size] = {}, twice[G::max_size] = {};
        int empty[G::max_size] = {};

        void count(int which, Digits digits) {
            twice[which] |= once[which] & digits;
            once[which] |= digits;
            ++empty[which];
        }
    };

    // Leaves in `once` the digits with a single place; false when a digit that a unit lacks has none.
    bool single_places(Tally& tally, const Digits (&has)[G::max_size]) {
        Digits lost = 0;
        for (int i = 0; i < geometry_.size; ++i) {
            metrics_.comparisons += tally.empty[i] * tally.empty[i];
            lost |= geometry_.all_digits & ~(has[i] | tally.once[i]);
            tally.once[i] &= ~tally.twice[i];
        }
        return lost == 0;
    }

    Round hidden_round(Position& here) {
        if (metrics_.nodes == 1 && empty_count_) ++metrics_.hidden_rounds;
        Tally rows, columns, blocks;
        for (int i = 0; i < empty_count_; ++i) {
            const int cell = empty_[i];
            rows.count(units_->row[cell], candidates_[cell]);
            columns.count(units_->column[cell], candidates_[cell]);
            if (geometry_.has_blocks) blocks.count(units_->block[cell], candidates_[cell]);
        }
        const bool places = single_places(rows, here.row) & single_places(columns, here.column) &
                            (!geometry_.has_blocks || single_places(blocks, here.block));
        if (!places) return Round::dead;
        Round round = Round::none;
        for (int i = 0; i < empty_count_; ++i) {
            const int cell = empty_[i];
            const Digits hidden =
                candidates_[cell] &
                (rows.once[units_->row[cell]] | columns.once[units_->column[cell]] | blocks.once[units_->block[cell]]);
            if (!hidden) continue;
            if ((hidden & (hidden - 1)) || !place(here, cell, hidden)) return Round::dead;
            round = Round::filled;
        }
        return round;
    }

    int fewest_candidates() const {
        int best = empty_[0];
        for (int i = 1; i < empty_count_; ++i)
            if (std::popcount(candidates_[empty_[i]]) < std::popcount(candidates_[best])) best = empty_[i];
        return best;
    }

    [[no_unique_address]] G geometry_;
    [[no_unique_address]] Units<G> units_;
    Watch<64> watch_;
    Metrics metrics_;
    std::int64_t most_nodes_;
    bool cut_short_;
    std::vector<Position> levels_;
    // Of the position that was looked at last:
    Digits candidates_[G::max_cells];
    std::uint16_t empty_[G::max_cells];
    int empty_count_ = 0;
};

// The textbook search: the empty cells in order, the digits of a cell in order, no inference.
//
// It does, step for step, what the row-major search of engine/teaching/search.py does, and counts the same:
//   comparison  a digit is tested against the row, the column and the block of a cell, in ascending order;
//   backtrack   a cell that has a digit has no further one that fits: it is emptied, and the search goes back;
//   depth       the most cells that it has filled at the same time.
// Its counts are stored with puzzles, so its steps are fixed for good.

struct TextbookCounts {
    std::int64_t solutions = 0;  // 1: it found the first one; 0: there is none; -1: it was cut short
    std::int64_t comparisons = 0;
    std::int64_t backtracks = 0;
    std::int64_t depth = 0;
};

inline auto fields(const TextbookCounts& of) {
    return std::array{field("solutions", of, of.solutions), field("comparisons", of, of.comparisons),
                      field("backtracks", of, of.backtracks), field("depth", of, of.depth)};
}

class TextbookSearch {
public:
    explicit TextbookSearch(Shape shape) : geometry_(shape), units_(geometry_) { places_.reserve(geometry_.cells); }

    // Searches for the first solution, until it has made `most` comparisons or a few more: a cell is finished first.
    TextbookCounts run(const std::uint8_t* puzzle, std::int64_t most) {
        counts_ = {};
        if (read(puzzle)) search(most);
        return counts_;
    }

private:
    // An empty cell: the digits that each of its units has, and its own digit as a bit, 0 for none.
    struct Place {
        Digits *row, *column, *block, digit;
    };

    // False if clues clash.
    bool read(const std::uint8_t* puzzle) {
        rows_ = columns_ = blocks_ = {};
        places_.clear();
        bool valid = true;
        for (int cell = 0; cell < geometry_.cells; ++cell) {
            Digits &row = rows_[units_->row[cell]], &column = columns_[units_->column[cell]],
                   &block = blocks_[units_->block[cell]];
            if (!puzzle[cell]) {
                places_.push_back({&row, &column, &block, 0});
                continue;
            }
            // The blocks of a Latin square are its rows: the block is asked before the row is entered.
            const Digits digit = digit_bit(puzzle[cell]);
            valid &= !((row | column | block) & digit);
            row |= digit, column |= digit, block |= digit;
        }
        return valid;
    }

    void search(std::int64_t most) {
        const std::int64_t empty = static_cast<std::int64_t>(places_.size());
        std::int64_t at = 0;
        while (at >= 0 && at < empty) {
            if (counts_.comparisons >= most) {
                counts_.solutions = -1;
                return;
            }
            watch_.step();
            at += next_digit(places_[at]) ? 1 : -1;
            counts_.depth = std::max(counts_.depth, at);
        }
        counts_.solutions = at >= 0;
    }

    // Enters the next digit that fits in a cell; if none does, empties the cell, a backtrack if it had one.
    bool next_digit(Place& place) {
        const Digits tried = place.digit ? place.digit | (place.digit - 1) : 0;
        const Digits fitting = geometry_.all_digits & ~(*place.row | *place.column | *place.block | tried);
        const Digits next = fitting & -fitting;
        const int last = next ? std::countr_zero(next) + 1 : geometry_.size;
        counts_.comparisons += last - std::bit_width(place.digit);
        counts_.backtracks += !next && place.digit;
        const Digits change = place.digit ^ next;
        *place.row ^= change;
        *place.column ^= change;
        if (geometry_.has_blocks) *place.block ^= change;
        place.digit = next;
        return next;
    }

    AnyGeometry geometry_;
    Units<AnyGeometry> units_;
    Watch<1 << 16> watch_;
    TextbookCounts counts_;
    std::array<Digits, largest_size> rows_, columns_, blocks_;
    std::vector<Place> places_;
};

}  // namespace engine
