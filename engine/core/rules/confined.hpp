// Digits that a house has only two or three places for. Wherever such a digit is, a cell that all these places bear on
// keeps only what it may have beside one of them.
#pragma once

#include "rules/houses.hpp"
#include "rules/relations.hpp"

namespace engine::rules {

class Confined {
public:
    // Without what two crossing houses say by themselves.
    Confined(const Houses& houses, const Relations& relations, const Peers& differ, int size)
        : size_(static_cast<std::size_t>(size)), firsts_(houses.list().size() * size_ * size_ * size_), effects_(1) {
        const Sight sight(houses.full_ones(), relations, differ, size);
        for (std::size_t house = 0; house < houses.list().size(); ++house)
            for (std::size_t i = 0; houses.full(house) && i < size_; ++i)
                for (std::size_t j = i + 1; j < size_; ++j)
                    for (std::size_t k = j; k < size_; ++k) add(houses.list()[house], house, i, j, k, sight);
    }

    bool any() const { return effects_.size() > 1; }

    bool look(Houses& houses, Domains& domains) const {
        return houses.each_fresh([&](std::size_t house) { return look(house, houses.list()[house], domains); });
    }

private:
    // What a cell may have together with each place, by the digit.
    struct Effect {
        int target = -1;  // none: the end of a list
        std::array<Candidates, most_size> allowed{};
    };

    bool look(std::size_t house, const Cells& cells, Domains& domains) const {
        Candidates one = 0, two = 0, three = 0, four = 0;
        for (const int cell : cells) {
            const Candidates here = domains.of[cell];
            four |= three & here;
            three |= two & here;
            two |= one & here;
            one |= here;
        }
        for (std::uint32_t rest = two & ~four; rest; rest &= rest - 1) {
            const int digit = std::countr_zero(rest);
            std::size_t place[3] = {}, count = 0;
            for (std::size_t i = 0; i < size_ && count < 3; ++i)
                if (domains.of[cells[i]] >> digit & 1) place[count++] = i;
            if (count < 2) continue;  // by now
            for (const Effect* effect = first(house, place[0], place[1], place[count - 1]); effect->target >= 0;
                 ++effect)
                if (!domains.keep(effect->target, effect->allowed[digit])) return false;
        }
        return true;
    }

    std::size_t index(std::size_t house, std::size_t i, std::size_t j, std::size_t k) const {
        return ((house * size_ + i) * size_ + j) * size_ + k;
    }
    const Effect* first(std::size_t house, std::size_t i, std::size_t j, std::size_t k) const {
        return effects_.data() + firsts_[index(house, i, j, k)];
    }

    // Which cells bear on which, while the effects are found.
    struct Sight {
        Sight(const std::vector<Cells>& houses, const Relations& relations, const Peers& peers, int size)
            : differ(peers) {
            const std::size_t cells = differ.cells();
            related.resize(cells);
            leaves.resize(cells);
            for (std::size_t cell = 0; cell < cells; ++cell)
                for (const auto& [other, digits] : relations.from(static_cast<int>(cell), size)) {
                    related[cell].set(static_cast<std::size_t>(other));
                    leaves[cell][other] = digits;
                }
            for (const Cells& house : houses) {
                sets.emplace_back();
                for (const int cell : house) sets.back().set(static_cast<std::size_t>(cell));
            }
        }

        // The cells that a digit in these places bears on, beyond what houses that cross say.
        CellSet targets(const int (&places)[3]) const {
            CellSet seen, known, any_related;
            seen.set();
            for (const int place : places) {
                any_related |= related[place];
                CellSet here = related[place] | differ[place];
                here.set(static_cast<std::size_t>(place));
                seen &= here;
            }
            for (const CellSet& house : sets)
                if (house[places[0]] && house[places[1]] && house[places[2]]) known |= house;
            return seen & (any_related | ~known);
        }

        // What the digit in the place leaves the target.
        Candidates left(int place, int target, std::size_t digit, Candidates all) const {
            const auto bit = static_cast<Candidates>(1u << digit);
            if (place == target) return bit;
            if (related[place][target]) all = leaves[place].find(target)->second[digit];
            return differ.differ(place, target) ? static_cast<Candidates>(all & ~bit) : all;
        }

        const Peers& differ;
        std::vector<CellSet> related, sets;
        std::vector<std::map<int, std::vector<Candidates>>> leaves;
    };

    // Two places if the last are the same.
    void add(const Cells& cells, std::size_t house, std::size_t i, std::size_t j, std::size_t k, const Sight& sight) {
        const int places[3] = {cells[i], cells[j], cells[k]};
        const auto all = static_cast<Candidates>((1u << size_) - 1);
        const std::bitset<most_cells> targets = sight.targets(places);
        if (targets.none()) return;
        const std::size_t start = effects_.size();
        for (std::size_t target = targets._Find_first(); target < most_cells; target = targets._Find_next(target)) {
            Effect effect{static_cast<int>(target), {}};
            bool useful = false;
            for (std::size_t d = 0; d < size_; ++d) {
                for (const int place : places) effect.allowed[d] |= sight.left(place, effect.target, d, all);
                useful = useful || (effect.allowed[d] | 1u << d) != all;
            }
            if (useful || !sight.related[places[0]][target]) effects_.push_back(effect);
        }
        if (effects_.size() == start) return;
        firsts_[index(house, i, j, k)] = static_cast<std::uint32_t>(start);
        effects_.emplace_back();
    }

    std::size_t size_;
    std::vector<std::uint32_t> firsts_;  // where the effects of some places begin
    std::vector<Effect> effects_;        // the first list is empty
};

}  // namespace engine::rules
