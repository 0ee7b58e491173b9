#include "bind/bind.hpp"

namespace engine {

void bind_training(KernelsClass& kernels) {
    kernels.def("check", [](const Kernels& kernels, Shape shape, In puzzles, In answers, In solutions,
                            Out<std::int32_t> right, Out<std::int32_t> broken) {
        nb::gil_scoped_release unlocked;
        kernels.check(shape, rows(puzzles), puzzles.data(), answers.data(), solutions.data(), right.data(),
                      broken.data());
    });
    // The counts are 0, 1 or 2, where 2 stands for more.
    kernels.def("solve_uniquely", [](const Kernels& kernels, Shape shape, In puzzles, Out<std::uint8_t> solutions,
                                     Out<std::int32_t> counts) {
        const auto& solve = kernels.solve[shape];
        nb::gil_scoped_release unlocked;
        solve(shape, puzzles.data(), rows(puzzles), 2, solutions.data(), counts.data());
    });
    kernels.def("random_images", [](const Kernels& kernels, Shape shape, In boards, std::uint64_t seed,
                                    std::uint64_t start, Out<std::uint8_t> images) {
        nb::gil_scoped_release unlocked;
        kernels.random_images(shape, rows(boards), boards.data(), seed, start, images.data());
    });
}

}  // namespace engine
