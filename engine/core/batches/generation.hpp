// Random full boards.
#pragma once

#include "generation/generate.hpp"

namespace engine {

template <class G>
void generate_batch(Shape shape, Method method, std::int64_t count, std::uint64_t seed, std::uint64_t start,
                    std::uint8_t* boards, std::int32_t* attempts) {
    const G geometry(shape);
    for_each_row(count, [&](std::int64_t i) {
        attempts[i] = generate(geometry, method, seed, start + i, boards + geometry.cells * i);
    });
}

}  // namespace engine
