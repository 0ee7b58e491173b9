// Solving and counting, one puzzle after another; at 6x6 and 9x9 side by side in the lanes of a register. Also what takes little
// of the compiler's time: the textbook search, checks of boards and answers, random images.
#include "board/geometry.hpp"
#include "kernels/kernels.hpp"
#include "kernels/stamp.hpp"
#include "search/singles_search.hpp"
#include "search/solve.hpp"
#include "search/solve_lanes.hpp"
#include "symmetry/patterns.hpp"

namespace engine {

namespace {

template <class G>
void solve_each(Shape shape, std::int64_t count, Rows puzzles, int limit, std::uint8_t* solutions,
                std::int32_t* counts) {
    const G geometry(shape);
    CandidateSearch<G> search(geometry);
    for (std::int64_t i = 0; i < geometry.cells * count; i += geometry.cells)
        *counts++ = engine::solve(geometry, puzzles + i, limit, search, solutions ? solutions + i : nullptr);
}

void solve6(Shape, std::int64_t count, Rows puzzles, int limit, std::uint8_t* solutions, std::int32_t* counts) {
    SolveTask6 task(puzzles, count, limit, solutions, counts);
    search_in_lanes<LaneState6>(task);
}

void solve9(Shape, std::int64_t count, Rows puzzles, int limit, std::uint8_t* solutions, std::int32_t* counts) {
    if (solutions) {
        SolveTask task(puzzles, count, limit, solutions, counts);
        search_in_lanes(task);
    } else {
        CountTask task(puzzles, count, limit, counts);
        search_in_lanes<CountingState>(task);
    }
}

void learn_each(Shape shape, std::int64_t count, Rows puzzles, int limit, std::uint8_t* solutions,
                std::int32_t* counts) {
    for (std::int64_t i = 0; i < shape.cells() * count; i += shape.cells())
        *counts++ = engine::solve_by_learning(shape, puzzles + i, limit, solutions ? solutions + i : nullptr);
}

// The textbook search, one puzzle after another. It is as fast at any shape as with the numbers of one as constants.
void search_each(Shape shape, std::int64_t count, Rows puzzles, std::int64_t most, TextbookCounts* counts) {
    TextbookSearch search(shape);
    for (std::int64_t i = 0; i < count; ++i) counts[i] = search.run(puzzles + shape.cells() * i, most);
}

// Checks of full boards.
template <class G>
bool complete(const G& geometry, const Units<G>& units, const std::uint8_t* board) {
    Digits row[G::max_size] = {}, column[G::max_size] = {}, block[G::max_size] = {};
    for (int cell = 0; cell < geometry.cells; ++cell) {
        const Digits digit = board[cell] ? digit_bit(board[cell]) : 0;
        row[units->row[cell]] |= digit;
        column[units->column[cell]] |= digit;
        block[units->block[cell]] |= digit;
    }
    for (int i = 0; i < geometry.size; ++i)
        if ((row[i] & column[i] & block[i]) != geometry.all_digits) return false;
    return true;
}

template <class G>
std::int64_t first_incomplete(Shape shape, std::int64_t count, Rows boards) {
    const G geometry(shape);
    const Units<G> units(geometry);
    Watch<64> watch;
    for (std::int64_t i = 0; i < count; ++i) {
        if (!complete(geometry, units, boards + geometry.cells * i)) return i;
        watch.step();
    }
    return -1;
}

// For models that are trained on boards: random images, and checks of answers.
void check_each(Shape shape, std::int64_t count, Rows puzzles, Rows answers, Rows solutions, std::int32_t* right,
                std::int32_t* broken) {
    for_each_row(count, [&](std::int64_t row) {
        const std::int64_t first = shape.cells() * row;
        int right_cells = 0, broken_clues = 0;
        for (std::int64_t cell = first; cell < first + shape.cells(); ++cell) {
            right_cells += answers[cell] == solutions[cell];
            broken_clues += puzzles[cell] != 0 && answers[cell] != puzzles[cell];
        }
        right[row] = right_cells;
        broken[row] = broken_clues;
    });
}

void random_image_of_each(Shape shape, std::int64_t count, Rows boards, std::uint64_t seed, std::uint64_t start,
                          std::uint8_t* images) {
    for_each_row(count, [&](std::int64_t row) {
        const std::int64_t first = shape.cells() * row;
        RandomSymmetry(shape, seed, start + row).apply(boards + first, images + first);
    });
}

}  // namespace

SolvingKernels::SolvingKernels() : lanes(lane_count) {
    solve.set_each<Geometry4, Geometry16, Geometry25, AnyGeometry>([]<class G>() { return solve_each<G>; });
    solve.set<Geometry6>(solve6);
    solve.set<Geometry9>(solve9);
    solve_by_learning.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return learn_each; });
}

TextbookKernels::TextbookKernels() : textbook(search_each) {}

BoardKernels::BoardKernels() {
    first_incomplete.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return engine::first_incomplete<G>; });
}

TrainingKernels::TrainingKernels() : check(check_each), random_images(random_image_of_each) {}

}  // namespace engine

// What a library of kernels exports.
const engine::Kernels* engine_kernels(std::uint64_t stamp, engine::AskToStop* ask) {
    if (stamp != engine::layout_stamp()) return nullptr;
    engine::ask_to_stop = ask;
    static const engine::Kernels kernels;
    return &kernels;
}
