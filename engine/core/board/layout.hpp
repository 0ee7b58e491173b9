// The layout of a record that Python reads as rows of a structured array: what `numpy.dtype` needs to know of each field.
//
// A record has an overload of `fields` that lists them, and this is the only list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace engine {

struct Field {
    const char* name;
    char kind;             // as in NumPy: i for signed numbers, u for unsigned ones, b for truth values
    std::size_t bytes;     // of one element
    std::size_t elements;  // 0 for a field that is no array
    std::size_t offset;
};

namespace detail {

template <class T>
struct Element {
    using type = T;
    static constexpr std::size_t count = 0;
};
template <class T, std::size_t N>
struct Element<std::array<T, N>> {
    using type = T;
    static constexpr std::size_t count = N;
};

template <class T>
constexpr char kind_of_number() {
    if constexpr (std::is_enum_v<T>)
        return kind_of_number<std::underlying_type_t<T>>();
    else
        return std::is_same_v<T, bool> ? 'b' : std::is_signed_v<T> ? 'i' : 'u';
}

}  // namespace detail

// The layout of one member of a record.
template <class Record, class Member>
Field field(const char* name, const Record& record, const Member& member) {
    using Element = detail::Element<Member>;
    const auto offset = reinterpret_cast<const std::byte*>(&member) - reinterpret_cast<const std::byte*>(&record);
    return {name, detail::kind_of_number<typename Element::type>(), sizeof(typename Element::type), Element::count,
            static_cast<std::size_t>(offset)};
}

}  // namespace engine
