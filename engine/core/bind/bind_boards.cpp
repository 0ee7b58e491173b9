#include "bind/bind.hpp"

namespace engine {

void bind_boards(KernelsClass& kernels) {
    kernels.def("first_incomplete", [](const Kernels& kernels, Shape shape, In boards) {
        const auto& first_incomplete = kernels.first_incomplete[shape];
        nb::gil_scoped_release unlocked;
        return first_incomplete(shape, boards.data(), rows(boards));
    });
}

}  // namespace engine
