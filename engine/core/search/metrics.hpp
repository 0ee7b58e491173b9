// What the reference search counts (singles_search.hpp), and the one list of these counts: Python's array, the stored
// columns and the headings come from it.
#pragma once

#include <array>
#include <cstdint>

#include "board/layout.hpp"

namespace engine {

// Goes up if the reference search or the list of its counts changes, because they are stored.
inline constexpr int metrics_version = 2;

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

}  // namespace engine
