// The rater: solves a puzzle step by step, always with the first technique in Sudoku Explainer's order that applies.
// The hardest step names the puzzle.
//
// The order is that of the least rating a family can give, so that a search with a ceiling can stop at the first family
// that lies wholly above it.
#pragma once

#include <utility>

#include "board/on_heap.hpp"
#include "kernels/kernels.hpp"
#include "rating/aligned_exclusion.hpp"
#include "rating/basics.hpp"
#include "rating/chains/chains.hpp"
#include "rating/position.hpp"
#include "rating/record.hpp"
#include "rating/uniqueness.hpp"

namespace engine::rating {

// Where a search looks: at a position, near what has changed since it found nothing.
template <class Board>
struct Look {
    Chains<Board>& chains;
    const Position<Board>& position;
    const Changes<Board>& changes;
    Step<Board>& step;
};

// A family of techniques: those that one search looks for.
template <class Board>
struct Family {
    const char* name;
    int least;  // tenths: the lowest rating that it can give
    bool (*find)(const Look<Board>&);
};

template <class Board>
inline constexpr auto families = [] {
    using At = const Look<Board>&;
    return std::array<Family<Board>, 30>{{
        {"hidden-single", 10, [](At at) { return find_hidden_single(at.position, at.step); }},
        {"direct-locking", 17, [](At at) { return find_direct_locking(at.position, at.changes, at.step); }},
        {"direct-hidden-pair", 20, [](At at) { return find_direct_hidden_set<2>(at.position, at.changes, at.step); }},
        {"naked-single", 23, [](At at) { return find_naked_single(at.position, at.step); }},
        {"direct-hidden-triplet", 25,
         [](At at) { return find_direct_hidden_set<3>(at.position, at.changes, at.step); }},
        {"locking", 26, [](At at) { return find_locking(at.position, at.changes, at.step); }},
        {"naked-pair", 30, [](At at) { return find_naked_sets<2>(at.position, at.changes, at.step); }},
        {"x-wing", 32, [](At at) { return find_fish<2>(at.position, at.changes, at.step); }},
        {"hidden-pair", 34, [](At at) { return find_hidden_sets<2>(at.position, at.changes, at.step); }},
        {"naked-triplet", 36, [](At at) { return find_naked_sets<3>(at.position, at.changes, at.step); }},
        {"swordfish", 38, [](At at) { return find_fish<3>(at.position, at.changes, at.step); }},
        {"hidden-triplet", 40, [](At at) { return find_hidden_sets<3>(at.position, at.changes, at.step); }},
        {"xy-wing", 42, [](At at) { return find_wing<2>(at.position, at.changes, at.step); }},
        {"xyz-wing", 44, [](At at) { return find_wing<3>(at.position, at.changes, at.step); }},
        {"unique-loop", 45, [](At at) { return UniqueLoops(at.position, at.changes).find(at.step); }},
        {"naked-quad", 50, [](At at) { return find_naked_sets<4>(at.position, at.changes, at.step); }},
        {"jellyfish", 52, [](At at) { return find_fish<4>(at.position, at.changes, at.step); }},
        {"hidden-quad", 54, [](At at) { return find_hidden_sets<4>(at.position, at.changes, at.step); }},
        {"bug", 56, [](At at) { return Bug(at.position).find(at.step); }},
        {"aligned-pair-exclusion", 62, [](At at) { return find_aligned_pair(at.position, at.changes, at.step); }},
        {"chains", 65, [](At at) { return at.chains.find_chains(at.position, at.step); }},
        {"aligned-triplet-exclusion", 75, [](At at) { return AlignedTriplets(at.position, at.changes).find(at.step); }},
        {"nishio", 75, [](At at) { return at.chains.find_nishio(at.position, at.changes, at.step); }},
        {"multiple-chains", 80, [](At at) { return at.chains.find_multiple(at.position, at.step); }},
        {"dynamic-chains", 85, [](At at) { return at.chains.find_dynamic(at.position, at.step); }},
        {"dynamic-chains-plus", 90, [](At at) { return at.chains.find_advanced(at.position, 1, at.step); }},
        {"nested-chains", 95, [](At at) { return at.chains.find_advanced(at.position, 2, at.step); }},
        {"nested-multiple-chains", 100, [](At at) { return at.chains.find_advanced(at.position, 3, at.step); }},
        {"nested-dynamic-chains", 105, [](At at) { return at.chains.find_advanced(at.position, 4, at.step); }},
        {"twice-nested-chains", 110, [](At at) { return at.chains.find_advanced(at.position, 5, at.step); }},
    }};
}();

constexpr bool is_single(Technique technique) {
    return technique == Technique::last_value || technique == Technique::hidden_single_block ||
           technique == Technique::hidden_single_line || technique == Technique::naked_single;
}

template <class Board>
class Rater {
public:
    // Where to say why chains hold, if anywhere.
    explicit Rater(typename Board::Handle board, Explanation* explanation = nullptr)
        : board(board), chains(explanation) {}

    // Goes through the steps of a puzzle with exactly one solution until it is solved (rated), a step would lie above
    // the ceiling (above) or no technique applies (beyond).
    template <class Visit>
    Status solve(const std::uint8_t* puzzle, int ceiling, Visit&& visit) {
        Position<Board> position = Position<Board>::of(board, puzzle);
        unseen.fill({});
        since.fill(Changes<Board>::everything());
        while (!position.solved()) {
            const Status found = next(position, ceiling);
            if (found != Status::rated) return found;
            visit(step);
            unseen[0].add(Changes<Board>::by(step, position));
            step.apply(position);
        }
        return Status::rated;
    }

    // The diamond is the rating of the first step, the pearl the highest up to the first placement.
    Rating rate(const std::uint8_t* puzzle, int ceiling) {
        Rating result;
        bool placed = false;
        const Status status = solve(puzzle, ceiling, [&](const Step<Board>& step) {
            ++result.counts[static_cast<int>(step.technique)];
            if (step.rating > result.rating) {
                result.rating = static_cast<std::int16_t>(step.rating);
                result.hardest = static_cast<std::int8_t>(step.technique);
            }
            result.more_than_singles |= !is_single(step.technique);
            if (!result.diamond) result.diamond = result.rating;
            if (!placed) result.pearl = result.rating;
            placed |= step.cell >= 0;
        });
        if (status != Status::rated) result = {};
        result.status = status;
        return result;
    }

    // One family alone, on any position.
    const Step<Board>* find(int family, const Position<Board>& position) {
        return families<Board>[family].find({chains, position, Changes<Board>::everything(), step}) ? &step : nullptr;
    }

private:
    [[no_unique_address]] typename Board::Handle board;
    Chains<Board> chains;
    Step<Board> step;

    // For each family, the changes of the position since it found nothing, and those since it was last looked for.
    std::array<Changes<Board>, families<Board>.size()> since;
    std::array<Changes<Board>, families<Board>.size() + 1> unseen;

    Status next(const Position<Board>& position, int ceiling) {
        for (std::size_t i = 0; i < families<Board>.size(); ++i) {
            const Family<Board>& family = families<Board>[i];
            if (family.least > ceiling) return Status::above;
            since[i].add(unseen[i]);
            unseen[i + 1].add(std::exchange(unseen[i], {}));
            if (family.find({chains, position, since[i], step}))
                return step.rating > ceiling ? Status::above : Status::rated;
            since[i] = {};
        }
        return Status::beyond;
    }
};

// Ratings, paths and single steps at a class of boards (rating/units.hpp).

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
