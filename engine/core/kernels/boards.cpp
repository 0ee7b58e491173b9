// Checks of full boards.
#include "batches/boards.hpp"

#include "kernels/kernels.hpp"

namespace engine {

void add_boards(Kernels& kernels) {
    kernels.first_incomplete.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25>(
        []<class G>(G) { return first_incomplete_batch<G>; });
}

}  // namespace engine
