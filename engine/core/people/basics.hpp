// What a person finds without chains: digits that a unit or a cell has nothing else for, candidates that no place of a digit
// allows, subsets, fish, and what named rules say.
#pragma once

#include <array>

#include "people/board.hpp"

namespace engine::people {

// Digits that a unit or a cell has nothing else for, and candidates that no place of a digit allows.

constexpr Candidates bit(int digit) { return static_cast<Candidates>(1u << digit); }

inline Step placing(Machine machine, int cell, int digit, std::vector<int> units = {}) {
    return {.machine = machine, .units = std::move(units), .digits = bit(digit), .cell = cell, .digit = digit};
}

inline void find_full_houses(const Board& board, const Position& at, const Places& places, Found& found) {
    for (int unit = 0; unit < std::ssize(board.units); ++unit) {
        if (std::popcount(places.open(unit)) != 1) continue;
        const int open = board.units[unit].cells[std::countr_zero(places.open(unit))];
        if (rules::single(at.of[open]) &&
            found.add(placing(Machine::full_house, open, std::countr_zero(at.of[open]), {unit})))
            return;
    }
}

inline void find_naked_singles(const Board& board, const Position& at, Found& found) {
    for (int cell = 0; cell < board.cells; ++cell)
        if (!at.filled[cell] && rules::single(at.of[cell]) &&
            found.add(placing(Machine::naked_single, cell, std::countr_zero(at.of[cell]))))
            return;
}

inline void find_hidden_singles(const Board& board, const Places& places, Found& found) {
    places.each(1, 1, [&](int unit, int digit, std::uint32_t here) {
        return found.add(
            placing(Machine::hidden_single, board.units[unit].cells[std::countr_zero(here)], digit, {unit}));
    });
}

// What every one of some cells rules out, if a digit has to be in one of them.
inline std::vector<Loss> ruled_out(const Board& board, const Position& at, const Places& places, const Cells& cells,
                                   int digit) {
    std::vector<Loss> lost;
    CellSet seen = board.sees[cells[0]], near = board.around[cells[0]], related = board.related[cells[0]];
    for (const int cell : cells) seen &= board.sees[cell], near &= board.around[cell], related &= board.related[cell];
    // Where all of them see a cell, and not all are related to it, they rule out nothing but the digit.
    const CellSet some = (seen & places.of_digit(digit)) | (near & (related | ~seen));
    for (const int other : EachCell(some & ~at.filled)) {
        Candidates gone = at.of[other];
        for (const int cell : cells) gone &= board.bans(cell, digit, other);
        if (gone) lost.push_back({other, gone});
    }
    return lost;
}

// A digit whose places in a unit all lie in another unit: the other cells of that lose it.
inline void find_locked(const Board& board, const Places& places, Found& found) {
    places.each(2, board.size / 2 + 2, [&](int unit, int digit, std::uint32_t here) {
        for (const Board::Overlap& overlap : board.overlaps[unit]) {
            const std::uint32_t others = places.of(overlap.unit, digit) & ~overlap.other;
            if (here & ~overlap.own || !others) continue;
            Step step{.machine = Machine::locked,
                      .units = {unit, static_cast<int>(overlap.unit)},
                      .cells = places.cells(unit, here),
                      .digits = bit(digit)};
            for (const int cell : places.cells(overlap.unit, others)) step.lost.push_back({cell, step.digits});
            return found.add(std::move(step));
        }
        return false;
    });
}

// A digit whose places in a unit all rule out the same candidates elsewhere.
inline void find_seen_by_all(const Board& board, const Position& at, const Places& places, Found& found) {
    places.each(2, board.size / 2 + 2, [&](int unit, int digit, std::uint32_t here) {
        Step step{
            .machine = Machine::seen_by_all, .units = {unit}, .cells = places.cells(unit, here), .digits = bit(digit)};
        step.lost = ruled_out(board, at, places, step.cells, digit);
        return !step.lost.empty() && found.add(std::move(step));
    });
}

// So many cells with so many candidates, and so many digits with so many places.

class Subsets {
public:
    Subsets(const Board& board, const Position& at, const Places& places, Found& found)
        : board_(board), at_(at), places_(places), found_(found) {}

