// A library with the kernels that gain from AVX-512 (x86-64-v4); the rest are those of the level below.
#include "kernels/library.hpp"

bool engine_add_kernels(engine::Kernels& kernels, std::uint64_t stamp) {
    if (stamp != engine::layout_stamp()) return false;
    engine::ask_to_stop = kernels.ask_to_stop;
    engine::add_lanes(kernels);
    engine::add_fair(kernels);
    engine::add_fewest(kernels);
    engine::add_rating(kernels);
    return true;
}
