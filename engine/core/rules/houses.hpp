// Houses: cells that are all different. If they have just as many digits left as cells, each digit has a place: hidden singles.
// Where two houses that hold every digit meet, candidates are locked.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "rules/statements.hpp"

namespace engine::rules {

class Houses {
public:
    Houses(int cells, int size) : size_(static_cast<std::size_t>(size)), cells_(static_cast<std::size_t>(cells)) {}

    void add(const Cells& cells) { houses_.push_back(cells); }

    // After the last house: finds where two of them share several cells.
    void connect() {
        queue_.assign((houses_.size() + 63) / 64, 0);
        with_cell_.assign(cells_ * queue_.size(), 0);
        for (std::size_t house = 0; house < houses_.size(); ++house)
            for (const int cell : houses_[house])
                with_cell_[static_cast<std::size_t>(cell) * queue_.size() + house / 64] |= std::uint64_t{1}
                                                                                           << house % 64;
        touched_.assign(houses_.size(), true);
        fresh_ = touched_;
        std::vector<CellSet> sets(houses_.size());
        for (std::size_t a = 0; a < houses_.size(); ++a)
            if (full(a)) sets[a] = set_of(houses_[a]);
        for (std::size_t a = 0; a < houses_.size(); ++a)
            for (std::size_t b = a + 1; full(a) && b < houses_.size(); ++b) {
                if (!full(b)) continue;
                const CellSet shared = sets[a] & sets[b];
                if (shared.count() < 2 || shared.count() == size_) continue;
                crossings_.push_back(
                    {a, b, cells_of(shared), cells_of(sets[a] & ~shared), cells_of(sets[b] & ~shared)});
            }
    }

    void touch(int cell) {
        const std::uint64_t* with_cell = with_cell_.data() + static_cast<std::size_t>(cell) * queue_.size();
        for (std::size_t i = 0; i < queue_.size(); ++i) queue_[i] |= with_cell[i];
    }

    bool waiting() const {
        for (const std::uint64_t houses : queue_)
            if (houses) return true;
        return false;
    }
    void forget() { std::ranges::fill(queue_, 0); }

    bool full(std::size_t house) const { return houses_[house].size() == size_; }

    // Hidden singles of the next house that waits; false if its cells cannot differ. `failed` is the house then.
    bool next(Domains& domains) {
        const int house = take_first(queue_);
        touched_[house] = fresh_[house] = true;
        Candidates once = 0, twice = 0, known = 0;
        for (const int cell : houses_[house]) {
            const Candidates here = domains.of[cell];
            known |= single(here) ? here : Candidates{0};
            twice |= once & here;
            once |= here;
        }
        const int spare = std::popcount(once) - static_cast<int>(houses_[house].size());
        if (spare) return spare > 0 || fail(house);
        Candidates hidden = once & ~twice & ~known;
        if (!hidden) return true;
        for (const int cell : houses_[house]) {
            const Candidates here = domains.of[cell] & hidden;
            if (!here) continue;
            if (!single(here)) return fail(house);
            if (!domains.keep(cell, here)) return false;
        }
        return true;
    }

    // A digit whose places in a house are all shared with another house is removed from the rest of that one.
    bool locked(Domains& domains) {
        for (const Crossing& crossing : crossings_) {
            if (!touched_[crossing.a] && !touched_[crossing.b]) continue;
            Candidates shared = 0, only_a = 0, only_b = 0;
            for (const int cell : crossing.shared) shared |= domains.of[cell];
            for (const int cell : crossing.only_a) only_a |= domains.of[cell];
            for (const int cell : crossing.only_b) only_b |= domains.of[cell];
            if (!domains.remove(shared & ~only_a & only_b, crossing.only_b) ||
                !domains.remove(shared & ~only_b & only_a, crossing.only_a))
                return false;
        }
        if (!touched_.empty()) std::memset(touched_.data(), 0, touched_.size());
        return true;
    }

    // Calls `work(house)` for those that hold every digit and were looked at since the last time; false if that is false.
    template <class Work>
    bool each_fresh(Work work) {
        for (std::size_t house = 0; house < houses_.size(); ++house) {
            if (!fresh_[house] || !full(house)) continue;
            fresh_[house] = false;
            if (!work(house)) return false;
        }
        return true;
    }

    const std::vector<Cells>& list() const { return houses_; }
    std::vector<Cells> full_ones() const {
        std::vector<Cells> all;
        for (const Cells& house : houses_)
            if (house.size() == size_) all.push_back(house);
        return all;
    }
    int failed = -1;

private:
    struct Crossing {
        std::size_t a, b;
        Cells shared, only_a, only_b;
    };

