// The reference search, one puzzle after another.
#pragma once

#include "search/singles_search.hpp"

namespace engine {

template <class G>
void measure_batch(Shape shape, const std::uint8_t* puzzles, std::int64_t count, std::int64_t most_nodes,
                   Metrics* metrics) {
    const G geometry(shape);
    SinglesSearch<G> search(geometry);
    for (std::int64_t i = 0; i < count; ++i) metrics[i] = search.run(puzzles + geometry.cells * i, most_nodes);
}

}  // namespace engine
