// The reference search, one puzzle after another, at 9x9 side by side in the lanes of a register; and trial and error.
#include "board/geometry.hpp"
#include "board/on_heap.hpp"
#include "kernels/kernels.hpp"
#include "search/measure9.hpp"
#include "search/singles_search.hpp"
#include "search/trial.hpp"

namespace engine {

namespace {

template <class G>
void measure_each(Shape shape, std::int64_t count, Rows puzzles, std::int64_t most_nodes, Metrics* metrics) {
    const G geometry(shape);
    SinglesSearch<G> search(geometry);
    for (std::int64_t i = 0; i < count; ++i) metrics[i] = search.run(puzzles + geometry.cells * i, most_nodes);
}

void measure9(Shape, std::int64_t count, Rows puzzles, std::int64_t, Metrics* metrics) {
    on_heap<MeasureLanes>(puzzles, count, metrics)->run();
}

void trial_each(Shape shape, std::int64_t count, Rows puzzles, Rows solutions, int most, std::int8_t* depths) {
    TrialAndError trial(shape);
    for (std::int64_t i = 0; i < count; ++i)
        depths[i] =
            static_cast<std::int8_t>(trial.depth(puzzles + shape.cells() * i, solutions + shape.cells() * i, most));
}

}  // namespace

MeasuringKernels::MeasuringKernels() : trial_depth(trial_each) {
    measure.set_each<Geometry4, Geometry6, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return measure_each<G>; });
    measure.set<Geometry9>(measure9);
}

}  // namespace engine
