// What the bindings share. They are compiled once, for any processor, and reach the kernels through the table alone.
//
// The functions here trust their arguments: engine/batch and engine/rating check them and are the only callers.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>

#include "kernels/kernels.hpp"

namespace nb = nanobind;

// A Shape of engine/board/shape.py: its rows and columns.
template <>
struct nanobind::detail::type_caster<engine::Shape> {
    NB_TYPE_CASTER(engine::Shape, const_name("Shape"))

    bool from_python(handle shape, std::uint8_t, cleanup_list*) noexcept {
        object rows = steal(PyObject_GetAttrString(shape.ptr(), "rows"));
        object columns = rows.is_valid() ? steal(PyObject_GetAttrString(shape.ptr(), "columns")) : object();
        PyErr_Clear();
        return columns.is_valid() && try_cast(rows, value.rows) && try_cast(columns, value.columns) && value.rows > 0 &&
               value.columns > 0 && value.size() <= engine::largest_size;
    }
};

namespace engine {

using In = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

inline std::int64_t rows(const In& boards) { return static_cast<std::int64_t>(boards.shape(0)); }

// A record's layout as a tuple that `numpy.dtype` can be made of: names, formats, offsets, bytes a record.
template <class Record>
nb::tuple layout_of(const Record& record) {
    nb::list names, formats, offsets;
    for (const Field& field : fields(record)) {
        const std::string number = std::string(1, field.kind) + std::to_string(field.bytes);
        names.append(field.name);
        formats.append(field.elements ? "(" + std::to_string(field.elements) + ",)" + number : number);
        offsets.append(field.offset);
    }
    return nb::make_tuple(nb::tuple(names), nb::tuple(formats), nb::tuple(offsets), sizeof record);
}

// One function for each family of kernels, in a file of its own.
using KernelsClass = nb::class_<Kernels>;
void bind_boards(KernelsClass& kernels);
void bind_generation(KernelsClass& kernels);
void bind_symmetry(KernelsClass& kernels);
void bind_carving(KernelsClass& kernels);
void bind_fair(KernelsClass& kernels);
void bind_fewest(nb::module_& module, KernelsClass& kernels);
void bind_solving(KernelsClass& kernels);
void bind_measuring(KernelsClass& kernels);
void bind_rating(KernelsClass& kernels);
void bind_scoring(KernelsClass& kernels);

}  // namespace engine
