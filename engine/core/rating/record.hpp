// The records that rating hands to Python, which reads them as rows of structured arrays: the rating of a puzzle, and a
// step of its path.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/geometry.hpp"
#include "board/layout.hpp"
#include "rating/technique.hpp"

namespace engine::rating {

// Goes up when a puzzle may get another rating than before, because ratings are stored.
inline constexpr int rating_version = 2;

inline constexpr int no_ceiling = 999;  // tenths, above every rating

// How the rating of a puzzle ended. The numbers are stored, so they never change.
enum class Status : std::uint8_t { rated, above, no_solution, several_solutions, beyond };

inline constexpr std::array status_names = {"rated", "above", "no_solution", "several_solutions", "beyond"};

// All zero, and no technique, unless rated.
struct Rating {
    Status status = Status::rated;
    std::int8_t hardest = -1;  // Technique
    bool more_than_singles = false;
    std::int16_t rating = 0, pearl = 0, diamond = 0;
    std::array<std::uint16_t, technique_count> counts{};
};

inline auto fields(const Rating& of) {
    return std::array{
        field("status", of, of.status),
        field("hardest", of, of.hardest),
        field("more_than_singles", of, of.more_than_singles),
        field("rating", of, of.rating),
        field("pearl", of, of.pearl),
        field("diamond", of, of.diamond),
        field("counts", of, of.counts),
    };
}

inline constexpr int most_cells = largest_rated_size * largest_rated_size;

// Each step of a path places a digit in a cell or removes a candidate of one.
inline constexpr int most_steps = most_cells + most_cells * largest_rated_size;

struct Record {
    std::uint8_t technique;
    std::int8_t digit;  // of the placement; -1 if there is none
    std::int16_t cell;  // ... and where
    std::int16_t rating, links;
    std::uint16_t digits;
    std::uint64_t units;
    std::array<bool, most_cells> cells;
    std::array<std::uint16_t, most_cells> removed;  // the digits that each cell loses
};

inline auto fields(const Record& of) {
    return std::array{
        field("technique", of, of.technique), field("cell", of, of.cell),   field("digit", of, of.digit),
        field("rating", of, of.rating),       field("links", of, of.links), field("digits", of, of.digits),
        field("units", of, of.units),         field("cells", of, of.cells), field("removed", of, of.removed),
    };
}

// Why a chain holds: each of its links. Only paths and single steps gather it, ratings never do.

// Why a candidate holds or not: the first are those of Cause, then a nested chain, then techniques.
inline constexpr int by_assumption = 8, by_nested_chain = 9, by_technique = 12;

// A candidate that holds (on) or not, and why: because of others of the same branch, by their places in it.
struct Inference {
    int cell, digit;
    bool on;
    int reason;
    int nested = -1;  // the place of the nested chain, if that is the reason
    std::vector<int> parents{};
};

// A candidate that holds (on) or not.
struct Literal {
    int cell, digit;
    bool on;
};

// A chain within a chain: its literals in the order of NestedChain, and its length with all that is nested in it.
struct NestedExplanation {
    int number, kind, links;
    std::vector<std::vector<Literal>> branches;
};

// The branches of a chain: from an assumption to a conclusion each, every inference after what it follows from. The
// branch of a cycle ends where it began.
struct Explanation {
    std::vector<std::vector<Inference>> branches;
    std::vector<NestedExplanation> nested;
};

}  // namespace engine::rating
