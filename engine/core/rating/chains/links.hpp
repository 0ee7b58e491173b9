// Candidates as *spots*, a digit in a cell, and sets of them.
#pragma once

#include <array>

#include "rating/position.hpp"
#include "rating/units.hpp"

namespace engine::rating {

struct Spot {
    std::uint8_t cell, digit;

    friend bool operator==(const Spot&, const Spot&) = default;
};

constexpr Spot spot_of(int cell, int digit) {
    return {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit)};
}

// By cell, then by digit: the order in which chains are looked for.
template <class Board>
constexpr int index_of(Spot spot) {
    return spot.cell * Board::most_size + spot.digit;
}

// Whether a register has any bit.
typedef std::uint64_t Part __attribute__((vector_size(32), may_alias));

inline bool any_of(const Part& part) {
#if defined(__AVX__)
    // Without the builtin the compiler takes the register apart.
    typedef long long Signed __attribute__((vector_size(32)));
    return !__builtin_ia32_ptestz256((Signed)part, (Signed)part);
#else
    return part[0] | part[1] | part[2] | part[3];
#endif
}

// What sets of a register or several share; those are `Set::parts` of `part(i)`.
template <class Set>
class RegisterSet {
public:
    Set& operator|=(const Set& other) {
        for (int i = 0; i < Set::parts; ++i) own().part(i) |= other.part(i);
        return own();
    }
    Set& operator&=(const Set& other) {
        for (int i = 0; i < Set::parts; ++i) own().part(i) &= other.part(i);
        return own();
    }
    friend Set operator|(Set one, const Set& other) { return one |= other; }
    friend Set operator&(Set one, const Set& other) { return one &= other; }

    bool any() const {
        Part all{};
        for (int i = 0; i < Set::parts; ++i) all |= own().part(i);
        return any_of(all);
    }
    bool meets(const Set& other) const {
        Part all{};
        for (int i = 0; i < Set::parts; ++i) all |= own().part(i) & other.part(i);
        return any_of(all);
    }

private:
    Set& own() { return static_cast<Set&>(*this); }
    const Set& own() const { return static_cast<const Set&>(*this); }
};

// A set of spots: the cells of each digit, and at 9x9 an unused tenth, so that whole registers are combined.
template <class Board>
class SpotSet : public RegisterSet<SpotSet<Board>> {
public:
    Cells<Board>& operator[](int digit) { return cells_[digit]; }
    const Cells<Board>& operator[](int digit) const { return cells_[digit]; }

    bool has(Spot spot) const { return cells_[spot.digit].has(spot.cell); }
    void add(Spot spot) { cells_[spot.digit].add(spot.cell); }

    // Calls `visit(spot)` with each spot, by digit.
    template <class Visit>
    void for_each(Visit visit) const {
        for (int digit = 0; digit < Board::most_size; ++digit)
            cells_[digit].for_each([&](int cell) { visit(spot_of(cell, digit)); });
    }

    // The cells that have a spot of the set.
    Cells<Board> cells() const {
        Cells<Board> all;
        for (const Cells<Board>& of_digit : cells_) all = all | of_digit;
        return all;
    }

    static constexpr int part_words = sizeof(Part) / sizeof(std::uint64_t);
    static constexpr int parts = (Board::most_size * Cells<Board>::words + part_words - 1) / part_words;

    Part& part(int i) { return reinterpret_cast<Part*>(&cells_)[i]; }
    const Part& part(int i) const { return reinterpret_cast<const Part*>(&cells_)[i]; }

private:
    alignas(32) std::array<Cells<Board>, parts * part_words / Cells<Board>::words> cells_{};
};

// The candidates of a position under consecutive numbers, what each rules out when it holds (weak links) and what each
// forces when it does not (strong links).
// Numbers follow the cells, then the digits; the links of a candidate are in the order in which chains follow them:
// the other candidates of its cell, then the same digit in its block, row and column.

// A set of candidates by number.
template <class Board>
struct CandidateSet {
    static constexpr int words = (Board::most_candidates + 63) / 64;
    std::array<std::uint64_t, words> word;

    void clear(int candidates) {
        for (int i = 0; 64 * i < candidates; ++i) word[i] = 0;
    }
    bool has(int i) const { return word[i / 64] >> (i % 64) & 1; }
    void add(int i) { word[i / 64] |= std::uint64_t{1} << (i % 64); }
};

// How a conclusion follows: by the cell, or by the digit's places in a unit (its Kind, plus one).
enum class Cause : std::uint8_t { cell, none = most_kinds + 1 };

constexpr Cause cause_of(Kind kind) { return static_cast<Cause>(kind + 1); }
constexpr Kind kind_of(Cause cause) { return static_cast<Kind>(static_cast<int>(cause) - 1); }

struct Link {
    std::uint16_t to;
    Cause cause;
};

// What a candidate forces by not holding: it is the last but one of its cell, or of a unit.
template <class Board>
struct Forced {
    std::uint8_t count = 0;
    bool in_cell = false;  // the first is by the cell, the others by units
    std::array<Link, 1 + Board::most_kinds> link;

    void add(std::uint16_t to, Cause cause) {
        for (int i = 0; i < count; ++i)
            if (link[i].to == to) return;
        link[count++] = {to, cause};
    }
};

