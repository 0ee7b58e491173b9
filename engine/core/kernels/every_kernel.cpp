// A library with every kernel.
#include "kernels/library.hpp"

bool engine_add_kernels(engine::Kernels& kernels, std::uint64_t stamp) {
    if (stamp != engine::layout_stamp()) return false;
    engine::ask_to_stop = kernels.ask_to_stop;
    engine::add_lanes(kernels);
    engine::add_fair(kernels);
    engine::add_boards(kernels);
    engine::add_generation(kernels);
    engine::add_symmetry(kernels);
    engine::add_carving(kernels);
    engine::add_fewest(kernels);
    engine::add_solving(kernels);
    engine::add_measuring(kernels);
    engine::add_rating(kernels);
    engine::add_scoring(kernels);
    engine::add_any_rating(kernels);
    engine::add_other_shapes(kernels);
    return true;
}
