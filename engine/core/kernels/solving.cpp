// Solving and counting at every size but 6x6 and 9x9; lanes.cpp has that.
#include "batches/solving.hpp"

#include "kernels/kernels.hpp"

namespace engine {

void add_solving(Kernels& kernels) {
    kernels.solve.set_each<Geometry4, Geometry16, Geometry25>([]<class G>(G) { return solve_batch<G>; });
    kernels.solve_by_learning = solve_batch_by_learning;
}

}  // namespace engine