    bool fail(int house) {
        failed = house;
        return false;
    }

    std::size_t size_, cells_;
    std::vector<Cells> houses_;
    std::vector<Crossing> crossings_;
    std::vector<std::uint8_t> touched_,
        fresh_;  // since the last look where they cross, and since the last for confined digits
    std::vector<std::uint64_t> queue_, with_cell_;  // sets of houses: those to look at, and those of each cell
};

// Relations of two cells: what one cell's candidates leave the other, by two lookups.

// For each set of digits of one cell, the digits that the other may have: by the lower and the upper half of the set.
struct RelationTable {
    std::array<Candidates, 256> low{}, high{};

    explicit RelationTable(const std::vector<int>& allowed) {
        const auto fill = [&](std::array<Candidates, 256>& half, std::size_t first) {
            const std::size_t digits = std::min(allowed.size() - std::min(allowed.size(), first), std::size_t{8});
            for (std::size_t set = 1; set < std::size_t{1} << digits; ++set)
                half[set] = half[set & (set - 1)] | static_cast<Candidates>(allowed[first + std::countr_zero(set)]);
        };
        fill(low, 0);
        fill(high, 8);
    }

    Candidates operator()(Candidates digits) const { return low[digits & 0xFF] | high[digits >> 8]; }
};

class Relations {
public:
    explicit Relations(int cells) : of_(static_cast<std::size_t>(cells)) {}

    void add(int first, int second, const std::vector<int>& allowed) {
        of_[first].push_back({static_cast<std::uint8_t>(second), table(allowed)});
        of_[second].push_back({static_cast<std::uint8_t>(first), table(inverse(allowed))});
    }

    bool empty() const { return tables_.empty(); }

    // False if a cell is left without candidates.
    bool react(int cell, Domains& domains) const {
        const Candidates digits = domains.of[cell];
        for (const Side& side : of_[cell])
            if (!domains.keep(side.cell, (*side.table)(digits))) return false;
        return true;
    }

    // What each digit of a cell leaves the cells that it is related to.
    std::map<int, std::vector<Candidates>> from(int cell, int size) const {
        std::map<int, std::vector<Candidates>> related;
        for (const Side& side : of_[cell]) {
            const auto all = static_cast<Candidates>((1u << size) - 1);
            std::vector<Candidates>& leaves = related.try_emplace(side.cell, size, all).first->second;
            for (int d = 0; d < size; ++d) leaves[d] &= (*side.table)(static_cast<Candidates>(1u << d));
        }
        return related;
    }

private:
    struct Side {
        std::uint8_t cell;
        const RelationTable* table;
    };

    static std::vector<int> inverse(const std::vector<int>& allowed) {
        std::vector<int> other(allowed.size());
        for (std::size_t d = 0; d < allowed.size(); ++d)
            for (std::size_t e = 0; e < allowed.size(); ++e) other[e] |= (allowed[d] >> e & 1) << d;
        return other;
    }

    const RelationTable* table(const std::vector<int>& allowed) {
        return &tables_.try_emplace(allowed, allowed).first->second;
    }

    std::vector<std::vector<Side>> of_;
    std::map<std::vector<int>, RelationTable> tables_;
};

// Digits that a house has only two or three places for. Wherever such a digit is, a cell that all these places bear on
// keeps only what it may have beside one of them.
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
        UpToFour<Candidates> held;
        for (const int cell : cells) held.add(domains.of[cell]);
        for (const int digit : Bits(held.two & ~held.four)) {
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
                    related[cell].set(other);
                    leaves[cell][other] = digits;
                }
            for (const Cells& house : houses) {
                sets.emplace_back();
                for (const int cell : house) sets.back().set(cell);
            }
        }

        // The cells that a digit in these places bears on, beyond what houses that cross say.
        CellSet targets(const int (&places)[3]) const {
            CellSet seen, known, any_related;
            seen.set();
            for (const int place : places) {
                any_related |= related[place];
                CellSet here = related[place] | differ[place];
                here.set(place);
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
        const CellSet targets = sight.targets(places), word(~0ull);
        if (targets.none()) return;
        const std::size_t start = effects_.size();
        for (std::size_t first = 0; first < most_cells; first += 64) {
            for (const int bit : Bits((targets >> first & word).to_ullong())) {
                Effect effect{static_cast<int>(first) + bit, {}};
                bool useful = false;
                for (std::size_t d = 0; d < size_; ++d) {
                    for (const int place : places) effect.allowed[d] |= sight.left(place, effect.target, d, all);
                    useful = useful || (effect.allowed[d] | 1u << d) != all;
                }
                if (useful || !sight.related[places[0]][effect.target]) effects_.push_back(effect);
            }
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
