// A digit that N parallel lines have only in the same N places fills one of these on each line. So it can stand nowhere
// else on the N lines that cross there: an X-wing (N is 2), a swordfish (3) or a jellyfish (4).
#pragma once

#include "rating/step.hpp"

namespace engine::rating {

// Visits the sets of N lines of a kind, and for each the digits that may form a fish there: in the order of the sets
// as numbers, and then of the digits.
template <int N, int Left, class Visit>
bool for_fish_lines(const std::array<Mask, 9>& digits_of, int below, Mask lines, Mask digits, Visit&& visit) {
    for (int line = Left - 1; line < below; ++line) {
        const Mask common = static_cast<Mask>(digits & digits_of[line]);
        if (!common) continue;
        const Mask chosen = static_cast<Mask>(lines | bit(line));
        if constexpr (Left == 1) {
            if (visit(chosen, common)) return true;
        } else {
            if (for_fish_lines<N, Left - 1>(digits_of, line, chosen, common, visit)) return true;
        }
    }
    return false;
}

template <int N, class Visit>
bool for_fish(const Position& position, Step& step, Visit&& visit) {
    constexpr Technique name = N == 2 ? Technique::x_wing : N == 3 ? Technique::swordfish : Technique::jellyfish;
    for (const Kind kind : {column, row}) {
        const int first = 9 * kind, crossing = 9 * (kind == row ? column : row);
        std::array<Mask, 9> digits_of{};  // the digits that have 2 to N places on the line
        for (int digit = 0; digit < digit_count; ++digit) {
            if (9 - position.filled[digit] < 2 * N) continue;
            Mask lines = 0;
            for (int line = 0; line < 9; ++line) {
                const int count = size_of(position.places[digit][first + line]);
                if (count >= 2 && count <= N) lines = static_cast<Mask>(lines | bit(line));
            }
            if (size_of(lines) < N) continue;
            for_bits(lines, [&](int line) { digits_of[line] = static_cast<Mask>(digits_of[line] | bit(digit)); });
        }
        const auto at_lines = [&](Mask lines, Mask digits) {
            for (; digits; digits = static_cast<Mask>(digits & (digits - 1))) {
                const int digit = lowest(digits);
                unsigned places = 0;
                for_bits(lines, [&](int line) { places |= position.places[digit][first + line]; });
                if (size_of(places) != N) continue;
                step.begin(name);
                step.digits = bit(digit);
                for_bits(lines, [&](int line) { step.regions |= 1u << (first + line); });
                for_bits(places, [&](int place) {
                    step.regions |= 1u << (crossing + place);
                    for_bits(position.places[digit][crossing + place], [&](int line) {
                        const int cell = regions.cell[first + line][place];
                        if (lines >> line & 1)
                            step.cells.add(cell);
                        else
                            step.take(position, cell, bit(digit));
                    });
                });
                if (step.removals && visit(step)) return true;
            }
            return false;
        };
        if (for_fish_lines<N, N>(digits_of, 9, 0, full_mask, at_lines)) return true;
    }
    return false;
}

template <int N>
bool find_fish(const Position& position, Step& step) {
    return for_fish<N>(position, step, [](const Step&) { return true; });
}

}  // namespace engine::rating
