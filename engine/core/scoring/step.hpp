// One step: what it places or removes, and all that its picture and its sentence need.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "board/layout.hpp"
#include "scoring/grid.hpp"
#include "scoring/technique.hpp"

namespace engine::scoring {

// Some cells of a unit with one digit more than cells: an almost locked set.
struct LockedSet {
    Cells cells;
    Mask digits = 0;
};

// A literal: a digit in a cell or in a group of cells that holds (on) or does not. Chains are lists of them.
//
// That of a cell is 2 * (10 * cell + digit), one more if it is on. A side branch of a net has the negatives of its
// literals and ends with `end_of_branch`. Groups, which share a block and a line, are numbered from `first_group` on, and
// digits that an almost locked set does not hold, so that it is locked, from `first_set` on.
using Literal = std::int16_t;
using Chain = std::vector<Literal>;

inline constexpr Literal end_of_branch = std::numeric_limits<Literal>::min();
inline constexpr int first_group = 2 * 10 * cell_count, first_set = 2 * 4096;

constexpr Literal literal(int cell, int digit, bool on) { return static_cast<Literal>(2 * (10 * cell + digit) + on); }
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

struct Step {
    Technique technique{};
    std::vector<Spot> placed{}, removed{};
    std::vector<std::uint8_t> cells{}, digits{};  // of the pattern
    std::vector<Spot> fins{}, endo_fins{};        // an endo fin lies in two base units
    std::vector<std::uint8_t> base{}, cover{};    // units of a fish, or of any other pattern
    std::vector<LockedSet> sets{};
    std::vector<Spot> common{};  // restricted commons: the place of a set, shared with the next one
    std::vector<Chain> chains{};
    std::vector<LockedSet> groups{};  // those that the literals of groups name, each with its digit
    std::array<Cells, 4> colors{};
    int chain_length = 0;

    void clear(Technique of = {}) {
        technique = of;
        placed.clear();
        removed.clear();
        cells.clear();
        digits.clear();
        fins.clear();
        endo_fins.clear();
        base.clear();
        cover.clear();
        sets.clear();
        common.clear();
        chains.clear();
        groups.clear();
        colors = {};
        chain_length = 0;
    }

    void place(int cell, int digit) { placed.push_back(spot(cell, digit)); }
    void remove(int cell, int digit) { removed.push_back(spot(cell, digit)); }
    void remove_all(const Cells& of, int digit) {
        for (const int cell : EachCell(of)) remove(cell, digit);
    }
    void remove_all(const Grid& grid, const Cells& of, Mask digits) {
        for (const int cell : EachCell(of))
            for (const int digit : EachDigit(grid.mask[cell] & digits)) remove(cell, digit);
    }
    void add_cell(int cell) { cells.push_back(cell); }
    void add_cells(const Cells& of) {
        for (const int cell : EachCell(of)) add_cell(cell);
    }
    void add_digit(int digit) { digits.push_back(digit); }
    void add_digits(Mask of) {
        for (const int digit : EachDigit(of)) add_digit(digit);
    }
    void add_fins(const Cells& of, int digit) {
        for (const int cell : EachCell(of)) fins.push_back(spot(cell, digit));
    }

    // By digit and cell, each once.
    void sort_removed() {
        std::sort(removed.begin(), removed.end());
        removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    }
};

// What a visitor of sets of cells says: look at the larger ones too, pass them over, or end.
enum class Subset { extend, pass, end };

// Visits sets of some cells with their digits, each before those that add a later cell to it; true if that was ended. All have the
// cells and digits of `chosen` besides.
template <class Visit>
bool each_subset(const Grid& grid, Cells from, const Visit& visit, const Cells& chosen = {}, Mask digits = 0) {
    for (const int cell : EachCell(from)) {
        from.remove(cell);
        Cells cells = chosen;
        cells.add(cell);
        const Mask with = digits | grid.mask[cell];
        const Subset said = visit(cells, with);
        if (said == Subset::end || (said == Subset::extend && each_subset(grid, from, visit, cells, with))) return true;
    }
    return false;
}

// Where a search leaves the steps that it finds: the first one ends it, or it gathers all.
class Found {
public:
    explicit Found(bool all = false) : all_(all) {}

    // True when the search ends.
    bool take(const Step& step) {
        steps.push_back(step);
        return !all_;
    }
    bool all() const { return all_; }

    std::vector<Step> steps{};

private:
    bool all_;
};

// The data of scores: rules, records, positions, the steps taken.

// Goes up when a puzzle may get another score, level or path than before, because scores are stored. Catalogues of
// program 0.2.0 have one version for ratings and scores: their scores are those of version 1.
inline constexpr int score_version = 1;

// A rule with its score and level: a table of them is tried in order.
struct Rule {
    std::int32_t technique, score, level;
};

// How the scoring of a puzzle ended: `stuck` if no rule applies.
enum class Status : std::uint8_t { scored, no_solution, several_solutions, stuck };

inline constexpr std::array status_names = {"scored", "no_solution", "several_solutions", "stuck"};

// All zero, and no technique, unless scored or stuck.
struct Score {
    Status status = Status::scored;
    std::int8_t level = 0;
    std::int16_t hardest = -1;  // Technique
    std::int32_t score = 0;
    std::array<std::uint16_t, technique_count> counts{};
};

inline auto fields(const Score& of) {
    return std::array{
        field("status", of, of.status), field("level", of, of.level),   field("hardest", of, of.hardest),
        field("score", of, of.score),   field("counts", of, of.counts),
    };
}

// A position: the clues, all filled cells, and the candidates that remain as bits for each cell.
struct Position {
    const std::uint8_t *clues, *filled;
    const std::uint16_t* kept;
};

struct TakenStep {
    Step step;
    Rule rule;
};

}  // namespace engine::scoring
