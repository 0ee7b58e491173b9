// Finned fish: if a digit were in a cell, two or three units would have all their places of it in fewer units or cages,
// which hold it once each.
#pragma once

#include <array>

#include "people/places.hpp"

namespace engine::people {

class FinnedFish {
public:
    explicit FinnedFish(const Board& board) : board_(board) {
        for (std::size_t u = 0; u < board.units.size(); ++u)
            covers_.push_back({static_cast<int>(u), board.units[u].kind, board.units[u].set});
        for (const std::unique_ptr<Part>& part : board.parts)
            for (const Statement& one : part->statements())
                if (one.kind == Kind::house && one.cells.size() > 2)
                    covers_.push_back({static_cast<int>(board.units.size()) + part->number, no_kind, rules::set_of(one.cells)});
    }

    void find(const Places& places, Found& found) {
        for (int digit = 0; digit < board_.size; ++digit) {
            const CellSet& open = places.of_digit(digit);
            if (open == settled_[digit]) continue;
            const std::size_t before = found.steps.size();
            const std::vector<Base> bases = bases_of(places, digit);
            each_cell(open, [&](int cell) { return bases.size() < 2 || !look(bases, cell, digit, found); });
            if (found.full()) return;
            if (found.steps.size() == before) settled_[digit] = open;
        }
    }
    void forget() { settled_.fill({}); }

private:
    static constexpr int no_kind = -1;  // of a cage
    static constexpr int most_places = 6;

    struct Cover {
        int number;  // of a unit; those of parts come after them
        int kind;
        CellSet set;
    };
    // A unit and its places of a digit.
    struct Base {
        int unit;
        CellSet places;
    };

    std::vector<Base> bases_of(const Places& places, int digit) const {
        std::vector<Base> bases;
        for (std::size_t u = 0; u < board_.units.size(); ++u) {
            const std::uint32_t here = places.of(u, digit);
            if (const int count = std::popcount(here); count > 1 && count <= most_places)
                bases.push_back({static_cast<int>(u), rules::set_of(places.cells(u, here))});
        }
        return bases;
    }

    CellSet seen_from(int cell, int digit) const {
        CellSet seen = board_.sees[cell];
        each_cell(board_.around[cell] & ~seen, [&](int other) {
            if (board_.bans(cell, digit, other) >> digit & 1) seen.set(static_cast<std::size_t>(other));
            return true;
        });
        seen.set(static_cast<std::size_t>(cell));
        return seen;
    }

    bool look(const std::vector<Base>& bases, int cell, int digit, Found& found) const {
        const CellSet seen = seen_from(cell, digit);
        std::vector<Base> left;  // with the places that the cell does not see
        for (const Base& base : bases)
            if (!base.places[cell] && (base.places & ~seen).any()) left.push_back({base.unit, base.places & ~seen});
        std::vector<const Cover*> near;  // those with places of two units
        for (const Cover& cover : covers_)
            if (std::ranges::count_if(left, [&](const Base& base) { return (base.places & cover.set).any(); }) > 1)
                near.push_back(&cover);
        for (std::size_t i = 0; i < near.size(); ++i) {
            if (within(bases, left, near[i], nullptr, cell, digit, found)) return found.full();
            for (std::size_t j = i + 1; j < near.size(); ++j)
                if (near[i]->kind == near[j]->kind && (near[i]->set & near[j]->set).none() &&
                    within(bases, left, near[i], near[j], cell, digit, found))
                    return found.full();
        }
        return false;
    }

    // One unit more than there are covers (one or two), apart from each other, with all their places in these.
    bool within(const std::vector<Base>& bases, const std::vector<Base>& left, const Cover* one, const Cover* other, int cell,
                int digit, Found& found) const {
        const CellSet outside = ~(other ? one->set | other->set : one->set);
        const int wanted = other ? 3 : 2;
        CellSet held;
        int units[3], count = 0;
        for (const Base& base : left) {
            if ((base.places & (outside | held)).any()) continue;
            held |= base.places;
            units[count++] = base.unit;
            if (count == wanted) break;
        }
        if (count < wanted) return false;
        Step step{Machine::finned_fish};
        step.units.assign(units, units + count);
        step.others = {one->number};
        if (other) step.others.push_back(other->number);
        CellSet all;
        for (const Base& base : bases)
            if (std::ranges::find(step.units, base.unit) != step.units.end()) all |= base.places;
        step.cells = rules::cells_of(all & ~held);
        step.minus = rules::cells_of(held);
        step.digits = static_cast<Candidates>(1u << digit);
        step.lost.push_back({cell, step.digits});
        found.add(std::move(step));
        return true;
    }

    const Board& board_;
    std::vector<Cover> covers_;
    std::array<CellSet, most_size> settled_;  // the places of each digit when nothing was found
};

}  // namespace engine::people
