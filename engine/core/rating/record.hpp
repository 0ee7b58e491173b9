// Every technique of Sudoku Explainer 1.2.1 with its name, its rating in tenths and what it means: the one table that the
// solver, Python and the documentation read, in the order in which they list techniques.
//
// A rating has a range if the step's size adds to it: the cells of a loop or the links of a chain.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/geometry.hpp"
#include "board/layout.hpp"

namespace engine::rating {

// The numbers are stored with ratings: a new technique gets the next one, and none ever changes.
// clang-format off
#define RATING_TECHNIQUES(TECHNIQUE) \
    TECHNIQUE(last_value, 10, 10, \
              "The last empty cell of a row, column or block takes the digit that is missing there.") \
    TECHNIQUE(hidden_single_block, 12, 12, "A digit has one place left in a block.") \
    TECHNIQUE(hidden_single_line, 15, 15, "A digit has one place left in a row or column.") \
    TECHNIQUE(direct_pointing, 17, 17, \
              "Within a block a digit must lie on one line; that leaves it one place in another unit.") \
    TECHNIQUE(direct_claiming, 19, 19, \
              "Within a line a digit must lie in one block; that leaves it one place in another unit.") \
    TECHNIQUE(direct_hidden_pair, 20, 20, \
              "Two digits share the only two cells they have in a unit; that leaves another digit one place there.") \
    TECHNIQUE(naked_single, 23, 23, "A cell has one candidate left.") \
    TECHNIQUE(direct_hidden_triplet, 25, 25, \
              "Three digits share three cells of a unit; that leaves another digit one place there.") \
    TECHNIQUE(pointing, 26, 26, \
              "Within a block a digit must lie on one line, so it is removed from the rest of that line.") \
    TECHNIQUE(claiming, 28, 28, \
              "Within a line a digit must lie in one block, so it is removed from the rest of that block.") \
    TECHNIQUE(naked_pair, 30, 30, \
              "Two cells of a unit hold the same two candidates, so these are removed from its other cells.") \
    TECHNIQUE(x_wing, 32, 32, \
              "A digit has the same two places in two parallel lines, so it is removed from the lines that cross there.") \
    TECHNIQUE(hidden_pair, 34, 34, \
              "Two digits share the only two cells they have in a unit, so other candidates are removed from these cells.") \
    TECHNIQUE(naked_triplet, 36, 36, \
              "Three cells of a unit hold no more than three candidates, so these are removed from its other cells.") \
    TECHNIQUE(swordfish, 38, 38, \
              "A digit has the same three places in three parallel lines, so it is removed from the lines that cross there.") \
    TECHNIQUE(hidden_triplet, 40, 40, \
              "Three digits share the only three cells they have in a unit, so other candidates are removed from these cells.") \
    TECHNIQUE(xy_wing, 42, 42, \
              "Whichever of its two candidates a cell takes, one of two others that it sees takes a third digit.") \
    TECHNIQUE(xyz_wing, 44, 44, \
              "Whichever of its three candidates a cell takes, it or one of two others that it sees takes the same digit.") \
    TECHNIQUE(unique_rectangle, 45, 48, \
              "Four cells of two candidates would have two solutions, so something else must hold there.") \
    TECHNIQUE(unique_loop, 46, 53, \
              "A loop of cells with the same two candidates would have two solutions, so something else must hold there.") \
    TECHNIQUE(naked_quad, 50, 50, \
              "Four cells of a unit hold no more than four candidates, so these are removed from its other cells.") \
    TECHNIQUE(jellyfish, 52, 52, \
              "A digit has the same four places in four parallel lines, so it is removed from the lines that cross there.") \
    TECHNIQUE(hidden_quad, 54, 54, \
              "Four digits share the only four cells they have in a unit, so other candidates are removed from these cells.") \
    TECHNIQUE(bug_1, 56, 56, \
              "Were it not for one cell, every cell and every digit's unit would have two choices and so two solutions.") \
    TECHNIQUE(bug_2, 57, 57, \
              "Like bug-1, with several such cells, all with the same extra digit: one of them takes it.") \
    TECHNIQUE(bug_3, 58, 62, \
              "Like bug-1, with several such cells in a unit: their further digits form a naked set with other cells.") \
    TECHNIQUE(bug_4, 57, 57, \
              "Like bug-1, with two such cells that share a digit, which one of them must take: their others are removed.") \
    TECHNIQUE(aligned_pair_exclusion, 62, 62, \
              "No way of filling two cells together leaves a candidate of one of them, so it is removed.") \
    TECHNIQUE(x_cycle, 65, 75, \
              "A closed chain of one digit's places, alternating both ways round; cells that see two neighbours lose it.") \
    TECHNIQUE(y_cycle, 65, 75, "A closed chain through cells of two candidates, alternating both ways round.") \
    TECHNIQUE(x_chain, 66, 76, "Following one digit's places, assuming a candidate proves its opposite.") \
    TECHNIQUE(xy_cycle, 70, 80, "A closed chain through places and cells, alternating both ways round.") \
    TECHNIQUE(forcing_chain, 70, 80, "Following places and cells, assuming a candidate proves its opposite.") \
    TECHNIQUE(aligned_triplet_exclusion, 75, 75, \
              "No way of filling three cells together leaves a candidate of one of them, so it is removed.") \
    TECHNIQUE(nishio, 75, 85, "Assuming a candidate makes the places of its digit contradict each other.") \
    TECHNIQUE(cell_chains, 80, 90, "Every candidate of a cell leads to the same conclusion.") \
    TECHNIQUE(region_chains, 80, 90, "Every place of a digit in a unit leads to the same conclusion.") \
    TECHNIQUE(dynamic_chains, 85, 95, \
              "Assumptions followed through everything they force, several causes together, agree or contradict.") \
    TECHNIQUE(dynamic_chains_plus, 90, 100, \
              "Dynamic chains that also use locked candidates, naked and hidden pairs and X-wings on the way.") \
    TECHNIQUE(nested_chains, 95, 105, "Dynamic chains that also use forcing chains on the way.") \
    TECHNIQUE(nested_multiple_chains, 100, 110, "Dynamic chains that also use cell and region chains on the way.") \
    TECHNIQUE(nested_dynamic_chains, 105, 115, "Dynamic chains that also use dynamic chains on the way.") \
    TECHNIQUE(twice_nested_chains, 110, 120, "Dynamic chains that also use nested chains on the way.")
// clang-format on

#define NUMBERED(technique, ...) technique,
enum class Technique : std::uint8_t { RATING_TECHNIQUES(NUMBERED) count };
#undef NUMBERED

// By their size, from 2 on.
inline constexpr std::array naked_sets = {Technique::naked_pair, Technique::naked_triplet, Technique::naked_quad};
inline constexpr std::array hidden_sets = {Technique::hidden_pair, Technique::hidden_triplet, Technique::hidden_quad};
inline constexpr std::array basic_fish = {Technique::x_wing, Technique::swordfish, Technique::jellyfish};

inline constexpr int technique_count = static_cast<int>(Technique::count);

struct TechniqueFacts {
    const char* name;     // as in the enumeration
    int rating, highest;  // tenths: the least, and the most that size can make of it
    const char* meaning;
};

#define FACTS(technique, ...) TechniqueFacts{#technique, __VA_ARGS__},
inline constexpr std::array techniques = {RATING_TECHNIQUES(FACTS)};
#undef FACTS

constexpr int rating_of(Technique technique) { return techniques[static_cast<int>(technique)].rating; }

// The records that rating hands to Python, which reads them as rows of structured arrays: the rating of a puzzle, and a
// step of its path.

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