    // Cells that see each other: of a unit, of a rule, and pairs anywhere.
    void find_naked(Machine machine, int count) {
        for (std::size_t u = 0; u < board_.units.size() && !found_.full(); ++u)
            naked(machine, count, board_.units[u].cells, static_cast<int>(u));
        for (std::size_t g = 0; g < board_.groups.size() && !found_.full(); ++g)
            naked(machine, count, board_.groups[g], -1);
        if (count == 2) pairs_that_see(machine);
    }

    void find_hidden(Machine machine, int count) {
        for (std::size_t u = 0; u < board_.units.size() && !found_.full(); ++u) {
            std::vector<int> digits;
            std::vector<std::uint32_t> places;
            for (int digit = 0; digit < board_.size; ++digit) {
                const std::uint32_t here = places_.of(u, digit);
                if (std::popcount(here) < 2 || std::popcount(here) > count) continue;
                digits.push_back(digit);
                places.push_back(here);
            }
            each_choice(places.data(), std::ssize(places), count, [&](std::span<const int> some, std::uint32_t held) {
                Step step{.machine = machine, .units = {static_cast<int>(u)}, .cells = places_.cells(u, held)};
                std::ranges::sort(step.cells);
                for (const int i : some) step.digits |= bit(digits[i]);
                for (const int cell : step.cells) step.lose(cell, at_.of[cell] & ~step.digits);
                return !step.lost.empty() && found_.add(std::move(step));
            });
        }
    }

private:
    void naked(Machine machine, int count, const Cells& house, int unit) {
        Cells open;
        std::vector<std::uint32_t> digits;
        for (const int cell : house)
            if (!at_.filled[cell] && std::popcount(at_.of[cell]) <= count && !rules::single(at_.of[cell]))
                open.push_back(cell), digits.push_back(at_.of[cell]);
        each_choice(digits.data(), std::ssize(digits), count, [&](std::span<const int> some, std::uint32_t) {
            Cells cells;
            for (const int i : some) cells.push_back(open[i]);
            return lock(machine, cells, unit);
        });
    }

    void pairs_that_see(Machine machine) {
        for (int cell = 0; cell < board_.cells && !found_.full(); ++cell) {
            if (at_.filled[cell] || std::popcount(at_.of[cell]) != 2) continue;
            for (const int other : EachCell(board_.sees[cell]))
                if (other > cell && at_.of[other] == at_.of[cell] &&
                    lock(machine, {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(other)}, -1))
                    break;
        }
    }

    // Removes the digits of locked cells from those that see all places of one of them.
    bool lock(Machine machine, const Cells& cells, int unit) {
        const Candidates digits = at_.together(cells);
        Candidates gone[most_cells] = {};
        CellSet losing;
        for (const int digit : Bits(digits)) {
            CellSet seen = places_.of_digit(digit);
            for (const int cell : cells)
                if (at_.has(cell, digit)) seen &= board_.sees[cell];
            losing |= seen;
            for (const int other : EachCell(seen)) gone[other] |= 1u << digit;
        }
        if (losing.none()) return false;
        Step step{.machine = machine, .cells = cells, .digits = digits};
        if (unit >= 0) step.units = {unit};
        for (const int cell : EachCell(losing)) step.lost.push_back({cell, gone[cell]});
        return found_.add(std::move(step));
    }

