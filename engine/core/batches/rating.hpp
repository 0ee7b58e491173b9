// The kernels of ratings, paths and single steps, for a class of boards.
#pragma once

#include <memory>
#include <utility>

#include "kernels/kernels.hpp"
#include "rating/rater.hpp"

namespace engine::rating {

template <class Board>
class RatingOf {
public:
    static constexpr RatingKernels kernels() { return {rate, path, find_step}; }

private:
    static std::unique_ptr<Rater<Board>> rater_at(Shape shape, Explanation* explanation = nullptr) {
        return std::make_unique<Rater<Board>>(Board::at(shape), explanation);
    }

    static void rate(Shape shape, const std::uint8_t* puzzles, std::int64_t count, int ceiling,
                     const std::int32_t* solutions, Rating* ratings) {
        const auto rater = rater_at(shape);
        for_each_row(count, [&](std::int64_t i) {
            ratings[i] = {};
            if (solutions[i] == 1)
                ratings[i] = rater->rate(puzzles + shape.cells() * i, ceiling);
            else
                ratings[i].status = solutions[i] ? Status::several_solutions : Status::no_solution;
        });
    }

    // Where no technique applies, the path ends early.
    static void path(Shape shape, const std::uint8_t* puzzle, Record* steps, std::vector<Explanation>& explanations) {
        Explanation explanation;
        rater_at(shape, &explanation)->solve(puzzle, no_ceiling, [&](const Step<Board>& step) {
            *steps++ = record_of(step);
            explanations.push_back(std::exchange(explanation, {}));
        });
    }

    static bool find_step(Shape shape, int family, const std::uint8_t* puzzle, const std::uint16_t* candidates,
                          Record* step, Explanation& explanation) {
        const auto rater = rater_at(shape, &explanation);
        const Step<Board>* found = rater->find(family, Position<Board>::of(Board::at(shape), puzzle, candidates));
        if (found) *step = record_of(*found);
        return found;
    }

    static Record record_of(const Step<Board>& step) {
        Record record{};
        record.technique = static_cast<std::uint8_t>(step.technique);
        record.cell = static_cast<std::int16_t>(step.cell);
        record.digit = static_cast<std::int8_t>(step.digit);
        record.rating = static_cast<std::int16_t>(step.rating);
        record.links = static_cast<std::int16_t>(step.links);
        record.digits = step.digits;
        record.regions = step.regions;
        for_cells(step.cells, [&](int cell) { record.cells[cell] = true; });
        for (int i = 0; i < step.removals; ++i) record.removed[step.removal[i].cell] = step.removal[i].digits;
        return record;
    }
};

}  // namespace engine::rating
