#include "rating/chains/find_chains.hpp"

namespace engine::rating {

template class Chains<NineByNine>;

}  // namespace engine::rating
