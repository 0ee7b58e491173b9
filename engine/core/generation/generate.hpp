// Boards of a seed, by any of the methods: attempts until one succeeds.
#pragma once

#include <cstdint>

#include "generation/collapse.hpp"
#include "generation/collapse_singles.hpp"
#include "generation/method.hpp"
#include "generation/uniform.hpp"
#include "stop/watch.hpp"

namespace engine {

template <int Box>
bool attempt(Method method, Random& random, std::uint8_t* board) {
    switch (method) {
        case Method::singles: return collapse_singles<Box, false>(random, board);
        case Method::backtrack: return collapse_singles<Box, true>(random, board);
        default: return Wave<Box>().collapse(random, board);
    }
}

// Writes board `index` of a seed and returns how many attempts it took.
template <int Box>
int generate(Method method, std::uint64_t seed, std::uint64_t index, std::uint8_t* board) {
    if constexpr (Box <= 3)  // the sizes that have it
        if (method == Method::uniform) return UniformBoards<Box>().generate(seed, index, board);
    Random random(seed, index);
    Watch<(Box > 3 ? 1 : 64)> watch;
    int attempts = 1;
    while (!attempt<Box>(method, random, board)) {
        ++attempts;
        watch.step();
    }
    return attempts;
}

}  // namespace engine