// The candidates of a position under consecutive numbers.
template <class Board>
struct Numbering {
    [[no_unique_address]] typename Board::Handle board{};
    int count = 0;
    std::array<std::uint8_t, Board::most_candidates> cell, digit;
    std::array<std::array<std::uint16_t, Board::most_size>, Board::most_cells>
        number;  // only where the candidate exists

    Spot spot(int candidate) const { return spot_of(cell[candidate], digit[candidate]); }

    template <class Set>
    SpotSet<Board> spots(const Set& of) const {
        SpotSet<Board> spots;
        of.for_each([&](int candidate) { spots.add(spot(candidate)); });
        return spots;
    }

    void set(const Position<Board>& position) { set(position, position.empty); }

    // ... of some cells.
    void set(const Position<Board>& position, const Cells<Board>& cells) {
        board = position.board;
        count = 0;
        for_cells(cells, [&](int c) {
            for_bits(position.candidates[c], [&](int d) {
                cell[count] = static_cast<std::uint8_t>(c);
                digit[count] = static_cast<std::uint8_t>(d);
                number[c][d] = static_cast<std::uint16_t>(count++);
            });
        });
    }
};

// Along which links a chain may go: between digits of a cell, between cells of a unit (for offs; ons always may).
struct Ways {
    bool cells, units;
};

inline constexpr Ways x_ways{false, true}, y_ways{true, false}, xy_ways{true, true};

// Visits what a candidate rules out within a set, as visit(spot, cause), in the order in which chains follow it: the
// other candidates of its cell, then the same digit in its block, row and column. `within` gives a digit's cells of the
// set.
template <Ways ways, class Board, class Within, class Visit>
void for_ruled_out(const Position<Board>& position, Spot spot, Within within, Visit visit) {
    const auto board = position.board;
    const int cell = spot.cell, digit = spot.digit;
    if constexpr (ways.cells)
        for_bits(position.candidates[cell] & ~bit(digit), [&](int other) {
            if (within(other).has(cell)) visit(spot_of(cell, other), Cause::cell);
        });
    Cells<Board> seen = board->peers[cell] & within(digit);
    if (!seen.any()) return;
    for (const Kind kind : board->kinds) {
        const Cells<Board>& here = board->cells[board->unit[kind][cell]];
        for_cells(seen & here, [&](int other) { visit(spot_of(other, digit), cause_of(kind)); });
        seen = seen.without(here);
    }
}

// Visits what a candidate forces by not holding, each once, as visit(spot, cause), in the same order.
template <Ways ways, class Board, class Visit>
void for_forced(const Position<Board>& position, Spot spot, Visit visit) {
    const auto board = position.board;
    const int cell = spot.cell, digit = spot.digit;
    if constexpr (ways.cells)
        if (const Mask others = position.candidates[cell] & ~bit(digit); is_single(others))
            visit(spot_of(cell, lowest(others)), Cause::cell);
    if constexpr (ways.units) {
        int in_block = cell;
        for (const Kind kind : board->kinds) {
            const int unit = board->unit[kind][cell];
            const unsigned others = position.places[digit][unit] & ~bit(board->place[kind][cell]);
            if (!is_single(others)) continue;
            const int other = board->cell[unit][lowest(others)];
            if (other == in_block) continue;
            if (kind == block) in_block = other;
            visit(spot_of(other, digit), cause_of(kind));
        }
    }
}

template <class Board>
struct Links : Numbering<Board> {
    using Numbering<Board>::board, Numbering<Board>::count, Numbering<Board>::cell, Numbering<Board>::digit,
        Numbering<Board>::number;
    static constexpr int capacity = Board::most_candidates * (Board::most_size - 1 + Board::most_peers);
    using Place = std::conditional_t<(capacity < 1 << 16), std::uint16_t, std::int32_t>;  // among the links

    std::array<Place, Board::most_candidates + 1> first;       // its links begin here ...
    std::array<Place, Board::most_candidates> first_in_units;  // ... and those of the same digit here
    std::array<Link, capacity> link;
    std::array<Forced<Board>, Board::most_candidates> forced;

    void set(const Position<Board>& position) {
        Numbering<Board>::set(position);
        int end = 0;
        for (int i = 0; i < count; ++i) {
            const Spot here = this->spot(i);
            first[i] = static_cast<Place>(end);
            first_in_units[i] = static_cast<Place>(end + size_of(position.candidates[here.cell]) - 1);
            for_ruled_out<xy_ways>(
                position, here, [&](int of) -> const Cells<Board>& { return position.with[of]; },
                [&](Spot to, Cause cause) { link[end++] = {number[to.cell][to.digit], cause}; });
            Forced<Board> strong;
            for_forced<xy_ways>(position, here, [&](Spot to, Cause cause) {
                strong.add(number[to.cell][to.digit], cause);
                strong.in_cell |= cause == Cause::cell;
            });
            forced[i] = strong;
        }
        first[count] = static_cast<Place>(end);
    }
};

// What the length of a chain adds to its rating: a tenth for each of 4, 6, 8, 12, 16, 24, 32, ... that it exceeds.
// The length is the number of assumptions and conclusions, less two. Ratings stay the floating-point sums that Sudoku
// Explainer forms, because two of them that should be equal may differ in the last bit, and that decides their order.
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
