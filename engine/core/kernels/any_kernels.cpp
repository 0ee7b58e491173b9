// A library with the kernels that are compiled once, for any processor: those of boards whose shape is known at run time.
#include "kernels/library.hpp"

bool engine_add_kernels(engine::Kernels& kernels, std::uint64_t stamp) {
    if (stamp != engine::layout_stamp()) return false;
    engine::add_any_rating(kernels);
    return true;
}
