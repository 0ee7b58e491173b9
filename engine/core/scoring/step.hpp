// The techniques of HoDoKu, and one step: what it places or removes, and all that its picture and its sentence need.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "board/layout.hpp"
#include "scoring/grid.hpp"

namespace engine::scoring {

// Every technique of HoDoKu 2.2.0 with its name, the rule by which a solver looks for it, its score, its level, and whether it is
// used unless somebody says otherwise.
//
// Some rules find several techniques in one search, such as the three kinds of nice loops; then the score and level are
// those of the rule, and the rule has a name of its own that no step carries.

// The rules in the order in which HoDoKu tries them, then what the rules that find several techniques call them. The numbers
// are stored with steps: a new technique gets the next one, and none ever changes.
// clang-format off
#define SCORING_TECHNIQUES(TECHNIQUE) \
    TECHNIQUE(full_house, full_house, 4, easy, true) \
    TECHNIQUE(naked_single, naked_single, 4, easy, true) \
    TECHNIQUE(hidden_single, hidden_single, 14, easy, true) \
    TECHNIQUE(locked_pair, locked_pair, 40, medium, true) \
    TECHNIQUE(locked_triple, locked_triple, 60, medium, true) \
    TECHNIQUE(pointing, pointing, 50, medium, true) \
    TECHNIQUE(claiming, claiming, 50, medium, true) \
    TECHNIQUE(naked_pair, naked_pair, 60, medium, true) \
    TECHNIQUE(naked_triple, naked_triple, 80, medium, true) \
    TECHNIQUE(hidden_pair, hidden_pair, 70, medium, true) \
    TECHNIQUE(hidden_triple, hidden_triple, 100, medium, true) \
    TECHNIQUE(naked_quadruple, naked_quadruple, 120, hard, true) \
    TECHNIQUE(hidden_quadruple, hidden_quadruple, 150, hard, true) \
    TECHNIQUE(x_wing, x_wing, 140, hard, true) \
    TECHNIQUE(swordfish, swordfish, 150, hard, true) \
    TECHNIQUE(jellyfish, jellyfish, 160, hard, true) \
    TECHNIQUE(remote_pair, remote_pair, 110, hard, true) \
    TECHNIQUE(bug_plus_1, bug_plus_1, 100, hard, true) \
    TECHNIQUE(skyscraper, skyscraper, 130, hard, true) \
    TECHNIQUE(two_string_kite, two_string_kite, 150, hard, true) \
    TECHNIQUE(turbot_fish, turbot_fish, 120, hard, true) \
    TECHNIQUE(empty_rectangle, empty_rectangle, 120, hard, true) \
    TECHNIQUE(w_wing, w_wing, 150, hard, true) \
    TECHNIQUE(xy_wing, xy_wing, 160, hard, true) \
    TECHNIQUE(xyz_wing, xyz_wing, 180, hard, true) \
    TECHNIQUE(uniqueness_1, uniqueness_1, 100, hard, true) \
    TECHNIQUE(uniqueness_2, uniqueness_2, 100, hard, true) \
    TECHNIQUE(uniqueness_3, uniqueness_3, 100, hard, true) \
    TECHNIQUE(uniqueness_4, uniqueness_4, 100, hard, true) \
    TECHNIQUE(uniqueness_5, uniqueness_5, 100, hard, true) \
    TECHNIQUE(uniqueness_6, uniqueness_6, 100, hard, true) \
    TECHNIQUE(hidden_rectangle, hidden_rectangle, 100, hard, true) \
    TECHNIQUE(avoidable_rectangle_1, avoidable_rectangle_1, 100, hard, true) \
    TECHNIQUE(avoidable_rectangle_2, avoidable_rectangle_2, 100, hard, true) \
    TECHNIQUE(finned_x_wing, finned_x_wing, 130, hard, true) \
    TECHNIQUE(sashimi_x_wing, sashimi_x_wing, 150, hard, true) \
    TECHNIQUE(finned_swordfish, finned_swordfish, 200, unfair, true) \
    TECHNIQUE(sashimi_swordfish, sashimi_swordfish, 240, unfair, true) \
    TECHNIQUE(finned_jellyfish, finned_jellyfish, 250, unfair, true) \
    TECHNIQUE(sashimi_jellyfish, sashimi_jellyfish, 260, unfair, true) \
    TECHNIQUE(sue_de_coq, sue_de_coq, 250, unfair, true) \
    TECHNIQUE(simple_colors, simple_colors, 150, hard, true) \
    TECHNIQUE(multi_colors, multi_colors, 200, hard, true) \
    TECHNIQUE(x_chain, x_chain, 260, unfair, true) \
    TECHNIQUE(xy_chain, xy_chain, 260, unfair, true) \
    TECHNIQUE(nice_loop, nice_loop, 280, unfair, true) \
    TECHNIQUE(grouped_nice_loop, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(als_xz, als_xz, 300, unfair, true) \
    TECHNIQUE(als_xy_wing, als_xy_wing, 320, unfair, true) \
    TECHNIQUE(als_chain, als_chain, 340, unfair, true) \
    TECHNIQUE(death_blossom, death_blossom, 360, unfair, false) \
    TECHNIQUE(franken_x_wing, franken_x_wing, 300, unfair, true) \
    TECHNIQUE(franken_swordfish, franken_swordfish, 350, unfair, true) \
    TECHNIQUE(franken_jellyfish, franken_jellyfish, 370, unfair, false) \
    TECHNIQUE(finned_franken_x_wing, finned_franken_x_wing, 390, unfair, true) \
    TECHNIQUE(finned_franken_swordfish, finned_franken_swordfish, 410, unfair, true) \
    TECHNIQUE(finned_franken_jellyfish, finned_franken_jellyfish, 430, unfair, false) \
    TECHNIQUE(mutant_x_wing, mutant_x_wing, 450, extreme, false) \
    TECHNIQUE(mutant_swordfish, mutant_swordfish, 450, extreme, false) \
    TECHNIQUE(mutant_jellyfish, mutant_jellyfish, 450, extreme, false) \
    TECHNIQUE(finned_mutant_x_wing, finned_mutant_x_wing, 470, extreme, false) \
    TECHNIQUE(finned_mutant_swordfish, finned_mutant_swordfish, 470, extreme, false) \
    TECHNIQUE(finned_mutant_jellyfish, finned_mutant_jellyfish, 470, extreme, false) \
    TECHNIQUE(kraken_fish, kraken_fish, 500, extreme, false) \
    TECHNIQUE(forcing_chain, forcing_chain, 500, extreme, true) \
    TECHNIQUE(forcing_net, forcing_net, 700, extreme, true) \
    TECHNIQUE(brute_force, brute_force, 10000, extreme, true) \
    TECHNIQUE(simple_colors_trap, simple_colors, 150, hard, true) \
    TECHNIQUE(simple_colors_wrap, simple_colors, 150, hard, true) \
    TECHNIQUE(multi_colors_1, multi_colors, 200, hard, true) \
    TECHNIQUE(multi_colors_2, multi_colors, 200, hard, true) \
    TECHNIQUE(continuous_nice_loop, nice_loop, 280, unfair, true) \
    TECHNIQUE(discontinuous_nice_loop, nice_loop, 280, unfair, true) \
    TECHNIQUE(aic, nice_loop, 280, unfair, true) \
    TECHNIQUE(grouped_continuous_nice_loop, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(grouped_discontinuous_nice_loop, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(grouped_aic, grouped_nice_loop, 300, unfair, true) \
    TECHNIQUE(kraken_fish_1, kraken_fish, 500, extreme, false) \
    TECHNIQUE(kraken_fish_2, kraken_fish, 500, extreme, false) \
    TECHNIQUE(forcing_chain_contradiction, forcing_chain, 500, extreme, true) \
    TECHNIQUE(forcing_chain_verity, forcing_chain, 500, extreme, true) \
    TECHNIQUE(forcing_net_contradiction, forcing_net, 700, extreme, true) \
    TECHNIQUE(forcing_net_verity, forcing_net, 700, extreme, true)
// clang-format on

#define NUMBERED(technique, ...) technique,
enum class Technique : std::uint8_t { SCORING_TECHNIQUES(NUMBERED) count };
#undef NUMBERED

// By their size, from 2 on.
inline constexpr std::array naked_sets = {Technique::naked_pair, Technique::naked_triple, Technique::naked_quadruple};
inline constexpr std::array hidden_sets = {Technique::hidden_pair, Technique::hidden_triple,
                                           Technique::hidden_quadruple};

inline constexpr int technique_count = static_cast<int>(Technique::count);

enum class Level : std::uint8_t { easy, medium, hard, unfair, extreme, count };

inline constexpr std::array level_names = {"easy", "medium", "hard", "unfair", "extreme"};

// A puzzle whose score is above that of its level goes to the next one. The last has no highest score.
inline constexpr std::array<int, 5> highest_scores = {800, 1000, 1600, 1800, 0x7fffffff};

struct TechniqueFacts {
    const char* name;  // as in the enumeration
    Technique rule;
    int score;
    Level level;
    bool enabled;
};

#define FACTS(technique, rule, score, level, enabled) \
    TechniqueFacts{#technique, Technique::rule, score, Level::level, enabled},
inline constexpr std::array techniques = {SCORING_TECHNIQUES(FACTS)};
#undef FACTS

// One step: what it places or removes, and all that its picture and its sentence need.

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

    // Begins the step anew; the vectors keep their memory.
    void begin(Technique of, std::initializer_list<int> of_digits = {}, std::initializer_list<int> of_cells = {}) {
        technique = of;
        const auto clear = [](auto&... all) { (all.clear(), ...); };
        clear(placed, removed, fins, endo_fins, base, cover, sets, common, chains, groups);
        cells.assign(of_cells.begin(), of_cells.end());
        digits.assign(of_digits.begin(), of_digits.end());
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
