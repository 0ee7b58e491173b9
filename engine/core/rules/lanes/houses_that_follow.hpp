// Houses of nine cells that follow from others at 9x9: what two or three lines leave beside one or two houses that lie in them,
// such as three rows beside two windows. Rows and columns are lines.
#pragma once

#include <algorithm>

#include "board/geometry.hpp"
#include "rules/peers.hpp"

namespace engine::rules {

struct LineGroup {
    CellSet cells;
    int lines;
};

// All groups of two or three rows, and of columns.
inline std::vector<LineGroup> line_groups() {
    std::vector<LineGroup> groups;
    for (const bool in_rows : {true, false})
        for (unsigned chosen = 0; chosen < 512; ++chosen) {
            LineGroup group{{}, std::popcount(chosen)};
            if (group.lines != 2 && group.lines != 3) continue;
            for (int cell = 0; cell < 81; ++cell)
                if (chosen >> (in_rows ? Geometry9::row(cell) : Geometry9::column(cell)) & 1) group.cells.set(cell);
            groups.push_back(group);
        }
    return groups;
}

// Adds to houses of nine cells those that follow from them.
inline void add_houses_that_follow(std::vector<CellSet>& houses) {
    if (houses.empty()) return;
    const std::vector<LineGroup> groups = line_groups();
    const auto add = [&](const CellSet& house) {
        if (house.count() == 9 && std::ranges::find(houses, house) == houses.end()) houses.push_back(house);
    };
    for (std::size_t known = 0; known != houses.size();) {
        known = houses.size();
        for (const auto& [cells, lines] : groups) {
            std::vector<CellSet> left;  // beside each house
            for (const CellSet& house : houses)
                if ((house & ~cells).none()) left.push_back(cells & ~house);
            for (std::size_t i = 0; i < left.size(); ++i)
                if (lines == 2)
                    add(left[i]);
                else
                    for (std::size_t j = 0; j < i; ++j) add(left[i] & left[j]);
        }
    }
}

}  // namespace engine::rules
