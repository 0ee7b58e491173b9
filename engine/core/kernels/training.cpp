// What those who train models on boards need: random images, and answers checked.
#include "batches/checking.hpp"
#include "kernels/kernels.hpp"
#include "symmetry/random_images.hpp"

namespace engine {

void add_training(Kernels& kernels) {
    kernels.check = check_batch;
    kernels.random_images = random_images_batch;
}

}  // namespace engine
