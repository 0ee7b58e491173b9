// Two or three cells are filled in every way together; a way falls if two cells that see each other would be equal, or
// if it takes all candidates of a cell that sees them all. A candidate that no remaining way uses goes.
#pragma once

#include <algorithm>

#include "rating/position.hpp"

namespace engine::rating {

// The cells worth trying, and for each the cells of 2 to `Degree` candidates that it sees.
template <class Board, int Degree>
struct Excluders {
    std::array<std::uint8_t, Board::most_cells> base;
    int count = 0;
    Cells<Board> is_base{}, small{};

    explicit Excluders(const Position<Board>& position) {
        const auto board = position.board;
        const CellsBySize<Board> cells(position);
        small = Degree == 2 ? cells.of[2] : cells.of[2] | cells.of[3];
        for_cells(position.empty.without(cells.of[1]), [&](int cell) {
            if ((board->peers[cell] & cells.of[1]).any() || !(board->peers[cell] & small).any()) return;
            base[count++] = static_cast<std::uint8_t>(cell);
            is_base.add(cell);
        });
    }
};

// Finds the cells that have no candidates but some.
template <class Board>
class Within {
public:
    explicit Within(const Position<Board>& position) {
        fill(low_, position.with.data(), split);
        fill(high_, position.with.data() + split, Board::most_size - split);
    }

    Cells<Board> operator()(unsigned digits) const {
        return low_[digits & ((1 << split) - 1)] & high_[digits >> split];
    }

private:
    static constexpr int split = (Board::most_size + 1) / 2;  // digits below this one have a table of their own
    using Table = std::array<Cells<Board>, 1 << split>;

    static void fill(Table& table, const Cells<Board>* with, int digits) {
        const int all = (1 << digits) - 1;
        table[all] = Cells<Board>::all();
        for (int some = all; some-- > 0;) {
            const int digit = std::countr_one(static_cast<unsigned>(some));
            table[some] = table[some | 1 << digit].without(with[digit]);
        }
    }

    Table low_, high_;
};

// For each cell, the cells with which it may lose a candidate.
template <class Board>
struct Partners {
    std::array<Cells<Board>, Board::most_cells> of{};
    bool any = false;

