// Boards of a seed, by any of the methods: attempts until one succeeds.
#pragma once

#include <cstdint>

#include "generation/collapse.hpp"
#include "generation/collapse_singles.hpp"
#include "generation/permutation.hpp"
#include "generation/uniform.hpp"
#include "stop/watch.hpp"

namespace engine {

enum class Method { plain, singles, backtrack, uniform, permutation };

// In the order of the enumeration; engine/generation.py compares them with its own when it is imported.
inline constexpr const char* method_names[] = {"wfc", "wfc+singles", "wfc+backtrack", "uniform", "permutation"};

template <class G>
bool attempt(const G& geometry, Method method, Random& random, std::uint8_t* board) {
    switch (method) {
        case Method::singles: return collapse_singles<false>(geometry, random, board);
        case Method::backtrack: return collapse_singles<true>(geometry, random, board);
        default: return Wave<G>(geometry).collapse(random, board);
    }
}

// Writes board `index` of a seed and returns how many attempts it took.
template <class G>
int generate(const G& geometry, Method method, std::uint64_t seed, std::uint64_t index, std::uint8_t* board) {
    if constexpr (has_column_sets<G>)
        if (method == Method::uniform) return UniformBoards<G>().generate(seed, index, board);
    Random random(seed, index);
    if (method == Method::permutation) {
        permutation_board(geometry, random, board);
        return 1;
    }
    Watch<(G::max_size > 9 ? 1 : 64)> watch;
    int attempts = 1;
    while (!attempt(geometry, method, random, board)) {
        ++attempts;
        watch.step();
    }
    return attempts;
}

}  // namespace engine
