#include <nanobind/stl/unique_ptr.h>

#include "bind/bind.hpp"

namespace engine {

namespace {

template <class T>
using InOrder = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const InOrder<T>& array) {
    return {array.data(), array.size()};
}

}  // namespace

void bind_classes(nb::module_& module, KernelsClass& kernels) {
    kernels.attr("most_fourth_rows") = most_fourth_rows;
    kernels.attr("most_fifth_rows") = most_fifth_rows;
    kernels.def("count_least_boards", [](const Kernels& kernels, int band, Out<std::uint16_t> fifth_rows,
                                         Out<std::uint16_t> counts) {
        nb::gil_scoped_release unlocked;
        return kernels.count_least_boards(band, fifth_rows.data(), counts.data());
    });
    kernels.def("class_numbers",
                [](const Kernels& kernels, InOrder<std::uint16_t> fourth_rows, InOrder<std::uint16_t> fifth_rows,
                   InOrder<std::uint8_t> entries, InOrder<std::uint16_t> classes) {
                    return kernels.class_numbers(
                        {span_of(fourth_rows), span_of(fifth_rows), span_of(entries), span_of(classes)});
                });
    nb::class_<ClassNumbers>(module, "ClassNumbers")
        .def_prop_ro("classes", &ClassNumbers::classes)
        .def("rank",
             [](const ClassNumbers& classes, In boards, Out<std::int64_t> numbers) {
                 nb::gil_scoped_release unlocked;
                 classes.rank(boards.data(), rows(boards), numbers.data());
             })
        .def("unrank", [](const ClassNumbers& classes, InOrder<std::int64_t> numbers, Out<std::uint8_t> boards) {
            nb::gil_scoped_release unlocked;
            classes.unrank(numbers.data(), static_cast<std::int64_t>(numbers.size()), boards.data());
        });
}

}  // namespace engine