    const Board& board_;
    const Position& at_;
    const Places& places_;
    Found& found_;
};

// Fish: a digit of so many lines of one kind has places in as many of the other kind alone.
inline void find_fish(const Board& board, const Places& places, Machine machine, int count, Found& found) {
    const std::vector<int> lines[2] = {board.units_of(0), board.units_of(1)};
    for (const int base_kind : {0, 1})
        for (int digit = 0; digit < board.size && !found.full(); ++digit) {
            std::vector<int> bases;
            std::vector<std::uint32_t> held;  // the numbers of crossing lines, which are the positions in a line
            for (const int unit : lines[base_kind]) {
                const std::uint32_t here = places.of(static_cast<std::size_t>(unit), digit);
                if (std::popcount(here) < 2 || std::popcount(here) > count) continue;
                bases.push_back(unit);
                held.push_back(here);
            }
            each_choice(held.data(), std::ssize(held), count, [&](std::span<const int> some, std::uint32_t across) {
                Step step{.machine = machine, .digits = bit(digit)};
                CellSet base, cells, covered;
                for (const int i : some) {
                    const auto unit = static_cast<std::size_t>(bases[i]);
                    step.units.push_back(bases[i]);
                    base |= board.units[unit].set;
                    cells |= rules::set_of(places.cells(unit, held[i]));
                }
                for (const int line : Bits(across)) {
                    step.others.push_back(lines[1 - base_kind][line]);
                    covered |= board.units[step.others.back()].set;
                }
                step.cells = rules::cells_of(cells);
                for (const int cell : EachCell(covered & ~base & places.of_digit(digit)))
                    step.lost.push_back({cell, step.digits});
                return !step.lost.empty() && found.add(std::move(step));
            });
        }
}

// Steps by one named rule: what it allows in its cells, and digits that it needs somewhere.

// The changed cells of one step; the rest waits for the next one, so that a sentence stays short.
inline constexpr int most_changed = 5;

// The cells that a conclusion needs to know: each other one may have had all that `before` says, and it would hold. It is
// asked of `holds(known)`, which may change what it is given.
template <class Holds>
Cells reasons(const Cells& cells, const std::vector<Candidates>& now, const std::vector<Candidates>& before,
              Holds holds) {
    std::vector<Candidates> known = now, given;
    Cells found;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (now[i] == before[i]) continue;
        known[i] = before[i];
        given = known;
        if (holds(given)) continue;
        known[i] = now[i];
        found.push_back(cells[i]);
    }
    return found;
}

// Whether cells with the candidates `known` would lose the same. `keep(known)` leaves what they may hold.
template <class Keep>
bool loses(const Cells& cells, std::vector<Candidates>& known, Keep keep, const std::vector<Loss>& lost) {
    if (!keep(known)) return false;
    for (const Loss& loss : lost) {
        const auto place = std::ranges::find(cells, static_cast<std::uint8_t>(loss.cell)) - cells.begin();
        if (known[place] & loss.digits) return false;
    }
    return true;
}

// What a rule or a unit leaves its cells, because of which cells; false if it removes nothing.
template <class Keep>
bool narrow(const Board& board, const Cells& cells, const Position& at, Keep keep, Step& step) {
    const std::vector<Candidates> now = at.candidates(cells);
    std::vector<Candidates> left = now;
    if (!keep(left)) return false;  // a contradiction: no position of a puzzle with a solution has one
    for (std::size_t i = 0; i < now.size() && std::ssize(step.lost) < most_changed; ++i)
        step.lose(cells[i], now[i] & ~left[i]);
    if (step.lost.empty()) return false;
    const std::vector<Candidates> before(now.size(), board.all());
    step.cells = reasons(cells, now, before,
                         [&](std::vector<Candidates>& known) { return loses(cells, known, keep, step.lost); });
    return true;
}

// What named rules of one cost leave their cells.
inline void find_by_rules(const Board& board, const Position& at, const std::vector<Part*>& some, Machine machine,
                          Found& found) {
    const bool alone = machine == Machine::rule;
    for (Part* const part : some) {
        std::vector<Candidates>& settled = part->look(machine).settled;
        if (part->is_as(settled, at.of)) continue;
        Step step{.machine = machine, .part = part->number};
        const auto keep = [&](std::vector<Candidates>& now) {
            return alone ? part->keep(now) : part->keep_ways(now).value_or(true);
        };
        if (!narrow(board, part->cells, at, keep, step))
            settled = at.candidates(part->cells);
        else if (found.add(std::move(step)))
            return;
    }
}

