// What the length of a chain adds to its rating: a tenth for each of 4, 6, 8, 12, 16, 24, 32, ... that it exceeds.
// The length is the number of assumptions and conclusions, less two. Ratings stay the floating-point sums that Sudoku
// Explainer forms, because two of them that should be equal may differ in the last bit, and that decides their order.
#pragma once

#include <array>

namespace engine::rating {

inline constexpr int most_links = 4096;  // chains are far shorter; a longer one would be passed over

inline constexpr std::array<double, most_links + 1> added_by_length = [] {
    std::array<double, most_links + 1> table{};
    double added = 0;
    bool odd = false;
    for (int links = 0, limit = 4; links <= most_links; ++links) {
        if (links - 2 > limit) {
            added += 0.1;
            limit = odd ? limit * 4 / 3 : limit * 3 / 2;
            odd = !odd;
        }
        table[links] = added;
    }
    return table;
}();

inline double difficulty_of(double base, int links) {
    return base + added_by_length[links < most_links ? links : most_links];
}

constexpr int tenths(double difficulty) { return static_cast<int>((difficulty + 0.05) * 10); }

}  // namespace engine::rating
