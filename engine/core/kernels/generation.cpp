// Random full boards.
#include "batches/generation.hpp"

#include "kernels/kernels.hpp"

namespace engine {

void add_generation(Kernels& kernels) {
    kernels.generate.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25>(
        []<class G>(G) { return generate_batch<G>; });
}

}  // namespace engine
