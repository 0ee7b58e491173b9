// Literals: a digit in a cell or in a group of cells that holds (on) or does not. Chains are lists of them.
//
// That of a cell is 2 * (10 * cell + digit), one more if it is on. A side branch of a net has the negatives of its
// literals and ends with `end_of_branch`. Groups, which share a block and a line, are numbered from `first_group` on, and
// digits that an almost locked set does not hold, so that it is locked, from `first_set` on.
#pragma once

#include <limits>

#include "scoring/step.hpp"

namespace engine::scoring {

using Literal = std::int16_t;
using Chain = std::vector<Literal>;

inline constexpr Literal end_of_branch = std::numeric_limits<Literal>::min();
inline constexpr int first_group = 2 * 10 * cell_count, first_set = 2 * 4096;

constexpr Literal literal(int cell, int digit, bool on) {
    return static_cast<Literal>(2 * (10 * cell + digit) + on);
}
constexpr bool is_on(int literal) { return literal & 1; }
constexpr bool is_cell(int literal) { return literal < first_group; }
constexpr bool is_group(int literal) { return literal >= first_group && literal < first_set; }
constexpr bool is_set(int literal) { return literal >= first_set; }

// Of a literal of one cell.
constexpr int cell_of(int literal) { return literal / 20; }
constexpr int digit_of(int literal) { return literal / 2 % 10; }

// Two or three places of a digit that share a block and a line.
struct Group {
    int digit, line;
    int block;
    Cells cells, seen;  // `seen`: by all of them
};

}  // namespace engine::scoring
