// The reference search at every size but 9x9; lanes.cpp has that.
#include "batches/measuring.hpp"

#include "kernels/kernels.hpp"

namespace engine {

void add_measuring(Kernels& kernels) {
    kernels.measure.set_each<Geometry4, Geometry6, Geometry16, Geometry25>([]<class G>(G) { return measure_batch<G>; });
}

}  // namespace engine
