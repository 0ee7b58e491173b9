// The textbook search: the empty cells in order, the digits of a cell in order, no inference.
//
// It does, step for step, what the row-major search of engine/teaching/search.py does, and counts the same:
//   comparison  a digit is tested against the row, the column and the block of a cell, in ascending order;
//   backtrack   a cell has no further digit that fits: it is emptied, and the search goes back to the cell before it;
//   depth       the most cells that were on the way at the same time.
// Its counts are stored with puzzles, so its steps are fixed for good.
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
            counts_.depth = std::max(counts_.depth, at + 1);
            if (counts_.comparisons >= most) {
                counts_.solutions = -1;
                return;
            }
            watch_.step();
            at += next_digit(places_[at]) ? 1 : -1;
        }
        counts_.solutions = at >= 0;
    }

    // Enters the next digit that fits in a cell; if none does, empties the cell, a backtrack.
    bool next_digit(Place& place) {
        const Digits tried = place.digit ? place.digit | (place.digit - 1) : 0;
        const Digits fitting = geometry_.all_digits & ~(*place.row | *place.column | *place.block | tried);
        const Digits next = fitting & -fitting;
        const int last = next ? std::countr_zero(next) + 1 : geometry_.size;
        counts_.comparisons += last - std::bit_width(place.digit);
        counts_.backtracks += !next;
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
