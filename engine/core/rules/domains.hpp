// The candidates of every cell under any rules, and which cells have changed since they were last looked at.
#pragma once

#include <bit>
#include <cstdint>

namespace engine::rules {

using Candidates = std::uint16_t;  // bit d - 1 for digit d

inline constexpr int most_size = 16, most_cells = most_size * most_size;

constexpr bool single(Candidates digits) { return (digits & (digits - 1)) == 0; }

struct Domains {
    Candidates of[most_cells];
    std::uint8_t changed[most_cells];  // a stack of cells, each once
    bool waiting[most_cells] = {};
    int changes = 0;
    int failed = -1;  // the cell that lost its last candidate

    // Removes all other candidates; false where none is left.
    bool keep(int cell, Candidates digits) {
        const Candidates left = of[cell] & digits;
        if (left == of[cell]) return true;
        of[cell] = left;
        if (!waiting[cell]) {
            waiting[cell] = true;
            changed[changes++] = static_cast<std::uint8_t>(cell);
        }
        if (!left) failed = cell;
        return left != 0;
    }

    int next_changed() {
        const int cell = changed[--changes];
        waiting[cell] = false;
        return cell;
    }

    void forget_changes() {
        while (changes) next_changed();
    }
};

}  // namespace engine::rules
