// Every technique of Sudoku Explainer 1.2.1 with its name, its rating in tenths and what it means: the one table that
// the solver, Python and the documentation read.
//
// A rating has a range where the step's size adds to it: the cells of a loop or the links of a chain.
#pragma once

#include <array>
#include <cstdint>

namespace engine::rating {

enum class Technique : std::uint8_t {
    last_value,
    hidden_single_block,
    hidden_single_line,
    direct_pointing,
    direct_claiming,
    direct_hidden_pair,
    naked_single,
    direct_hidden_triplet,
    pointing,
    claiming,
    naked_pair,
    x_wing,
    hidden_pair,
    naked_triplet,
    swordfish,
    hidden_triplet,
    xy_wing,
    xyz_wing,
    unique_rectangle,
    unique_loop,
    naked_quad,
    jellyfish,
    hidden_quad,
    bug_1,
    bug_2,
    bug_3,
    bug_4,
    aligned_pair_exclusion,
    x_cycle,
    y_cycle,
    x_chain,
    xy_cycle,
    forcing_chain,
    aligned_triplet_exclusion,
    nishio,
    cell_chains,
    region_chains,
    dynamic_chains,
    dynamic_chains_plus,
    nested_chains,
    nested_multiple_chains,
    nested_dynamic_chains,
    twice_nested_chains,
    count
};

inline constexpr int technique_count = static_cast<int>(Technique::count);

struct TechniqueFacts {
    const char* name;
    int rating, highest;  // tenths: the least, and the most that size can make of it
    const char* meaning;
};

inline constexpr std::array<TechniqueFacts, technique_count> techniques = {{
    {"last-value", 10, 10, "The last empty cell of a row, column or block takes the digit that is missing there."},
    {"hidden-single-block", 12, 12, "A digit has one place left in a block."},
    {"hidden-single-line", 15, 15, "A digit has one place left in a row or column."},
    {"direct-pointing", 17, 17,
     "Within a block a digit must stand on one line; that leaves it one place in another region."},
    {"direct-claiming", 19, 19,
     "Within a line a digit must stand in one block; that leaves it one place in another region."},
    {"direct-hidden-pair", 20, 20,
     "Two digits share the only two cells they have in a region; that leaves another digit one place there."},
    {"naked-single", 23, 23, "A cell has one candidate left."},
    {"direct-hidden-triplet", 25, 25,
     "Three digits share three cells of a region; that leaves another digit one place there."},
    {"pointing", 26, 26, "Within a block a digit must stand on one line, so it goes from the rest of that line."},
    {"claiming", 28, 28, "Within a line a digit must stand in one block, so it goes from the rest of that block."},
    {"naked-pair", 30, 30, "Two cells of a region hold the same two candidates, so these go from its other cells."},
    {"x-wing", 32, 32,
     "A digit stands in the same two places of two parallel lines, so it goes from the lines that cross there."},
    {"hidden-pair", 34, 34,
     "Two digits share the only two cells they have in a region, so other candidates go from these cells."},
    {"naked-triplet", 36, 36,
     "Three cells of a region hold no more than three candidates, so these go from its other cells."},
    {"swordfish", 38, 38,
     "A digit stands in the same three places of three parallel lines, so it goes from the lines that cross there."},
    {"hidden-triplet", 40, 40,
     "Three digits share the only three cells they have in a region, so other candidates go from these cells."},
    {"xy-wing", 42, 42,
     "Whichever of its two candidates a cell takes, one of two others that it sees takes a third digit."},
    {"xyz-wing", 44, 44,
     "Whichever of its three candidates a cell takes, it or one of two others that it sees takes the same digit."},
    {"unique-rectangle", 45, 48,
     "Four cells of two candidates would have two solutions, so something else must hold there."},
    {"unique-loop", 46, 53,
     "A loop of cells with the same two candidates would have two solutions, so something else must hold there."},
    {"naked-quad", 50, 50,
     "Four cells of a region hold no more than four candidates, so these go from its other cells."},
    {"jellyfish", 52, 52,
     "A digit stands in the same four places of four parallel lines, so it goes from the lines that cross there."},
    {"hidden-quad", 54, 54,
     "Four digits share the only four cells they have in a region, so other candidates go from these cells."},
    {"bug-1", 56, 56,
     "Were it not for one cell, every cell and every digit's region would have two choices and so two solutions."},
    {"bug-2", 57, 57, "As bug-1 with several such cells, all with the same digit more: one of them takes it."},
    {"bug-3", 58, 62,
     "As bug-1 with several such cells in a region: their further digits form a naked set with other cells."},
    {"bug-4", 57, 57,
     "As bug-1 with two such cells that share a digit which must stand in one of them: their others go."},
    {"aligned-pair-exclusion", 62, 62,
     "No way of filling two cells together leaves a candidate of one of them, so it goes."},
    {"x-cycle", 65, 75,
     "A closed chain of one digit's places, alternating both ways round, so it goes from what sees two neighbours."},
    {"y-cycle", 65, 75, "A closed chain through cells of two candidates, alternating both ways round."},
    {"x-chain", 66, 76, "Following one digit's places, assuming a candidate proves its opposite."},
    {"xy-cycle", 70, 80, "A closed chain through places and cells, alternating both ways round."},
    {"forcing-chain", 70, 80, "Following places and cells, assuming a candidate proves its opposite."},
    {"aligned-triplet-exclusion", 75, 75,
     "No way of filling three cells together leaves a candidate of one of them, so it goes."},
    {"nishio", 75, 85, "Assuming a candidate makes the places of its digit contradict each other."},
    {"cell-chains", 80, 90, "Every candidate of a cell leads to the same conclusion."},
    {"region-chains", 80, 90, "Every place of a digit in a region leads to the same conclusion."},
    {"dynamic-chains", 85, 95,
     "Assumptions followed through everything they force, several causes together, agree or contradict."},
    {"dynamic-chains-plus", 90, 100,
     "Dynamic chains that also use locked candidates, naked and hidden pairs and X-wings on the way."},
    {"nested-chains", 95, 105, "Dynamic chains that also use forcing chains on the way."},
    {"nested-multiple-chains", 100, 110, "Dynamic chains that also use cell and region chains on the way."},
    {"nested-dynamic-chains", 105, 115, "Dynamic chains that also use dynamic chains on the way."},
    {"twice-nested-chains", 110, 120, "Dynamic chains that also use nested chains on the way."},
}};

constexpr const TechniqueFacts& facts_of(Technique technique) { return techniques[static_cast<int>(technique)]; }
constexpr int rating_of(Technique technique) { return facts_of(technique).rating; }

}  // namespace engine::rating
