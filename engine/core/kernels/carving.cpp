// Carving at every size but 9x9 (lanes.cpp has that), and the proof that clues are necessary.
#include "batches/carving.hpp"

#include "kernels/kernels.hpp"

namespace engine {

void add_carving(Kernels& kernels) {
    kernels.carve.set_each<Geometry4, Geometry6, Geometry16, Geometry25>([]<class G>(G) { return carve_batch<G>; });
    kernels.necessary.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25>(
        []<class G>(G) { return necessary_batch<G>; });
}

}  // namespace engine
