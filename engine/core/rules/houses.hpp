// Houses: cells that are all different. If they have just as many digits left as cells, each digit has a place: hidden singles.
// Where two houses that hold every digit meet, candidates are locked.
#pragma once

#include <algorithm>
#include <cstring>

#include "rules/peers.hpp"

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
        std::size_t word = 0;
        while (!queue_[word]) ++word;
        const int house = static_cast<int>(64 * word) + std::countr_zero(queue_[word]);
        queue_[word] &= queue_[word] - 1;
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
            if (const Candidates gone = shared & ~only_a & only_b)
                for (const int cell : crossing.only_b)
                    if (!domains.keep(cell, static_cast<Candidates>(~gone))) return false;
            if (const Candidates gone = shared & ~only_b & only_a)
                for (const int cell : crossing.only_a)
                    if (!domains.keep(cell, static_cast<Candidates>(~gone))) return false;
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

}  // namespace engine::rules
