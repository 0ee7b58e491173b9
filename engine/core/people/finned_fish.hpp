// Finned fish: if a digit were in a cell, two or three units would have all their places of it in fewer units or in a cage,
// which hold it once each.
#pragma once

#include <array>

#include "people/board.hpp"

namespace engine::people {

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