// Digits that a rule needs: without them it cannot hold, so cells that see all their places lose them.
inline void find_needed(const Board& board, const Position& at, const Places& whole, const std::vector<Part*>& some,
                        Found& found) {
    for (Part* part : some) {
        std::vector<Candidates>& settled = part->look(Machine::needed).settled;
        if (part->is_as(settled, at.of)) continue;
        const std::vector<Candidates> now = at.candidates(part->cells);
        bool any = false;
        for (int digit = 0; digit < board.size; ++digit) {
            Cells places;
            bool has = false;
            for (const int cell : part->cells)
                if (at.has(cell, digit)) has = has || at.filled[cell], places.push_back(cell);
            if (has || places.size() < 2) continue;
            Step step{.machine = Machine::needed, .part = part->number, .digits = bit(digit)};
            step.lost = ruled_out(board, at, whole, places, digit);
            if (step.lost.empty()) continue;
            const auto without = [&](std::vector<Candidates>& known) {
                for (Candidates& digits : known)
                    if (!(digits &= ~(1u << digit))) return true;
                return !part->keep(known);
            };
            std::vector<Candidates> known = now;
            if (!without(known)) continue;
            any = true;
            std::vector<Candidates> before = now;
            for (Candidates& digits : before) digits |= board.all() & static_cast<Candidates>(~bit(digit));
            step.cells = reasons(part->cells, now, before, without);
            step.minus = places;
            if (found.add(std::move(step))) return;
        }
        if (!any) settled = at.candidates(part->cells);
    }
}

// Finned fish: if a digit were in a cell, two or three units would have all their places of it in fewer units or in a cage,
// which hold it once each.

class FinnedFish {
public:
    explicit FinnedFish(const Board& board) : board_(board) {
        unit_at_.assign(static_cast<std::size_t>(board_.kinds * board.cells), -1);
        for (std::size_t u = 0; u < board.units.size(); ++u)
            for (const int cell : board.units[u].cells) unit_at_[at(board.units[u].kind, cell)] = static_cast<int>(u);
        for (const std::unique_ptr<Part>& part : board.parts)
            for (const Statement& one : part->statements())
                if (one.kind == Kind::house && one.cells.size() > 2)
                    cages_.push_back({static_cast<int>(board.units.size()) + part->number, rules::set_of(one.cells)});
    }

    void find(const Places& places, Found& found) {
        if (board_.units.size() > most_bases) return;
        for (int digit = 0; digit < board_.size; ++digit) {
            const CellSet& open = places.of_digit(digit);
            if (open == settled_[digit]) continue;
            const std::size_t before = found.steps.size();
            if (gather(places, digit) > 1)
                for (const int cell : EachCell(open))
                    if (look(cell, digit, found)) break;
            if (found.full()) return;
            if (found.steps.size() == before) settled_[digit] = open;
        }
    }
    void forget() { settled_.fill({}); }

private:
    using Bases = std::uint64_t;  // a set of units, by their numbers
    static constexpr std::size_t most_bases = 64;
    static constexpr int most_places = 6;

    // A cage; its number is that of its part, after the numbers of units.
    struct Cage {
        int number;
        CellSet set;
    };

    std::size_t at(int kind, int cell) const { return static_cast<std::size_t>(kind * board_.cells + cell); }

    // Notes the units that have few places of a digit, by cell; returns how many there are.
    int gather(const Places& places, int digit) {
        int count = 0;
        bases_at_.fill(0);
        held_.reset();
        for (std::size_t u = 0; u < board_.units.size(); ++u) {
            const std::uint32_t here = places.of(u, digit);
            if (std::popcount(here) < 2 || std::popcount(here) > most_places) continue;
            ++count;
            for (const int cell : places.cells(u, here)) bases_at_[cell] |= Bases{1} << u, held_.set(cell);
        }
        return count;
    }

    CellSet seen_from(int cell, int digit) const {
        CellSet seen = board_.sees[cell];
        for (const int other : EachCell(board_.around[cell] & ~seen))
            if (board_.bans(cell, digit, other) >> digit & 1) seen.set(other);
        seen.set(cell);
        return seen;
    }

