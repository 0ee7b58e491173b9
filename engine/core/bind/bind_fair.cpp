#include "bind/bind.hpp"

namespace engine {

void bind_fair(KernelsClass& kernels) {
    kernels.def("weigh", [](const Kernels& kernels, Shape shape, In boards, In puzzles, std::uint64_t seed,
                            Out<double> weights) {
        const auto& weigh = kernels.weigh[shape];
        nb::gil_scoped_release unlocked;
        weigh(shape, boards.data(), puzzles.data(), rows(boards), seed, weights.data());
    });
    kernels.def("fair_puzzles", [](const Kernels& kernels, Shape shape, std::uint64_t seed, std::uint64_t start,
                                   Out<std::uint8_t> boards, Out<std::uint8_t> puzzles, Out<double> weights,
                                   Out<std::int32_t> attempts) {
        const auto& fair_puzzles = kernels.fair_puzzles[shape];
        nb::gil_scoped_release unlocked;
        fair_puzzles(shape, seed, start, static_cast<std::int64_t>(attempts.size()), boards.data(), puzzles.data(),
                     weights.data(), attempts.data());
    });
}

}  // namespace engine
