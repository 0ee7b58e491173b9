// Ratings, paths and single steps of 9x9 puzzles.
#include "batches/rating.hpp"

namespace engine {

void add_rating(Kernels& kernels) { kernels.rating9 = rating::RatingOf<rating::NineByNine>::kernels(); }

}  // namespace engine
