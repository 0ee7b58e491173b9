// Every technique of Sudoku Explainer 1.2.1 with its number, its name, its rating in tenths and what it means: the one
// table that the solver, Python and the documentation read, in the order in which they list techniques.
//
// A rating has a range if the step's size adds to it: the cells of a loop or the links of a chain.
#pragma once

#include <array>
#include <cstdint>

namespace engine::rating {

// The numbers are stored with ratings: a new technique gets the next one, and none ever changes.
enum class Technique : std::uint8_t {
    last_value = 0,
    hidden_single_block = 1,
    hidden_single_line = 2,
    direct_pointing = 3,
    direct_claiming = 4,
    direct_hidden_pair = 5,
    naked_single = 6,
    direct_hidden_triplet = 7,
    pointing = 8,
    claiming = 9,
    naked_pair = 10,
    x_wing = 11,
    hidden_pair = 12,
    naked_triplet = 13,
    swordfish = 14,
    hidden_triplet = 15,
    xy_wing = 16,
    xyz_wing = 17,
    unique_rectangle = 18,
    unique_loop = 19,
    naked_quad = 20,
    jellyfish = 21,
    hidden_quad = 22,
    bug_1 = 23,
    bug_2 = 24,
    bug_3 = 25,
    bug_4 = 26,
    aligned_pair_exclusion = 27,
    x_cycle = 28,
    y_cycle = 29,
    x_chain = 30,
    xy_cycle = 31,
    forcing_chain = 32,
    aligned_triplet_exclusion = 33,
    nishio = 34,
    cell_chains = 35,
    region_chains = 36,
    dynamic_chains = 37,
    dynamic_chains_plus = 38,
    nested_chains = 39,
    nested_multiple_chains = 40,
    nested_dynamic_chains = 41,
    twice_nested_chains = 42,
    count
};

inline constexpr int technique_count = static_cast<int>(Technique::count);

struct TechniqueFacts {
    Technique technique;
    const char* name;
    int rating, highest;  // tenths: the least, and the most that size can make of it
    const char* meaning;
};

inline constexpr std::array<TechniqueFacts, technique_count> techniques = {{
    {Technique::last_value, "last-value", 10, 10,
     "The last empty cell of a row, column or block takes the digit that is missing there."},
    {Technique::hidden_single_block, "hidden-single-block", 12, 12, "A digit has one place left in a block."},
    {Technique::hidden_single_line, "hidden-single-line", 15, 15, "A digit has one place left in a row or column."},
    {Technique::direct_pointing, "direct-pointing", 17, 17,
     "Within a block a digit must lie on one line; that leaves it one place in another unit."},
    {Technique::direct_claiming, "direct-claiming", 19, 19,
     "Within a line a digit must lie in one block; that leaves it one place in another unit."},
    {Technique::direct_hidden_pair, "direct-hidden-pair", 20, 20,
     "Two digits share the only two cells they have in a unit; that leaves another digit one place there."},
    {Technique::naked_single, "naked-single", 23, 23, "A cell has one candidate left."},
    {Technique::direct_hidden_triplet, "direct-hidden-triplet", 25, 25,
     "Three digits share three cells of a unit; that leaves another digit one place there."},
    {Technique::pointing, "pointing", 26, 26,
     "Within a block a digit must lie on one line, so it is removed from the rest of that line."},
    {Technique::claiming, "claiming", 28, 28,
     "Within a line a digit must lie in one block, so it is removed from the rest of that block."},
    {Technique::naked_pair, "naked-pair", 30, 30,
     "Two cells of a unit hold the same two candidates, so these are removed from its other cells."},
    {Technique::x_wing, "x-wing", 32, 32,
     "A digit has the same two places in two parallel lines, so it is removed from the lines that cross there."},
    {Technique::hidden_pair, "hidden-pair", 34, 34,
     "Two digits share the only two cells they have in a unit, so other candidates are removed from these cells."},
    {Technique::naked_triplet, "naked-triplet", 36, 36,
     "Three cells of a unit hold no more than three candidates, so these are removed from its other cells."},
    {Technique::swordfish, "swordfish", 38, 38,
     "A digit has the same three places in three parallel lines, so it is removed from the lines that cross there."},
    {Technique::hidden_triplet, "hidden-triplet", 40, 40,
     "Three digits share the only three cells they have in a unit, so other candidates are removed from these cells."},
    {Technique::xy_wing, "xy-wing", 42, 42,
     "Whichever of its two candidates a cell takes, one of two others that it sees takes a third digit."},
    {Technique::xyz_wing, "xyz-wing", 44, 44,
     "Whichever of its three candidates a cell takes, it or one of two others that it sees takes the same digit."},
    {Technique::unique_rectangle, "unique-rectangle", 45, 48,
     "Four cells of two candidates would have two solutions, so something else must hold there."},
    {Technique::unique_loop, "unique-loop", 46, 53,
     "A loop of cells with the same two candidates would have two solutions, so something else must hold there."},
    {Technique::naked_quad, "naked-quad", 50, 50,
     "Four cells of a unit hold no more than four candidates, so these are removed from its other cells."},
    {Technique::jellyfish, "jellyfish", 52, 52,
     "A digit has the same four places in four parallel lines, so it is removed from the lines that cross there."},
    {Technique::hidden_quad, "hidden-quad", 54, 54,
     "Four digits share the only four cells they have in a unit, so other candidates are removed from these cells."},
    {Technique::bug_1, "bug-1", 56, 56,
     "Were it not for one cell, every cell and every digit's unit would have two choices and so two solutions."},
    {Technique::bug_2, "bug-2", 57, 57,
     "Like bug-1, with several such cells, all with the same extra digit: one of them takes it."},
    {Technique::bug_3, "bug-3", 58, 62,
     "Like bug-1, with several such cells in a unit: their further digits form a naked set with other cells."},
    {Technique::bug_4, "bug-4", 57, 57,
     "Like bug-1, with two such cells that share a digit, which one of them must take: their others are removed."},
    {Technique::aligned_pair_exclusion, "aligned-pair-exclusion", 62, 62,
     "No way of filling two cells together leaves a candidate of one of them, so it is removed."},
    {Technique::x_cycle, "x-cycle", 65, 75,
     "A closed chain of one digit's places, alternating both ways round; cells that see two neighbours lose it."},
    {Technique::y_cycle, "y-cycle", 65, 75,
     "A closed chain through cells of two candidates, alternating both ways round."},
    {Technique::x_chain, "x-chain", 66, 76, "Following one digit's places, assuming a candidate proves its opposite."},
    {Technique::xy_cycle, "xy-cycle", 70, 80, "A closed chain through places and cells, alternating both ways round."},
    {Technique::forcing_chain, "forcing-chain", 70, 80,
     "Following places and cells, assuming a candidate proves its opposite."},
    {Technique::aligned_triplet_exclusion, "aligned-triplet-exclusion", 75, 75,
     "No way of filling three cells together leaves a candidate of one of them, so it is removed."},
    {Technique::nishio, "nishio", 75, 85, "Assuming a candidate makes the places of its digit contradict each other."},
    {Technique::cell_chains, "cell-chains", 80, 90, "Every candidate of a cell leads to the same conclusion."},
    {Technique::region_chains, "region-chains", 80, 90,
     "Every place of a digit in a unit leads to the same conclusion."},
    {Technique::dynamic_chains, "dynamic-chains", 85, 95,
     "Assumptions followed through everything they force, several causes together, agree or contradict."},
    {Technique::dynamic_chains_plus, "dynamic-chains-plus", 90, 100,
     "Dynamic chains that also use locked candidates, naked and hidden pairs and X-wings on the way."},
    {Technique::nested_chains, "nested-chains", 95, 105, "Dynamic chains that also use forcing chains on the way."},
    {Technique::nested_multiple_chains, "nested-multiple-chains", 100, 110,
     "Dynamic chains that also use cell and region chains on the way."},
    {Technique::nested_dynamic_chains, "nested-dynamic-chains", 105, 115,
     "Dynamic chains that also use dynamic chains on the way."},
    {Technique::twice_nested_chains, "twice-nested-chains", 110, 120,
     "Dynamic chains that also use nested chains on the way."},
}};

inline constexpr auto ratings_by_number = [] {
    std::array<int, technique_count> ratings{};
    for (const TechniqueFacts& facts : techniques) ratings[static_cast<int>(facts.technique)] = facts.rating;
    return ratings;
}();

static_assert(
    [] {
        for (const int rating : ratings_by_number)
            if (!rating) return false;
        return true;
    }(),
    "a technique that is not in the table");

constexpr int rating_of(Technique technique) { return ratings_by_number[static_cast<int>(technique)]; }

}  // namespace engine::rating
