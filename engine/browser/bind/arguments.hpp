// What bind/steps.hpp needs of nanobind, for the browser: lists, tuples and dictionaries are written as JSON, and an array is
// a place in memory. It takes the place of core/bind/arguments.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/layout.hpp"
#include "kernels/kernels.hpp"
#include "rating/units.hpp"

namespace nb {

struct gil_scoped_release {
    gil_scoped_release() {}  // no interpreter waits
};

class object {
public:
    object() = default;
    object(const std::string& text) : json_('"' + text + '"') {}  // names and sentences, without quotes
    object(const char* text) : object(std::string(text)) {}
    template <class T>
        requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    object(T number) {
        if constexpr (std::is_same_v<T, bool>)
            json_ = number ? "true" : "false";
        else
            json_ = std::to_string(static_cast<std::int64_t>(number));
    }

    const std::string& json() const { return json_; }

protected:
    void add(const std::string& item, char open, char close) {
        if (json_ == "null") json_ = {open, close};
        json_.pop_back();
        if (json_.size() > 1) json_ += ',';
        json_.append(item) += close;
    }

private:
    std::string json_ = "null";
};

inline object none() { return {}; }

class list : public object {
public:
    list() : object() { add("", '[', ']'); }
    void append(const object& item) { add(item.json(), '[', ']'); }
};

using tuple = list;

template <class... Item>
tuple make_tuple(const Item&... item) {
    tuple items;
    (items.append(item), ...);
    return items;
}

class dict {
public:
    object& operator[](const char* name) { return items_.emplace_back(name, object()).second; }
    operator object() const {
        struct Written : object {
            using object::add;
        } written;
        for (const auto& [name, item] : items_) written.add(object(name).json() + ":" + item.json(), '{', '}');
        return written;
    }

private:
    std::vector<std::pair<const char*, object>> items_;
};

}  // namespace nb

#include "bind/lists.hpp"

namespace engine {

template <class T>
struct Array {
    T* first;
    std::size_t rows = 0;

    T* data() const { return first; }
    std::size_t shape(int) const { return rows; }
};

inline rating::Houses houses_of(const Array<const std::uint8_t>& given) {
    return {static_cast<int>(given.rows), given.data()};
}

// A record's layout: the name, kind, bytes, elements and offset of each field, then the bytes of a record.
template <class Record>
nb::tuple layout_of(const Record& record) {
    const auto field = [](const Field& of) {
        return nb::make_tuple(of.name, std::string(1, of.kind), of.bytes, of.elements, of.offset);
    };
    return nb::make_tuple(listed(fields(record), field), sizeof record);
}

}  // namespace engine
