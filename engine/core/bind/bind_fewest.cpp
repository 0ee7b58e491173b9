#include <nanobind/stl/unique_ptr.h>

#include "bind/bind.hpp"

namespace engine {

void bind_fewest(nb::module_& module, KernelsClass& kernels) {
    kernels.def("few_clues", [](const Kernels& kernels, In boards, std::uint64_t seed, int clues, std::int64_t effort,
                                Out<std::uint8_t> puzzles) {
        nb::gil_scoped_release unlocked;
        kernels.few_clues(boards.data(), rows(boards), seed, clues, effort, puzzles.data());
    });
    kernels.def("completions", [](const Kernels& kernels, In puzzles, Out<std::uint8_t> completions) {
        nb::gil_scoped_release unlocked;
        kernels.completions(puzzles.data(), rows(puzzles), completions.data());
    });
    // `kept` has the clues that the puzzle keeps, 0 elsewhere; the search is for `clues` more.
    kernels.def("exhaustive", [](const Kernels& kernels, In board, In kept, int clues) {
        nb::gil_scoped_release unlocked;
        return kernels.exhaustive(board.data(), kept.data(), clues);
    });
    nb::class_<Exhaustive>(module, "Exhaustive")
        .def_prop_ro("parts", &Exhaustive::parts)
        .def("run", [](Exhaustive& search, std::int64_t begin, std::int64_t end, Out<std::uint8_t> puzzle) {
            nb::gil_scoped_release unlocked;
            return search.run(begin, end, puzzle.data());
        });
}

}  // namespace engine