    // Looks for one step in which the cell loses the digit; true if no more steps are wanted.
    bool look(int cell, int digit, Found& found) {
        const CellSet seen = seen_from(cell, digit), left = held_ & ~seen;
        for (int kind = 0; kind < board_.kinds; ++kind)
            if (look_in(kind, cell, digit, left, found)) return found.full();
        for (const Cage& cage : cages_) {
            if ((cage.set & left).count() < 2) continue;
            const Bases within = touching(left & cage.set) & ~touching(left & ~cage.set) & ~bases_at_[cell];
            if (std::popcount(within) > 1 && add(within, cage.set, {cage.number}, cell, digit, left, found))
                return found.full();
        }
        return false;
    }

    Bases touching(const CellSet& cells) const {
        Bases found = 0;
        for (const int cell : EachCell(cells)) found |= bases_at_[cell];
        return found;
    }

    // Units of a kind share no cell, so those that a base touches say where all its places are.
    bool look_in(int kind, int cell, int digit, const CellSet& left, Found& found) {
        Bases outside = bases_at_[cell];
        UpToFour<Bases> held;
        std::array<Bases, most_bases> touch{};
        Bases covers = 0;
        for (const int place : EachCell(left)) {
            const int unit = unit_at_[at(kind, place)];
            if (unit < 0)
                outside |= bases_at_[place];
            else
                touch[unit] |= bases_at_[place], covers |= Bases{1} << unit;
        }
        for (const int cover : Bits(covers)) held.add(touch[cover]);
        const Bases in_one = held.one & ~held.two & ~outside, in_two = held.two & ~held.three & ~outside;
        for (Bases rest = covers; rest; rest &= rest - 1) {
            const int one = std::countr_zero(rest);
            const CellSet& set = board_.units[one].set;
            const Bases alone = in_one & touch[one];
            if (std::popcount(alone) > 1 && add(alone, set, {one}, cell, digit, left, found)) return true;
            for (Bases others = rest & (rest - 1); others; others &= others - 1) {
                const int other = std::countr_zero(others);
                const Bases within = (in_one & (touch[one] | touch[other])) | (in_two & touch[one] & touch[other]);
                if (std::popcount(within) > 2 &&
                    add(within, set | board_.units[other].set, {one, other}, cell, digit, left, found))
                    return true;
            }
        }
        return false;
    }

    // Adds a step if of the units within, one more than there are covers share no place; true if it does.
    bool add(Bases within, const CellSet& covered, std::vector<int> covers, int cell, int digit, const CellSet& left,
             Found& found) const {
        CellSet held;
        std::vector<int> units;
        for (; within && units.size() <= covers.size(); within &= within - 1) {
            const int unit = std::countr_zero(within);
            const CellSet mine = places_of(unit) & left & covered;
            if ((mine & held).any()) continue;
            held |= mine;
            units.push_back(unit);
        }
        if (units.size() <= covers.size()) return false;
        CellSet all;
        for (const int unit : units) all |= places_of(unit);
        const auto gone = static_cast<Candidates>(1u << digit);
        found.add({.machine = Machine::finned_fish,
                   .units = std::move(units),
                   .others = std::move(covers),
                   .cells = rules::cells_of(all & ~held),
                   .minus = rules::cells_of(held),
                   .digits = gone,
                   .lost = {{cell, gone}}});
        return true;
    }

    CellSet places_of(int unit) const {
        CellSet places;
        for (const int cell : board_.units[unit].cells)
            if (bases_at_[cell] >> unit & 1) places.set(cell);
        return places;
    }

    const Board& board_;
    std::vector<int> unit_at_;  // of each kind, the unit of each cell; -1 for none
    std::vector<Cage> cages_;
    // Of the digit that is looked at: the units with a place in each cell, and the cells that are places.
    std::array<Bases, most_cells> bases_at_{};
    CellSet held_;
    std::array<CellSet, most_size> settled_;  // the places of each digit when nothing was found
};

}  // namespace engine::people
