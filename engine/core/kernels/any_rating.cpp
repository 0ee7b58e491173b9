// Ratings, paths and single steps of puzzles of any shape: the rater is compiled once for all of them.
#include "rating/rater.hpp"

namespace engine {

RaterKernels any_rater() { return rating::rater_kernels<rating::AnyBoard>(); }

}  // namespace engine
