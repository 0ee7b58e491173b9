#include "bind/bind.hpp"

namespace engine {

void bind_solving(KernelsClass& kernels) {
    kernels.def("solve", [](const Kernels& kernels, Shape shape, In puzzles, Out<std::uint8_t> solutions,
                            Out<std::int32_t> counts) {
        const auto& solve = kernels.solve[shape];
        nb::gil_scoped_release unlocked;
        solve(shape, puzzles.data(), rows(puzzles), 1, solutions.data(), counts.data());
    });
    kernels.def("solve_by_learning", [](const Kernels& kernels, Shape shape, In puzzles, int limit,
                                        Out<std::uint8_t> solutions, Out<std::int32_t> counts) {
        nb::gil_scoped_release unlocked;
        kernels.solve_by_learning(shape, puzzles.data(), rows(puzzles), limit, solutions.data(), counts.data());
    });
    kernels.def("count_solutions",
                [](const Kernels& kernels, Shape shape, In puzzles, int limit, Out<std::int32_t> counts) {
                    const auto& solve = kernels.solve[shape];
                    nb::gil_scoped_release unlocked;
                    solve(shape, puzzles.data(), rows(puzzles), limit, nullptr, counts.data());
                });
}

}  // namespace engine
