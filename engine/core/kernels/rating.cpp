// Ratings, paths and single steps of 9x9 puzzles.
#include <memory>

#include "kernels/kernels.hpp"
#include "rating/rater.hpp"

namespace engine {

namespace {

using namespace rating;

void rate_batch(const std::uint8_t* puzzles, std::int64_t count, int ceiling, const std::int32_t* solutions,
                Rating* ratings) {
    const auto rater = std::make_unique<Rater>();
    for_each_row(count, [&](std::int64_t i) {
        ratings[i] = {};
        if (solutions[i] == 1)
            ratings[i] = rater->rate(puzzles + cell_count * i, ceiling);
        else
            ratings[i].status = solutions[i] ? Status::several_solutions : Status::no_solution;
    });
}

Record record_of(const Step& step) {
    Record record{};
    record.technique = static_cast<std::uint8_t>(step.technique);
    record.cell = static_cast<std::int8_t>(step.cell);
    record.digit = static_cast<std::int8_t>(step.digit);
    record.rating = static_cast<std::int16_t>(step.rating);
    record.links = static_cast<std::int16_t>(step.links);
    record.digits = step.digits;
    record.regions = step.regions;
    for_cells(step.cells, [&](int cell) { record.cells[cell] = true; });
    for (int i = 0; i < step.removals; ++i) record.removed[step.removal[i].cell] = step.removal[i].digits;
    return record;
}

// Where no technique applies, the path ends early.
int path(const std::uint8_t* puzzle, Record* steps) {
    int count = 0;
    std::make_unique<Rater>()->solve(puzzle, no_ceiling, [&](const Step& step) { steps[count++] = record_of(step); });
    return count;
}

bool find_step(int family, const std::uint8_t* puzzle, const std::uint16_t* candidates, Record* step) {
    const auto rater = std::make_unique<Rater>();
    const Step* found = rater->find(family, Position::of(puzzle, candidates));
    if (found) *step = record_of(*found);
    return found;
}

}  // namespace

void add_rating(Kernels& kernels) {
    kernels.rate = rate_batch;
    kernels.path = path;
    kernels.find_step = find_step;
    kernels.families = families;
}

}  // namespace engine