    void add(int one, int other) {
        of[one].add(other);
        of[other].add(one);
        any = true;
    }
};

// What at least two of the cells see.
template <class Board>
Cells<Board> seen_twice(typename Board::Handle board, const Cells<Board>& cells) {
    Cells<Board> once, twice;
    for_cells(cells, [&](int cell) {
        twice = twice | (once & board->peers[cell]);
        once = once | board->peers[cell];
    });
    return twice;
}

// A digit goes from a cell when each candidate of the other is the same, or lies with it in a cell of two that the
// first sees.
template <class Board>
Partners<Board> partners_in_pairs(const Position<Board>& position, const Changes<Board>& changes,
                                  const Excluders<Board, 2>& excluders) {
    const auto board = position.board;
    const Within<Board> within(position);
    Partners<Board> partners;
    Cells<Board> touched = changes.near(board);
    if (!changes.all)
        for_cells(excluders.is_base & changes.cells, [&](int cell) {
            touched = touched | seen_twice<Board>(board, excluders.small & board->peers[cell]);
        });
    for_cells(excluders.is_base & touched, [&](int cell) {
        const Cells<Board> near = excluders.small & board->peers[cell];
        if (near.count() < 2) return;
        std::array<Mask, Board::most_size> banned{},
            twice{};  // by one cell, and by more, of which one may be the other
        const auto ban = [&](int digit, Mask other) {
            twice[digit] |= (banned[digit] & other);
            banned[digit] |= other;
        };
        for_cells(near, [&](int other) {
            const Mask digits = position.candidates[other];
            const int low = lowest(digits), high = lowest(digits & (digits - 1));
            ban(low, bit(high));
            ban(high, bit(low));
        });
        for_bits(position.candidates[cell], [&](int digit) {
            if (!banned[digit]) return;
            const Cells<Board> apart = within(banned[digit] | bit(digit)).without(near & position.with[digit]);
            const Cells<Board> seen = (apart | within(twice[digit] | bit(digit))) & board->peers[cell];
            for_cells((seen | within(banned[digit])) & excluders.is_base,
                      [&](int other) { partners.add(cell, other); });
        });
    });
    return partners;
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
bool find_aligned_pair(const Position<Board>& position, const Changes<Board>& changes, Step<Board>& step) {
    const auto board = position.board;
    const Excluders<Board, 2> excluders(position);
    const Partners<Board> partners = partners_in_pairs(position, changes, excluders);
    if (!partners.any) return false;
    bool found = false;
    for_cells(excluders.is_base, [&](int two) {
        for_cells(partners.of[two] & before<Board>[two], [&](int one) {
            if (found) return;
            const Cells<Board> common = excluders.small & board->peers[one] & board->peers[two];
            // A digit goes from one cell when each digit of the other is banned, by a cell of its own or as its equal.
            const int fewest = std::min(size_of(position.candidates[one]), size_of(position.candidates[two]));
            if (common.count() < std::max(2, fewest - board->see(one, two))) return;
            std::array<Mask, Board::most_size> banned;  // what a digit in one cell forbids in the other
            for (int digit = 0; digit < board->size; ++digit) banned[digit] = board->see(one, two) ? bit(digit) : 0;
            for_cells(common, [&](int cell) {
                const Mask digits = position.candidates[cell];
                const int low = lowest(digits), high = lowest(digits & (digits - 1));
                banned[low] |= bit(high);
                banned[high] |= bit(low);
            });
            const auto gone = [&](int from, int other) {
                Mask digits = 0;
                for_bits(position.candidates[from], [&](int digit) {
                    if (!(position.candidates[other] & ~banned[digit])) digits |= bit(digit);
                });
                return digits;
            };
            const Mask from_one = gone(one, two), from_two = gone(two, one);
            if (!from_one && !from_two) return;
            step.begin(Technique::aligned_pair_exclusion);
            for (const int cell : {one, two}) step.cells.add(cell);
            step.digits = static_cast<Mask>(from_one | from_two);
            step.take(position, one, from_one);
            step.take(position, two, from_two);
            found = true;
        });
    });
    return found;
}

template <class Board>
class AlignedTriplets {
public:
    AlignedTriplets(const Position<Board>& position, const Changes<Board>& changes)
        : position(position), board(position.board), changed(changes.cells), excluders(position) {}

    bool find(Step<Board>& step) {
        for (int j = 1; j < excluders.count; ++j)
            for (int i = 0; i < j; ++i) {
                const int one = excluders.base[i], two = excluders.base[j];
                const Cells<Board> common = excluders.small & board->peers[one] & board->peers[two];
                if (common.count() < 2) continue;
                const bool touched = changed.has(one) || changed.has(two) || (changed & common).any();
                if (!touched && !(changed & (board->peers[one] | board->peers[two])).any()) continue;
                Cells<Board> third = thirds(one, two) & seen_twice<Board>(board, common);
                if (!touched) third = third & changed;
                if (!third.any()) continue;
                const Refused refused(position, one, two, common);
                bool found = false;
                for_cells(third, [&](int three) {
                    if (!refused.may_remove(position.candidates[three])) return;
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
    const Cells<Board>& changed;
    const Excluders<Board, 3> excluders;

    // Which digits of a third cell two cells refuse, taken together, if it sees them and all that both see. If it
    // sees less, they refuse fewer.
    class Refused {
    public:
        Refused(const Position<Board>& position, int first, int second, const Cells<Board>& common) {
            const bool see = position.board->see(first, second);
            std::array<Mask, Board::most_size> by_one{}, of_second;
            std::array<std::array<Mask, Board::most_size>, Board::most_size> by_two{};
            for_cells(common, [&](int cell) {
                const Mask digits = position.candidates[cell];
                for_bits(digits, [&](int digit) {
                    const Mask others = digits & ~bit(digit);
                    if (is_single(others)) return add(by_one[digit], others);
                    const int low = lowest(others), high = lowest(others & (others - 1));
                    add(by_two[digit][low], bit(high));
                    add(by_two[digit][high], bit(low));
                });
            });
            of_second.fill(everything);
            for_bits(position.candidates[first], [&](int one) {
                Mask of_one = everything;
                for_bits(position.candidates[second] & ~(by_one[one] | (see ? bit(one) : 0)), [&](int two) {
                    const Mask here = bit(one) | bit(two) | by_one[one] | by_one[two] | by_two[one][two];
                    of_one &= here;
                    of_second[two] &= here;
                    always_ &= here;
                });
                with_[count_++] = of_one;
            });
            for_bits(position.candidates[second], [&](int two) { with_[count_++] = of_second[two]; });
        }

        // Whether one of the three cells may lose a candidate when the third has these.
        bool may_remove(Mask third) const {
            if (third & always_) return true;
            for (int i = 0; i < count_; ++i)
                if (!(third & ~with_[i])) return true;
            return false;
        }

    private:
        static constexpr Mask everything = static_cast<Mask>(~0);

        static void add(Mask& mask, Mask more) { mask |= more; }

        std::array<Mask, 2 * Board::most_size> with_;  // each digit of the two cells refuses these in any case
        int count_ = 0;
        Mask always_ = everything;
    };

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
                const Mask left = limits[i] & ~first;
                if (is_single(left)) gone |= left;
                if (size_of(left) != 2) continue;
                const int low = lowest(left), high = lowest(left & (left - 1));
                partners[low] |= bit(high);
                partners[high] |= bit(low);
            }
            for (unsigned b = all[1] & ~(gone | (see_01 ? first : 0)); b; b &= b - 1) {
                const Mask second = bit(lowest(b));
                if (used[0] & first && used[1] & second && used[2] == all[2]) continue;
                const unsigned third =
                    all[2] & ~(gone | partners[lowest(b)] | (see_02 ? first : 0) | (see_12 ? second : 0));
                if (!third) continue;
                used[0] |= first;
                used[1] |= second;
                used[2] |= third;
                if (used == all) return false;
            }
        }
        step.begin(Technique::aligned_triplet_exclusion);
        for (int i = 0; i < 3; ++i) {
            step.cells.add(cells[i]);
            step.digits |= (all[i] & ~used[i]);
            step.take(position, cells[i], all[i] & ~used[i]);
        }
        return true;
    }
};

}  // namespace engine::rating
