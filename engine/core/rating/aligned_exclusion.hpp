// Two or three cells are filled in every way together; a way falls if two cells that see each other would be equal, or
// if it takes all candidates of a cell that sees them all. A candidate that no remaining way uses goes.
#pragma once

#include "step.hpp"

namespace engine::rating {

// The cells worth trying, and for each the cells of 2 to `Degree` candidates that it sees.
template <int Degree>
struct Excluders {
    std::array<std::uint8_t, cell_count> base;
    int count = 0;
    Cells is_base{}, small{};

    explicit Excluders(const Position& position) {
        Cells single;
        for_cells(position.empty, [&](int cell) {
            const int size = size_of(position.candidates[cell]);
            if (size == 1) single.add(cell);
            if (size >= 2 && size <= Degree) small.add(cell);
        });
        for_cells(position.empty, [&](int cell) {
            if (size_of(position.candidates[cell]) < 2) return;
            if ((peers_of<3>[cell] & single).any() || !(peers_of<3>[cell] & small).any()) return;
            base[count++] = static_cast<std::uint8_t>(cell);
            is_base.add(cell);
        });
    }
};

inline bool find_aligned_pair(const Position& position, Step& step) {
    const Excluders<2> excluders(position);
    for (int j = 1; j < excluders.count; ++j)
        for (int i = 0; i < j; ++i) {
            const int one = excluders.base[i], two = excluders.base[j];
            const Cells common = excluders.small & peers_of<3>[one] & peers_of<3>[two];
            if (common.count() < 2) continue;
            std::array<Mask, digit_count> banned;  // what a digit in one cell forbids in the other
            for (int digit = 0; digit < digit_count; ++digit) banned[digit] = see(one, two) ? bit(digit) : 0;
            for_cells(common, [&](int cell) {
                const Mask digits = position.candidates[cell];
                const int low = lowest(digits), high = lowest(digits & (digits - 1));
                banned[low] = static_cast<Mask>(banned[low] | bit(high));
                banned[high] = static_cast<Mask>(banned[high] | bit(low));
            });
            const auto gone = [&](int from, int other) {
                Mask digits = 0;
                for_bits(position.candidates[from], [&](int digit) {
                    if (!(position.candidates[other] & ~banned[digit])) digits = static_cast<Mask>(digits | bit(digit));
                });
                return digits;
            };
            const Mask from_one = gone(one, two), from_two = gone(two, one);
            if (!from_one && !from_two) continue;
            step.begin(Technique::aligned_pair_exclusion);
            for (const int cell : {one, two}) step.cells.add(cell);
            step.digits = static_cast<Mask>(from_one | from_two);
            step.take(position, one, from_one);
            step.take(position, two, from_two);
            return true;
        }
    return false;
}

class AlignedTriplets {
public:
    explicit AlignedTriplets(const Position& position) : position(position), excluders(position) {}

    bool find(Step& step) {
        for (int j = 1; j < excluders.count; ++j)
            for (int i = 0; i < j; ++i) {
                const int one = excluders.base[i], two = excluders.base[j];
                const Cells common = excluders.small & peers_of<3>[one] & peers_of<3>[two];
                if (common.count() < 2) continue;
                const Cells third = excluders.small & excluders.is_base;
                const Cells near_one = third & peers_of<3>[one], near_two = third & peers_of<3>[two];
                for (const int three : regions.house[one])
                    if (three != two && near_one.has(three) && try_cells({one, two, three}, common, step)) return true;
                for (const int three : regions.house[two])
                    if (three != one && near_two.has(three) && !near_one.has(three) &&
                        try_cells({one, two, three}, common, step))
                        return true;
            }
        return false;
    }

private:
    const Position& position;
    const Excluders<3> excluders;

    // Whether the search goes from the pair to the third cell.
    bool reaches(int one, int two, int three) const {
        return excluders.small.has(three) && (see(one, three) || see(two, three));
    }

    // Whether the same three cells came before, as another pair and its third cell: pairs come by their second cell.
    bool tried(int one, int two, int three) const {
        if (three > two) return false;
        if (three > one) return reaches(one, three, two);
        return reaches(three, one, two) || reaches(three, two, one);
    }

    bool try_cells(const std::array<int, 3>& cells, const Cells& see_two, Step& step) const {
        const Cells common = see_two & peers_of<3>[cells[2]];
        if (common.count() < 2 || tried(cells[0], cells[1], cells[2])) return false;
        std::array<Mask, cell_count> limits;
        int count = 0;
        for_cells(common, [&](int cell) { limits[count++] = position.candidates[cell]; });
        const std::array<Mask, 3> all = {position.candidates[cells[0]], position.candidates[cells[1]],
                                         position.candidates[cells[2]]};
        const bool see_01 = see(cells[0], cells[1]), see_02 = see(cells[0], cells[2]), see_12 = see(cells[1], cells[2]);
        std::array<Mask, 3> used{};
        for (unsigned a = all[0]; a; a &= a - 1)
            for (unsigned b = all[1]; b; b &= b - 1) {
                const Mask first = bit(lowest(a)), second = bit(lowest(b));
                if (used[0] & first && used[1] & second && used[2] == all[2]) continue;
                if (see_01 && first == second) continue;
                unsigned third = all[2] & ~((see_02 ? first : 0) | (see_12 ? second : 0));
                for (int i = 0; i < count; ++i) {
                    const unsigned left = limits[i] & ~first & ~second;
                    if (!(left & (left - 1))) third = left ? third & ~left : 0;
                }
                if (!third) continue;
                used[0] = static_cast<Mask>(used[0] | first);
                used[1] = static_cast<Mask>(used[1] | second);
                used[2] = static_cast<Mask>(used[2] | third);
            }
        if (used == all) return false;
        step.begin(Technique::aligned_triplet_exclusion);
        for (int i = 0; i < 3; ++i) {
            step.cells.add(cells[i]);
            step.digits = static_cast<Mask>(step.digits | (all[i] & ~used[i]));
            step.take(position, cells[i], all[i] & ~used[i]);
        }
        return true;
    }
};

inline bool find_aligned_triplet(const Position& position, Step& step) { return AlignedTriplets(position).find(step); }

}  // namespace engine::rating
