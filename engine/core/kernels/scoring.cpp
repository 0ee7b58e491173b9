// Scores, paths and single steps as HoDoKu has them, of 9x9 puzzles.
#include "kernels/kernels.hpp"
#include "scoring/scorer.hpp"

namespace engine {

namespace {

using namespace scoring;

Score score_one(const std::uint8_t* puzzle, const std::uint8_t* solution, std::span<const Rule> rules,
                const std::int32_t* highest) {
    Score of;
    int most = -1;
    const bool solved = follow_path(Grid::of(puzzle, puzzle), solution, rules, [&](const Step& step, const Rule& rule) {
        ++of.counts[static_cast<int>(step.technique)];
        of.score += rule.score;
        of.level = std::max(of.level, static_cast<std::int8_t>(rule.level));
        if (rule.score > most) {
            most = rule.score;
            of.hardest = static_cast<std::int16_t>(step.technique);
        }
        return true;
    });
    if (!solved) of.status = Status::stuck;
    while (of.level < static_cast<int>(Level::extreme) && of.score > highest[of.level]) ++of.level;
    return of;
}

void score_each(Shape, std::int64_t count, Rows puzzles, Rows solutions, const std::int32_t* solution_counts,
                const std::int32_t* highest, const Rule* rules, int rule_count, Score* scores) {
    const std::span table(rules, rule_count);
    for_each_row(count, [&](std::int64_t i) {
        scores[i] = {};
        if (solution_counts[i] == 1)
            scores[i] = score_one(puzzles + cell_count * i, solutions + cell_count * i, table, highest);
        else
            scores[i].status = solution_counts[i] ? Status::several_solutions : Status::no_solution;
    });
}

void find_path(Position at, const std::uint8_t* solution, std::span<const Rule> rules, int most,
               std::vector<TakenStep>& steps) {
    if (!most) return;
    follow_path(Grid::of(at.clues, at.filled, at.kept), solution, rules, [&](const Step& step, const Rule& rule) {
        steps.push_back({step, rule});
        return static_cast<int>(steps.size()) < most;
    });
}

void find_steps(Position at, const std::uint8_t* solution, Technique rule, bool wide, std::vector<Step>& steps) {
    Grid grid = Grid::of(at.clues, at.filled, at.kept);
    Found found(true);
    Finder(grid, solution, wide).search(rule, found);
    steps = std::move(found.steps);
}

}  // namespace

ScoringKernels::ScoringKernels() : score(score_each), solving_path(find_path), find_solving_steps(find_steps) {}

}  // namespace engine
