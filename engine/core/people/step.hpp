// A step of a person who solves a puzzle under any rules, and the machines that find steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/statements.hpp"

namespace engine::people {

using rules::Candidates;
using rules::Cells;
using rules::CellSet;
using rules::most_cells;
using rules::most_size;

// Ways to find a step. engine/paths/techniques.toml has their names and costs in the same order.
enum class Machine : std::uint8_t {
    full_house,
    naked_single,
    hidden_single,
    locked,       // the places of a digit in a unit all lie in another one
    seen_by_all,  // a candidate that no place of a digit in a unit allows
    naked_pair,
    hidden_pair,
    naked_triple,
    hidden_triple,
    naked_quad,
    hidden_quad,
    rule,           // what a named rule allows in its cells
    rule_in_units,  // the same, where cells that see each other are different
    needed,         // a digit that a named rule needs in one of some cells
    unit_sums,      // the sums of units without those of cages: the rule of 45
    two_lines,      // fish
    three_lines,
    four_lines,
    turbot,  // chains of links that are strong and weak in turn
    x_chain,
    xy_wing,
    xy_chain,
    alternating_chain,
    contradiction,  // a candidate from which nothing but a contradiction follows
    all_rules,
    unit_ways,          // what a unit leaves its cells, with every way to fill it that rules of two cells allow
    contradiction_net,  // one that locked digits and the ways to fill units lead to too
    leftovers,          // cells that lines and as many other units do not share hold the same digits
    finned_fish,        // units that would have their places of a digit in fewer units or cages
    rule_ways,          // what no way to fill a rule has
    rules_together,     // what no way to fill a rule and a unit, or two rules, has
    few_rules,          // what no way to fill the cells of a few rules and units has
    sum_parity,         // whether a digit is odd, by sums of units and rules
    count,
};

constexpr int machine_count = static_cast<int>(Machine::count);

// The number of a technique by its machine: those of rules and of marks that meet lie between.
constexpr int technique_of(Machine machine) {
    const int place = static_cast<int>(machine);
    return place < 31 ? place : place + 209;
}

// The unit or part by which two cells differ, or a digit of the first rules one out in the second; the number of the other
// kind is -1.
struct Sight {
    int cell, other;
    int unit, part;

    bool operator==(const Sight&) const = default;
};

// What a cell loses.
struct Loss {
    int cell;
    Candidates digits;

    bool operator==(const Loss&) const = default;
};

// Why something follows in a chain.
enum class Reason : std::uint8_t { assumed, seen, cell, unit, part, locked, ways };

// That cells hold a digit or do not, in a chain; of a contradiction the first and the last link say less:
// an assumption has no reason, and a contradiction no digits.
struct Link {
    int cell = -1;
    Candidates digits = 0;
    bool holds = false;
    Reason reason = Reason::assumed;
    int number = -1;           // of the unit or part
    std::vector<int> after{};  // of a contradiction: the places of the links that it follows from
};

struct Step {
    Machine machine;
    int part = -1;
    // Units; the covers of a fish (of a finned one also parts, after the units), the other units of leftovers, the parts of
    // a rule of 45 or of ways to fill.
    std::vector<int> units{}, others{};
    Cells cells{};  // where the reason is
    // Of a rule of 45 the cells outside, which count as less; the places of a needed digit; of leftovers the cells that lose
    // digits; of a finned fish the places that are left.
    Cells minus{};
    Candidates digits = 0;
    int total = 0;
    int cell = -1, digit = -1;  // what it places
    std::vector<Loss> lost{};
    std::vector<Link> links{};
    std::vector<Sight> apart{}, sights{};  // why cells of the reason differ, and what it rules out (people/reasons.hpp)
    int technique = 0;                     // its number (engine/paths/people.py)
    int ways = 1;                          // how many steps the machine found, up to `most_ways`
    int cost = 0;

    // Notes that a cell loses digits, if there are any.
    void lose(int from, Candidates digits) {
        if (digits) lost.push_back({from, digits});
    }
};

inline constexpr int most_ways = 4;

// The steps that a machine finds, as many as count.
class Found {
public:
    bool full() const { return static_cast<int>(steps.size()) >= most_ways; }

    // Keeps a step unless it removes what another one removes; true if no more are wanted.
    bool add(Step step) {
        for (const Step& other : steps)
            if (other.cell == step.cell && other.digit == step.digit && other.lost == step.lost) return full();
        steps.push_back(std::move(step));
        return full();
    }

    std::vector<Step> steps;
};

// What a step adds to a score: its cost, less if there are other ways to go on.
inline int weight(const Step& step) { return step.cost * (11 - std::min(step.ways, most_ways)) / 10; }

// A step with the candidates of each cell before it, and which cells were filled.
struct TakenStep {
    Step step;
    Candidates of[most_cells];
    CellSet filled;
};

inline constexpr int most_techniques = 256;

}  // namespace engine::people
