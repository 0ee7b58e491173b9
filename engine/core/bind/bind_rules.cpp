#include "bind/bind.hpp"

namespace engine {

namespace {

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

rules::Puzzles puzzles_of(const Numbers& numbers, const Starts& starts, bool shared, const In& clues) {
    return {numbers.data(), starts.data(), shared, clues.data(), static_cast<std::int64_t>(clues.shape(1)), rows(clues)};
}

}  // namespace

void bind_rules(KernelsClass& kernels) {
    kernels.def("solve_ruled", [](const Kernels& kernels, Numbers numbers, Starts starts, bool shared, In clues, int limit,
                                  Out<std::uint8_t> solutions, Out<std::int32_t> counts, Out<std::int64_t> guesses) {
        nb::gil_scoped_release unlocked;
        kernels.solve_ruled(puzzles_of(numbers, starts, shared, clues), limit, solutions.data(), counts.data(),
                            guesses.data());
    });
    kernels.def("true_candidates", [](const Kernels& kernels, Numbers numbers, Starts starts, bool shared, In clues,
                                      Out<std::uint16_t> candidates) {
        nb::gil_scoped_release unlocked;
        kernels.true_candidates(puzzles_of(numbers, starts, shared, clues), candidates.data());
    });
    kernels.def("other_ruled", [](const Kernels& kernels, Numbers numbers, Starts starts, bool shared, In boards,
                                  Out<std::uint8_t> others) {
        nb::gil_scoped_release unlocked;
        kernels.other_ruled(puzzles_of(numbers, starts, shared, boards), others.data());
    });
    kernels.def("draw_ruled", [](const Kernels& kernels, Numbers numbers, Starts starts, bool shared, In clues,
                                 std::uint64_t seed, std::uint64_t start, Out<std::uint8_t> boards) {
        nb::gil_scoped_release unlocked;
        return kernels.draw_ruled(puzzles_of(numbers, starts, shared, clues), seed, start, boards.data());
    });
    kernels.def("carve_ruled", [](const Kernels& kernels, Numbers numbers, Starts starts, bool shared, In boards,
                                  std::uint64_t seed, std::uint64_t start, Out<std::uint8_t> puzzles) {
        nb::gil_scoped_release unlocked;
        kernels.carve_ruled(puzzles_of(numbers, starts, shared, boards), seed, start, puzzles.data());
    });
}

}  // namespace engine
