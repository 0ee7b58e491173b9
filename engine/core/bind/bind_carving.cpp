#include "bind/bind.hpp"

namespace engine {

void bind_carving(KernelsClass& kernels) {
    kernels.def("carve", [](const Kernels& kernels, int size, In boards, std::uint64_t seed, int clues, Images pattern,
                            Out<std::uint8_t> puzzles) {
        const auto& carve = kernels.carve[size];
        nb::gil_scoped_release unlocked;
        carve(boards.data(), rows(boards), seed, clues, pattern, puzzles.data());
    });
    kernels.def("necessary", [](const Kernels& kernels, int size, In puzzles, In boards, Out<bool> necessary) {
        const auto& kernel = kernels.necessary[size];
        nb::gil_scoped_release unlocked;
        kernel(puzzles.data(), boards.data(), rows(puzzles), necessary.data());
    });
}

}  // namespace engine
