// What a library of kernels exports.
#include "kernels/kernels.hpp"
#include "kernels/stamp.hpp"

const engine::Kernels* engine_kernels(std::uint64_t stamp, engine::AskToStop* ask) {
    if (stamp != engine::layout_stamp()) return nullptr;
    engine::ask_to_stop = ask;
    static const engine::Kernels kernels;
    return &kernels;
}
