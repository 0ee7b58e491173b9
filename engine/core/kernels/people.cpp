// The steps of a person under any rules, and what they add up to.
#include "kernels/kernels.hpp"
#include "people/path.hpp"
#include "people/reasons.hpp"

namespace engine {

namespace {

using namespace people;

void effort_of(Shape shape, std::int64_t count, Rows puzzles, Rows solutions, const std::int32_t* numbers,
               const std::int64_t* starts, bool shared, int most_cost, std::int32_t* efforts, std::uint16_t* uses) {
    std::unique_ptr<Solver> solver;
    for (std::int64_t row = 0; row < count; ++row) {
        if (!solver || !shared) solver = std::make_unique<Solver>(numbers + starts[shared ? 0 : row]);
        const std::int64_t at = row * shape.cells();
        Effort effort;
        int left = static_cast<int>(std::count(puzzles + at, puzzles + at + shape.cells(), 0));
        std::uint16_t* used = uses + row * most_techniques;
        const Position begun = solver->position(puzzles + at, nullptr);
        solver->solve(begun, solutions + at, most_cost, [&](const Step& step, const Position&) {
            left -= step.cell >= 0;
            effort.score += weight(step);
            ++effort.steps;
            effort.unexplained += step.machine == Machine::all_rules;
            if (step.cost > effort.hardest) effort.hardest = step.cost, effort.technique = step.technique;
            ++used[step.technique];
            return true;
        });
        if (left) effort.unexplained += left;  // only steps that cost more help
        const std::int32_t found[] = {effort.score, effort.steps, effort.unexplained, effort.hardest, effort.technique};
        std::copy(std::begin(found), std::end(found), efforts + row * std::ssize(found));
    }
}

constexpr int no_limit = 1 << 30;

void path_of(const std::int32_t* numbers, const std::uint8_t* values, const std::uint16_t* marks,
             const std::uint8_t* solution, int most, std::vector<TakenStep>& steps) {
    if (most < 1) return;
    Solver solver(numbers);
    const Reasons reasons(solver.board());
    const Position begun = solver.position(values, marks);
    solver.solve(begun, solution, no_limit, [&](const Step& step, const Position& before) {
        steps.push_back({step, {}, before.filled});
        reasons.add(steps.back().step, before);
        std::copy_n(before.of, most_cells, steps.back().of);
        return static_cast<int>(steps.size()) < most;
    });
}

void possible_of(const std::int32_t* numbers, const std::uint8_t* values, const std::uint16_t* marks,
                 std::vector<TakenStep>& steps) {
    Solver solver(numbers);
    const Position at = solver.position(values, marks);
    const Reasons reasons(solver.board());
    for (Step& step : solver.possible(at)) {
        reasons.add(step, at);
        steps.push_back({std::move(step), {}, at.filled});
        std::copy_n(at.of, most_cells, steps.back().of);
    }
}

}  // namespace

PeopleKernels::PeopleKernels()
    : effort_of(engine::effort_of), path_of(engine::path_of), possible_of(engine::possible_of) {}

}  // namespace engine
