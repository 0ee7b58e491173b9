#include "bind/bind.hpp"

namespace engine {

void bind_carving(KernelsClass& kernels) {
    kernels.def("carve", [](const Kernels& kernels, Shape shape, In boards, std::uint64_t seed, int clues,
                            Images pattern, Out<std::uint8_t> puzzles) {
        const auto& carve = kernels.carve[shape];
        nb::gil_scoped_release unlocked;
        carve(shape, boards.data(), rows(boards), seed, clues, pattern, puzzles.data());
    });
    kernels.def("necessary", [](const Kernels& kernels, Shape shape, In puzzles, In boards, Out<bool> necessary) {
        const auto& kernel = kernels.necessary[shape];
        nb::gil_scoped_release unlocked;
        kernel(shape, puzzles.data(), boards.data(), rows(puzzles), necessary.data());
    });
}

}  // namespace engine
