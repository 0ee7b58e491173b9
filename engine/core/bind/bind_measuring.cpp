#include "bind/bind.hpp"

namespace engine {

void bind_measuring(KernelsClass& kernels) {
    kernels.attr("metrics_version") = metrics_version;
    kernels.attr("metrics_layout") = layout_of(Metrics{});

    // `metrics` is the array of records as bytes.
    kernels.def("measure", [](const Kernels& kernels, Shape shape, In puzzles, std::int64_t most_nodes,
                              Out<std::uint8_t> metrics) {
        const auto& measure = kernels.measure[shape];
        nb::gil_scoped_release unlocked;
        measure(shape, puzzles.data(), rows(puzzles), most_nodes, reinterpret_cast<Metrics*>(metrics.data()));
    });
}

}  // namespace engine
