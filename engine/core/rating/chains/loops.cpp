#include "rating/chains/find_loops.hpp"

namespace engine::rating {

template class LoopSearch<NineByNine>;
template class NestedLoops<NineByNine>;

}  // namespace engine::rating
