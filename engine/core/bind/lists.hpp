// Lists and names for those who ask, with `nb` as nanobind is, or as the browser has it (browser/bind/arguments.hpp).
#pragma once

#include <algorithm>
#include <string>

namespace engine {

// What `of` makes of each item.
template <class Items, class Of>
nb::list listed(const Items& items, Of of) {
    nb::list list;
    for (const auto& item : items) list.append(of(item));
    return list;
}
template <class Items>
nb::list listed(const Items& items) {
    return listed(items, [](const auto& item) { return item; });
}

inline std::string with_hyphens(std::string name) {
    std::ranges::replace(name, '_', '-');
    return name;
}

}  // namespace engine
