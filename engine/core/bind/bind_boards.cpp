#include "bind/bind.hpp"

namespace engine {

void bind_boards(KernelsClass& kernels) {
    kernels.def("first_incomplete", [](const Kernels& kernels, int size, In boards) {
        const auto& first_incomplete = kernels.first_incomplete[size];
        nb::gil_scoped_release unlocked;
        return first_incomplete(boards.data(), rows(boards));
    });
}

}  // namespace engine
