// Puzzles of any shape as problems of the search that learns.
#include <bit>
#include <vector>

#include "board/geometry.hpp"
#include "search/learning/learning_search.hpp"
#include "search/solve.hpp"

namespace engine {

// Cells, and the digits of each row, column and block, with the variables of the candidates in order.
learning::Problem problem_of(Shape shape, const Candidates<AnyGeometry>& candidates, std::vector<Candidate>& of) {
    const auto size = static_cast<std::size_t>(shape.size()), cells = static_cast<std::size_t>(shape.cells());
    learning::Problem problem;
    problem.groups.resize((shape.has_blocks() ? 4 : 3) * cells);
    for (int cell = 0; cell < shape.cells(); ++cell)
        for (Digits rest = candidates.of(cell); rest; rest &= rest - 1) {
            const int digit = std::countr_zero(rest);
            const auto variable = static_cast<learning::Variable>(of.size());
            of.push_back({cell, digit});
            const auto join = [&](std::size_t kind, int unit) {
                problem.groups[kind * cells + static_cast<std::size_t>(unit) * size + static_cast<std::size_t>(digit)]
                    .push_back(variable);
            };
            problem.groups[cell].push_back(variable);
            join(1, shape.row(cell));
            join(2, shape.column(cell));
            if (shape.has_blocks()) join(3, shape.block(cell));
        }
    problem.variables = of.size();
    return problem;
}

std::int32_t solve_by_learning(Shape shape, const std::uint8_t* puzzle, int limit, std::uint8_t* solution) {
    std::int32_t count = 0;
    Candidates<AnyGeometry> candidates{AnyGeometry(shape)};
    if (!candidates.place_clues(puzzle) || !candidates.clear_locked()) return count;
    std::vector<Candidate> of;
    learning::LearningSearch search(problem_of(shape, candidates, of));
    while (count < limit && search.next())
        if (count++ == 0 && solution)
            search.for_each_true([&](learning::Variable variable) {
                solution[of[variable].cell] = static_cast<std::uint8_t>(of[variable].digit + 1);
            });
    return count;
}

}  // namespace engine
