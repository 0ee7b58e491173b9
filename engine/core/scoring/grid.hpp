// The units of a 9x9 board, sets of its cells, and masks of digits.
//
// Units are numbered rows first (0 to 8), then columns (9 to 17), then blocks (18 to 26); digits are 1 to 9.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/cell_set.hpp"

namespace engine::scoring {

inline constexpr int cell_count = 81, unit_count = 27, first_column = 9, first_block = 18;

using Cells = CellSet<cell_count>;
using Mask = std::uint16_t;  // digits as bits, from bit 0 for digit 1

inline constexpr Mask all_digits = 0x1ff;

constexpr Mask bit(int digit) { return static_cast<Mask>(1u << (digit - 1)); }
constexpr int count(Mask mask) { return std::popcount(mask); }
constexpr int lowest(Mask mask) { return std::countr_zero(mask) + 1; }
constexpr Mask without(Mask mask, Mask other) { return static_cast<Mask>(mask & ~other); }

using EachDigit = BitsFrom<1>;  // of a mask

constexpr bool disjoint(const Cells& a, const Cells& b) { return !((a.word[0] & b.word[0]) | (a.word[1] & b.word[1])); }
constexpr bool within(const Cells& part, const Cells& whole) {
    return !((part.word[0] & ~whole.word[0]) | (part.word[1] & ~whole.word[1]));
}
constexpr void operator|=(Cells& to, const Cells& cells) { to = to | cells; }
constexpr void operator&=(Cells& to, const Cells& cells) { to = to & cells; }

struct UnitTables {
    std::array<std::array<std::uint8_t, 9>, unit_count> cell{};     // of a unit, in ascending order
    std::array<std::array<std::uint8_t, 3>, cell_count> of_cell{};  // the row, column and block of a cell
    std::array<Cells, unit_count> set{};
    std::array<Cells, cell_count> peers{};

    constexpr UnitTables() {
        constexpr Shape shape = Geometry9::shape;
        std::array<int, unit_count> filled{};
        for (int at = 0; at < cell_count; ++at) {
            of_cell[at] = {static_cast<std::uint8_t>(shape.row(at)),
                           static_cast<std::uint8_t>(first_column + shape.column(at)),
                           static_cast<std::uint8_t>(first_block + shape.block(at))};
            for (const int unit : of_cell[at]) {
                cell[unit][filled[unit]++] = static_cast<std::uint8_t>(at);
                set[unit].add(at);
            }
        }
        for (int at = 0; at < cell_count; ++at) {
            for (const int unit : of_cell[at]) peers[at] |= set[unit];
            peers[at].remove(at);
        }
    }
};

inline constexpr UnitTables units{};

constexpr int row_of(int cell) { return units.of_cell[cell][0]; }
constexpr int column_of(int cell) { return units.of_cell[cell][1] - first_column; }
constexpr int block_of(int cell) { return units.of_cell[cell][2] - first_block; }
constexpr bool see(int a, int b) { return units.peers[a].has(b); }

// The cells that see all of these: every cell if there are none.
inline Cells peers_of_all(const Cells& cells) {
    Cells common = Cells::all();
    for (const int cell : EachCell(cells)) common &= units.peers[cell];
    return common;
}

// A position: the values, the candidates, and two queues of singles in the order in which they appeared.
//
// HoDoKu's choice among several singles is that order, so every change of a candidate goes through `remove` and `place`,
// and both touch units and cells in its order.
struct Spot {
    std::uint8_t cell, digit;

    constexpr bool operator==(const Spot&) const = default;
    constexpr bool operator<(const Spot& other) const {  // by digit, then by cell
        return digit != other.digit ? digit < other.digit : cell < other.cell;
    }
};

constexpr Spot spot(int cell, int digit) { return {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)}; }

class SinglesQueue {
public:
    void add(Spot single) {
        if (end_ < capacity) singles_[end_++] = single;
    }
    bool empty() const { return begin_ >= end_; }
    Spot take() {
        const Spot single = singles_[begin_++];
        if (empty()) clear();
        return single;
    }
    void clear() { begin_ = end_ = 0; }

    int begin() const { return begin_; }
    int end() const { return end_; }
    Spot operator[](int place) const { return singles_[place]; }

