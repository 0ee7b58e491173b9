// A digit that N parallel lines have only in the same N places fills one of these on each line. So it can stand nowhere
// else on the N lines that cross there: an X-wing (N is 2), a swordfish (3) or a jellyfish (4).
#pragma once

#include "rating/changes.hpp"

namespace engine::rating {

// Visits the sets of N lines of a kind, and for each the digits that may form a fish there: in the order of the sets
// as numbers, and then of the digits.
template <int N, int Left, std::size_t Most, class Visit>
bool for_fish_lines(const std::array<Mask, Most>& digits_of, int below, Mask lines, Mask digits, Visit&& visit) {
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

template <int N, class Board, class Visit>
bool for_fish(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step, Visit&& visit) {
    const auto board = position.board;
    constexpr Technique name = N == 2 ? Technique::x_wing : N == 3 ? Technique::swordfish : Technique::jellyfish;
    for (const Kind kind : {column, row}) {
        const int first = board->size * kind, crossing = board->size * (kind == row ? column : row);
        std::array<Mask, Board::most_size> digits_of{};  // the digits that have 2 to N places on the line
        for (int digit = 0; digit < board->size; ++digit) {
            if (!(changes.digits >> digit & 1) || board->size - position.filled[digit] < 2 * N) continue;
            Mask lines = 0;
            for (int line = 0; line < board->size; ++line) {
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
                for_bits(lines, [&](int line) { step.units |= board->unit_bit(first + line); });
                for_bits(places, [&](int place) {
                    step.units |= board->unit_bit(crossing + place);
                    for_bits(position.places[digit][crossing + place], [&](int line) {
                        const int cell = board->cell[first + line][place];
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
        if (for_fish_lines<N, N>(digits_of, board->size, 0, board->full_mask, at_lines)) return true;
    }
    return false;
}

template <int N, class Board>
bool find_fish(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    return for_fish<N>(position, changes, step, [](const Step<Board>&) { return true; });
}

}  // namespace engine::rating
