// How Python calls a kernel. The signature of the kernel in the table says it all: an array is given for each pointer,
// and the number of boards is that of the rows of the first array. Everything else is passed as it is.
//
// The bindings are compiled once, for any processor, and reach the kernels through the table alone. They trust their
// arguments: the modules of engine/ check them and are the only callers.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "kernels/kernels.hpp"

namespace nb = nanobind;

// A Shape of engine/shape.py: its rows and columns.
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

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// What Python gives for a parameter of a kernel, and what the kernel gets of it.
template <class Parameter>
struct Argument {
    using Given = Parameter;
    static Parameter passed(Parameter given) { return given; }
};

// An array of numbers, or of records as bytes. An empty one is a null pointer.
template <class T>
struct Argument<T*> {
    using Given = Array<std::conditional_t<std::is_class_v<T>, std::uint8_t, T>>;
    static T* passed(const Given& given) { return given.size() ? reinterpret_cast<T*>(given.data()) : nullptr; }
};

// An array of one row for each kind.
template <>
struct Argument<rating::Houses> {
    using Given = Array<const std::uint8_t>;
    static rating::Houses passed(const Given& given) { return {static_cast<int>(given.shape(0)), given.data()}; }
};

template <class First, class... Rest>
std::int64_t rows_of_first_array(const First& first, const Rest&... rest) {
    if constexpr (std::is_arithmetic_v<First>)
        return rows_of_first_array(rest...);
    else
        return static_cast<std::int64_t>(first.shape(0));
}

// The function of a kernel at a shape.
template <class Function>
Function* kernel_at(Shape shape, const ByShape<Function>& kernels) {
    if (Function* const kernel = kernels[shape]) return kernel;
    throw std::invalid_argument("no kernel for this shape");
}
template <class Function>
Function* kernel_at(Shape, Function* kernel) {
    return kernel;
}

// Binds `member` of the table as a method `name` of the class.
template <class Class, class Owner, class Member, class Answer, class... Parameter>
void bind_kernel(nb::class_<Class>& table, const char* name, Member Owner::* member,
                 Answer (*)(Shape, std::int64_t, Parameter...)) {
    table.def(name, [member](const Class& kernels, Shape shape, typename Argument<Parameter>::Given... given) {
        const auto kernel = kernel_at(shape, kernels.*member);
        const std::int64_t count = rows_of_first_array(given...);
        nb::gil_scoped_release unlocked;
        return kernel(shape, count, Argument<Parameter>::passed(given)...);
    });
}
template <class Class, class Owner, class Function>
void bind_kernel(nb::class_<Class>& table, const char* name, ByShape<Function> Owner::* member) {
    bind_kernel(table, name, member, static_cast<Function*>(nullptr));
}
template <class Class, class Owner, class Function>
void bind_kernel(nb::class_<Class>& table, const char* name, Function* Owner::* member) {
    bind_kernel(table, name, member, static_cast<Function*>(nullptr));
}

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

}  // namespace engine
