// Steps as fixed records, which Python reads as rows of a structured array.
#pragma once

#include <memory>

#include "rating/rater.hpp"

namespace engine::rating {

struct Record {
    std::uint8_t technique;
    std::int8_t cell, digit;  // of the placement; -1 where there is none
    std::int16_t rating, links;
    Mask digits;
    std::uint32_t regions;
    std::array<bool, cell_count> cells;
    std::array<Mask, cell_count> removed;

    Record& operator=(const Step& step) {
        technique = static_cast<std::uint8_t>(step.technique);
        cell = static_cast<std::int8_t>(step.cell);
        digit = static_cast<std::int8_t>(step.digit);
        rating = static_cast<std::int16_t>(step.rating);
        links = static_cast<std::int16_t>(step.links);
        digits = step.digits;
        regions = step.regions;
        cells = {};
        for_cells(step.cells, [&](int which) { cells[which] = true; });
        removed = {};
        for (int i = 0; i < step.removals; ++i) removed[step.removal[i].cell] = step.removal[i].digits;
        return *this;
    }
};

// Writes the whole path of a puzzle with one solution, and returns its number of steps, at most 810: each places one of
// 81 digits or removes one of 729 candidates. Where no technique applies, the path ends early.
inline int record_path(const std::uint8_t* puzzle, Record* records) {
    int count = 0;
    std::make_unique<Rater>()->solve(puzzle, no_ceiling, [&](const Step& step) { records[count++] = step; });
    return count;
}

// What one family finds in a position; false where it finds nothing.
inline bool record_step(int family, const std::uint8_t* puzzle, const std::uint16_t* candidates, Record* record) {
    const auto rater = std::make_unique<Rater>();
    const Step* step = rater->find(family, Position::of(puzzle, candidates));
    if (step) *record = *step;
    return step;
}

}  // namespace engine::rating
