// Two or three cells are filled in every way together; a way falls if two cells that see each other would be equal, or
// if it takes all candidates of a cell that sees them all. A candidate that no remaining way uses goes.
#pragma once

#include <algorithm>

#include "rating/step.hpp"

namespace engine::rating {

// The cells worth trying, and for each the cells of 2 to `Degree` candidates that it sees.
template <class Board, int Degree>
struct Excluders {
    std::array<std::uint8_t, Board::most_cells> base;
    int count = 0;
    Cells<Board> is_base{}, small{};

    explicit Excluders(const Position<Board>& position) {
        const auto board = position.board;
        Cells<Board> single;
        for_cells(position.empty, [&](int cell) {
            const int size = size_of(position.candidates[cell]);
            if (size == 1) single.add(cell);
            if (size >= 2 && size <= Degree) small.add(cell);
        });
        for_cells(position.empty, [&](int cell) {
            if (size_of(position.candidates[cell]) < 2) return;
            if ((board->peers[cell] & single).any() || !(board->peers[cell] & small).any()) return;
            base[count++] = static_cast<std::uint8_t>(cell);
            is_base.add(cell);
        });
    }
};

template <class Board>
bool find_aligned_pair(const Position<Board>& position, Step<Board>& step) {
    const auto board = position.board;
    const Excluders<Board, 2> excluders(position);
    for (int j = 1; j < excluders.count; ++j)
        for (int i = 0; i < j; ++i) {
            const int one = excluders.base[i], two = excluders.base[j];
            const Cells<Board> common = excluders.small & board->peers[one] & board->peers[two];
            // A digit goes from one cell when each digit of the other is banned, by a cell of its own or as its equal.
            const int fewest = std::min(size_of(position.candidates[one]), size_of(position.candidates[two]));
            if (common.count() < std::max(2, fewest - board->see(one, two))) continue;
            std::array<Mask, Board::most_size> banned;  // what a digit in one cell forbids in the other
            for (int digit = 0; digit < board->size; ++digit) banned[digit] = board->see(one, two) ? bit(digit) : 0;
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

// The cells below each cell's number.
template <class Board>
inline constexpr auto before = [] {
    std::array<Cells<Board>, Board::most_cells> cells{};
    for (int cell = 1; cell < Board::most_cells; ++cell) {
        cells[cell] = cells[cell - 1];
        cells[cell].add(cell - 1);
    }
    return cells;
}();

template <class Board>
class AlignedTriplets {
public:
    explicit AlignedTriplets(const Position<Board>& position)
        : position(position), board(position.board), excluders(position) {}

    bool find(Step<Board>& step) {
        for (int j = 1; j < excluders.count; ++j)
            for (int i = 0; i < j; ++i) {
                const int one = excluders.base[i], two = excluders.base[j];
                const Cells<Board> common = excluders.small & board->peers[one] & board->peers[two];
                if (common.count() < 2) continue;
                const Cells<Board> third = thirds(one, two) & seen_twice(common);
                if (!third.any()) continue;
                const Freedom freedom(position, one, two, common);
                bool found = false;
                for_cells(third, [&](int three) {
                    if (freedom.spares(position.candidates[three])) return;
                    found = found || try_cells({one, two, three}, common, step);
                });
                if (!found) continue;
                for (const int near : {one, two})
                    for (const int three : board->house_of(near))
                        if (third.has(three) && try_cells({one, two, three}, common, step)) return true;
            }
        return false;
    }

private:
    const Position<Board>& position;
    [[no_unique_address]] typename Board::Handle board;
    const Excluders<Board, 3> excluders;

    // Which digits two cells can take together so that each cell they both see keeps two candidates: then a third cell
    // can take any digit but these two. For most third cells this shows quickly that nothing goes.
    struct Freedom {
        bool all = true;                                  // each digit of one cell is free with some digit of the other
        Mask avoidable = 0;                               // the digits that some free pair does without
        std::array<Mask, Board::most_size> one{}, two{};  // a digit's free partners in the other cell

        Freedom(const Position<Board>& position, int first, int second, const Cells<Board>& common) {
            const auto board = position.board;
            Mask taken = 0;
            std::array<Mask, Board::most_size> partners{};
            for_cells(common, [&](int cell) {
                const Mask digits = position.candidates[cell];
                if (size_of(digits) == 2)
                    taken = static_cast<Mask>(taken | digits);
                else
                    for_bits(digits, [&](int digit) { partners[digit] = static_cast<Mask>(partners[digit] | digits); });
            });
            const Mask others = static_cast<Mask>(position.candidates[second] & ~taken);
            for_bits(position.candidates[first] & ~taken, [&](int digit) {
                const Mask equal = board->see(first, second) ? bit(digit) : 0;
                one[digit] = static_cast<Mask>(others & ~((partners[digit] & ~bit(digit)) | equal));
                for_bits(one[digit], [&](int other) {
                    two[other] = static_cast<Mask>(two[other] | bit(digit));
                    avoidable = static_cast<Mask>(avoidable | (board->full_mask & ~bit(digit) & ~bit(other)));
                });
            });
            for_bits(position.candidates[first], [&](int digit) { all &= one[digit] != 0; });
            for_bits(position.candidates[second], [&](int digit) { all &= two[digit] != 0; });
        }

        // Whether no candidate of the three can go when the third cell has these.
        bool spares(Mask third) const {
            bool spared = all && !(third & ~avoidable);
            if (size_of(third) == 2)
                for_bits(third, [&](int digit) {
                    spared &= !one[digit] || one[digit] & ~third;
                    spared &= !two[digit] || two[digit] & ~third;
                });
            return spared;
        }
    };

    // What at least two of the cells see.
    Cells<Board> seen_twice(const Cells<Board>& cells) const {
        Cells<Board> once, twice;
        for_cells(cells, [&](int cell) {
            twice = twice | (once & board->peers[cell]);
            once = once | board->peers[cell];
        });
        return twice;
    }

    // The third cells to try with a pair: small ones that see one of the pair. Three cells come up as several pairs and
    // their third; pairs come by their second cell, and what came before is left out.
    Cells<Board> thirds(int one, int two) const {
        const Cells<Board> third = excluders.small & excluders.is_base;
        Cells<Board> near = (third & board->peers[one]) | (third & board->peers[two]);
        near.remove(one);
        near.remove(two);
        const Cells<Board> below = before<Board>[one], between = before<Board>[two].without(before<Board>[one]);
        if (third.has(two))
            near = near.without((below | between) & (board->see(one, two) ? Cells<Board>::all() : board->peers[two]));
        if (third.has(one))
            near = near.without(below & (board->see(one, two) ? Cells<Board>::all() : board->peers[one]));
        return near;
    }

    bool try_cells(const std::array<int, 3>& cells, const Cells<Board>& see_two, Step<Board>& step) const {
        const Cells<Board> common = see_two & board->peers[cells[2]];
        std::array<Mask, Board::most_cells> limits;
        int count = 0;
        for_cells(common, [&](int cell) { limits[count++] = position.candidates[cell]; });
        const std::array<Mask, 3> all = {position.candidates[cells[0]], position.candidates[cells[1]],
                                         position.candidates[cells[2]]};
        const bool see_01 = board->see(cells[0], cells[1]), see_02 = board->see(cells[0], cells[2]),
                   see_12 = board->see(cells[1], cells[2]);
        std::array<Mask, 3> used{};
        for (unsigned a = all[0]; a; a &= a - 1) {
            const Mask first = bit(lowest(a));
            unsigned gone = 0;                              // with `first`, from both other cells
            std::array<Mask, Board::most_size> partners{};  // ... and from one when the other takes the digit
            for (int i = 0; i < count; ++i) {
                const Mask left = static_cast<Mask>(limits[i] & ~first);
                if (is_single(left)) gone |= left;
                if (size_of(left) != 2) continue;
                const int low = lowest(left), high = lowest(left & (left - 1));
                partners[low] = static_cast<Mask>(partners[low] | bit(high));
                partners[high] = static_cast<Mask>(partners[high] | bit(low));
            }
            for (unsigned b = all[1] & ~(gone | (see_01 ? first : 0)); b; b &= b - 1) {
                const Mask second = bit(lowest(b));
                if (used[0] & first && used[1] & second && used[2] == all[2]) continue;
                const unsigned third =
                    all[2] & ~(gone | partners[lowest(b)] | (see_02 ? first : 0) | (see_12 ? second : 0));
                if (!third) continue;
                used[0] = static_cast<Mask>(used[0] | first);
                used[1] = static_cast<Mask>(used[1] | second);
                used[2] = static_cast<Mask>(used[2] | third);
            }
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

template <class Board>
bool find_aligned_triplet(const Position<Board>& position, Step<Board>& step) {
    return AlignedTriplets(position).find(step);
}

}  // namespace engine::rating