    // Removes the first single of the digit in the unit.
    void drop(int unit, int digit) {
        for (int place = begin_; place < end_; ++place)
            if (singles_[place].digit == digit && units.set[unit].has(singles_[place].cell)) {
                for (int after = place + 1; after < end_; ++after) singles_[after - 1] = singles_[after];
                --end_;
                return;
            }
    }

    SinglesQueue() = default;
    SinglesQueue(const SinglesQueue& other) { *this = other; }
    SinglesQueue& operator=(const SinglesQueue& other) {  // only what is in use
        begin_ = other.begin_;
        end_ = other.end_;
        for (int place = begin_; place < end_; ++place) singles_[place] = other.singles_[place];
        return *this;
    }

private:
    static constexpr int capacity = 3 * cell_count;
    std::array<Spot, capacity> singles_;
    int begin_ = 0, end_ = 0;
};

struct Grid {
    std::array<Mask, cell_count> mask{};
    std::array<std::uint8_t, cell_count> value{};                // 0 while empty
    std::array<std::array<std::int8_t, 10>, unit_count> free{};  // [unit][digit]: places that are left
    std::array<std::int8_t, unit_count> open{};                  // empty cells
    std::array<Cells, 10> with{};                                // [digit]: the cells where it is a candidate
    Cells empty{}, clues{};
    int left = cell_count;  // empty cells
    SinglesQueue naked, hidden;

    // Of a position; `filled` has the clues too, `kept` the candidates that remain, if some are already removed, as bits
    // for each cell.
    static Grid of(const std::uint8_t* clues, const std::uint8_t* filled, const std::uint16_t* kept = nullptr) {
        Grid grid;
        grid.mask.fill(all_digits);
        for (auto& counts : grid.free) counts.fill(9);
        grid.open.fill(9);
        grid.empty = Cells::all();
        grid.with.fill(grid.empty);
        for (int cell = 0; cell < cell_count; ++cell) {
            if (filled[cell]) grid.place(cell, filled[cell]);
            if (clues[cell]) grid.clues.add(cell);
        }
        for (int cell = 0; kept && cell < cell_count; ++cell)
            for (const int digit : EachDigit(without(grid.mask[cell], kept[cell]))) grid.remove(cell, digit);
        return grid;
    }

    bool solved() const { return left == 0; }
    bool has(int cell, int digit) const { return mask[cell] & bit(digit); }
    int candidates(int cell) const { return count(mask[cell]); }

    // The empty cells that see no cell with this value: candidates that steps removed are still allowed.
    Cells allowed(int digit) const {
        Cells cells = empty;
        for (int cell = 0; cell < cell_count; ++cell)
            if (value[cell] == digit) cells = cells.without(units.peers[cell]);
        return cells;
    }

    // A cell that loses its last candidate keeps its places in the counts: the position is wrong then, which only
    // forcing nets ever see.
    void remove(int cell, int digit) {
        if (!has(cell, digit)) return;
        mask[cell] = without(mask[cell], bit(digit));
        with[digit].remove(cell);
        if (!mask[cell]) return;
        if (count(mask[cell]) == 1) naked.add(spot(cell, lowest(mask[cell])));
        for (const int unit : units.of_cell[cell]) {
            const int places = --free[unit][digit];
            if (places == 1)
                add_hidden(unit, digit);
            else if (places == 0)
                hidden.drop(unit, digit);
        }
    }

    void place(int cell, int digit) {
        if (value[cell] == digit) return;
        if (!value[cell]) {
            empty.remove(cell);
            for (const int unit : units.of_cell[cell]) --open[unit];
        }
        value[cell] = static_cast<std::uint8_t>(digit);
        const Mask own = mask[cell];
        mask[cell] = 0;
        for (const int other : EachDigit(own)) with[other].remove(cell);
        --left;
        for (const int peer : EachCell(with[digit] & units.peers[cell])) remove(peer, digit);
        for (const int other : EachDigit(own))
            for (const int unit : units.of_cell[cell])
                if (--free[unit][other] == 1 && other != digit) add_hidden(unit, other);
    }

private:
    void add_hidden(int unit, int digit) {
        const Cells places = with[digit] & units.set[unit];
        if (places.any()) hidden.add(spot(places.first(), digit));
    }
};

}  // namespace engine::scoring
