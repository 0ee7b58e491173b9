// Ratings, paths and single steps at a class of boards (rating/regions.hpp).
#pragma once

#include <utility>

#include "board/on_heap.hpp"
#include "kernels/kernels.hpp"
#include "rating/rater.hpp"

namespace engine::rating {

template <class Board>
OnHeap<Rater<Board>> rater_at(Shape shape, Explanation* explanation = nullptr) {
    return on_heap<Rater<Board>>(Board::at(shape), explanation);
}

template <class Board>
void rate(Shape shape, std::int64_t count, const std::uint8_t* puzzles, int ceiling, const std::int32_t* solutions,
          Rating* ratings) {
    const auto rater = rater_at<Board>(shape);
    for_each_row(count, [&](std::int64_t i) {
        ratings[i] = {};
        if (solutions[i] == 1)
            ratings[i] = rater->rate(puzzles + shape.cells() * i, ceiling);
        else
            ratings[i].status = solutions[i] ? Status::several_solutions : Status::no_solution;
    });
}

template <class Board>
Record record_of(const Step<Board>& step) {
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

// Where no technique applies, the path ends early.
template <class Board>
void find_path(Shape shape, const std::uint8_t* puzzle, Record* steps, std::vector<Explanation>& explanations) {
    Explanation explanation;
    rater_at<Board>(shape, &explanation)->solve(puzzle, no_ceiling, [&](const Step<Board>& step) {
        *steps++ = record_of(step);
        explanations.push_back(std::exchange(explanation, {}));
    });
}

template <class Board>
bool find_step(Shape shape, int family, const std::uint8_t* puzzle, const std::uint16_t* candidates, Record* step,
               Explanation& explanation) {
    const auto rater = rater_at<Board>(shape, &explanation);
    const Step<Board>* found = rater->find(family, Position<Board>::of(Board::at(shape), puzzle, candidates));
    if (found) *step = record_of(*found);
    return found;
}

template <class Board>
constexpr RaterKernels rater_kernels() {
    return {rate<Board>, find_path<Board>, find_step<Board>};
}

}  // namespace engine::rating

namespace engine {

// The rater at any shape, which any_rating.cpp compiles: in half the time, since it is as fast with less optimization.
RaterKernels any_rater();

}  // namespace engine
