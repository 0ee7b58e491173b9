// The number by which the Python module and the libraries of kernels know that the same headers compiled them.
#pragma once

#include <cstdint>

#include "board/layout.hpp"
#include "kernels/kernels.hpp"
#include "rating/record.hpp"
#include "scoring/step.hpp"
#include "search/singles_search.hpp"

namespace engine {

// A number that changes when a record or the table of kernels changes its layout.
inline std::uint64_t layout_stamp() {
    std::uint64_t stamp = 0xcbf29ce484222325;  // FNV-1a
    const auto add = [&](std::uint64_t part) { stamp = (stamp ^ part) * 0x100000001b3; };
    const auto add_record = [&](const auto& record) {
        for (const Field& field : fields(record)) {
            for (const char* letter = field.name; *letter; ++letter) add(static_cast<unsigned char>(*letter));
            add(static_cast<unsigned char>(field.kind));
            for (const std::size_t number : {field.bytes, field.elements, field.offset}) add(number);
        }
        add(sizeof record);
    };
    add_record(Metrics{});
    add_record(TextbookCounts{});
    add_record(rating::Rating{});
    add_record(rating::Record{});
    add_record(scoring::Score{});
    add(sizeof(Kernels));
    return stamp;
}

}  // namespace engine
