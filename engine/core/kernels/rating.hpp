// Ratings, paths and single steps at a class of boards (rating/units.hpp).
#pragma once

#include <utility>

#include "board/on_heap.hpp"
#include "kernels/kernels.hpp"
#include "rating/rater.hpp"

namespace engine::rating {

// A rater, and its board if that has houses of its own.
template <class Board>
class RaterAt {
public:
    RaterAt(Shape shape, Houses houses, Explanation* explanation = nullptr) {
        if constexpr (Board::most_kinds > 3) {
            if (houses.kinds) own_ = on_heap<Board>(shape, houses);
            board = own_ ? &*own_ : Board::at(shape);
        }
        rater_ = on_heap<Rater<Board>>(board, explanation);
    }

    Rater<Board>* operator->() const { return &*rater_; }

    [[no_unique_address]] typename Board::Handle board{};

private:
    OnHeap<Board> own_;
    OnHeap<Rater<Board>> rater_;
};

template <class Board>
void rate(Shape shape, std::int64_t count, Rows puzzles, Houses houses, int ceiling, const std::int32_t* solutions,
          Rating* ratings) {
    const RaterAt<Board> rater(shape, houses);
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
    record.units = step.units;
    for_cells(step.cells, [&](int cell) { record.cells[cell] = true; });
    for (int i = 0; i < step.removals; ++i) record.removed[step.removal[i].cell] = step.removal[i].digits;
    return record;
}

// If no technique applies, the path ends early.
template <class Board>
void find_path(Shape shape, Houses houses, const std::uint8_t* puzzle, Record* steps,
               std::vector<Explanation>& explanations) {
    Explanation explanation;
    RaterAt<Board>(shape, houses, &explanation)->solve(puzzle, no_ceiling, [&](const Step<Board>& step) {
        *steps++ = record_of(step);
        explanations.push_back(std::exchange(explanation, {}));
    });
}

template <class Board>
bool find_step(Shape shape, Houses houses, int family, const std::uint8_t* puzzle, const std::uint16_t* candidates,
               Record* step, Explanation& explanation) {
    const RaterAt<Board> rater(shape, houses, &explanation);
    const Step<Board>* found = rater->find(family, Position<Board>::of(rater.board, puzzle, candidates));
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
