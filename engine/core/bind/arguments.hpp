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
#include <utility>

#include "board/layout.hpp"
#include "kernels/kernels.hpp"
#include "rating/units.hpp"

namespace nb = nanobind;

#include "bind/lists.hpp"

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

// A parameter of a kernel, from what Python gives for it.
template <class Parameter>
class Argument {
public:
    explicit Argument(nb::handle given) : value_(nb::cast<Parameter>(given)) {}
    Parameter passed() const { return value_; }

private:
    Parameter value_;
};

// An array of numbers, or of records as bytes. An empty one is a null pointer.
template <class T>
class Argument<T*> {
public:
    explicit Argument(nb::handle given) : given_(nb::cast<decltype(given_)>(given)) {}
    T* passed() const { return given_.size() ? reinterpret_cast<T*>(given_.data()) : nullptr; }
    std::int64_t rows() const { return static_cast<std::int64_t>(given_.shape(0)); }

private:
    Array<std::conditional_t<std::is_class_v<T>, std::uint8_t, T>> given_;
};

inline rating::Houses houses_of(const Array<const std::uint8_t>& given) {
    return {static_cast<int>(given.shape(0)), given.data()};
}

// An array of one row for each kind.
template <>
class Argument<rating::Houses> {
public:
    explicit Argument(nb::handle given) : given_(nb::cast<decltype(given_)>(given)) {}
    rating::Houses passed() const { return houses_of(given_); }

private:
    Array<const std::uint8_t> given_;
};

template <class First, class... Rest>
std::int64_t rows_of_first_array(const First& first, const Rest&... rest) {
    if constexpr (requires { first.rows(); })
        return first.rows();
    else
        return rows_of_first_array(rest...);
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

template <class Answer, class... Parameter, class... Given>
Answer run(Answer (*kernel)(Shape, std::int64_t, Parameter...), Shape shape, const Given&... given) {
    const std::int64_t count = rows_of_first_array(given...);
    nb::gil_scoped_release unlocked;
    return kernel(shape, count, given.passed()...);
}

template <class Answer, class... Parameter>
nb::object call(Answer (*kernel)(Shape, std::int64_t, Parameter...), Shape shape, const nb::args& given) {
    if (given.size() != sizeof...(Parameter)) throw nb::type_error("another number of arguments is needed");
    const auto answer = [&]<std::size_t... place>(std::index_sequence<place...>) {
        return run(kernel, shape, Argument<Parameter>(given[place])...);
    };
    if constexpr (std::is_void_v<Answer>) {
        answer(std::index_sequence_for<Parameter...>());
        return nb::none();
    } else {
        return nb::cast(answer(std::index_sequence_for<Parameter...>()));
    }
}

template <class Owner>
using Member = nb::object(const Owner&, Shape, const nb::args&);

// Binds a member of the table as a method `name` of the class. All methods have the same C++ type, which is compiled once.
template <auto member, class Owner>
void bind_kernel(nb::class_<Owner>& table, const char* name) {
    Member<Owner>* const method = [](const Owner& kernels, Shape shape, const nb::args& given) {
        return call(kernel_at(shape, kernels.*member), shape, given);
    };
    table.def(name, method);
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
