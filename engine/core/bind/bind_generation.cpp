#include "bind/bind.hpp"

namespace engine {

void bind_generation(KernelsClass& kernels) {
    kernels.def("generate", [](const Kernels& kernels, Shape shape, int method, std::uint64_t seed, std::uint64_t start,
                               Out<std::uint8_t> boards, Out<std::int32_t> attempts) {
        const auto& generate = kernels.generate[shape];
        nb::gil_scoped_release unlocked;
        generate(shape, static_cast<Method>(method), static_cast<std::int64_t>(attempts.size()), seed, start,
                 boards.data(), attempts.data());
    });
}

}  // namespace engine
