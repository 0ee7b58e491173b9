// Houses that hold every digit: hidden singles, and candidates locked where two houses meet.
#pragma once

#include <cstring>

#include "rules/peers.hpp"

namespace engine::rules {

class Houses {
public:
    Houses(int cells, int size) : all_(static_cast<Candidates>((1u << size) - 1)), of_(static_cast<std::size_t>(cells)) {}

    void add(const Cells& cells) {
        for (const int cell : cells) of_[cell].push_back(static_cast<std::uint16_t>(houses_.size()));
        houses_.push_back(cells);
    }

    // After the last house: finds where two of them share several cells.
    void connect() {
        queued_.assign(houses_.size(), false);
        touched_.assign(houses_.size(), true);
        for (std::size_t a = 0; a < houses_.size(); ++a)
            for (std::size_t b = a + 1; b < houses_.size(); ++b) {
                Crossing crossing{a, b, {}, {}, {}};
                for (const int cell : houses_[a])
                    (contains(houses_[b], cell) ? crossing.shared : crossing.only_a).push_back(
                        static_cast<std::uint8_t>(cell));
                if (crossing.shared.size() < 2 || crossing.only_a.empty()) continue;
                for (const int cell : houses_[b])
                    if (!contains(houses_[a], cell)) crossing.only_b.push_back(static_cast<std::uint8_t>(cell));
                crossings_.push_back(crossing);
            }
    }

    void touch(int cell) {
        for (const int house : of_[cell]) {
            touched_[house] = true;
            if (queued_[house]) continue;
            queued_[house] = true;
            queue_.push_back(static_cast<std::uint16_t>(house));
        }
    }

    bool waiting() const { return !queue_.empty(); }
    void forget() {
        for (const int house : queue_) queued_[house] = false;
        queue_.clear();
    }

    // Hidden singles of the next house that waits; false where a digit has no place. `failed` is the house then.
    bool next(Domains& domains) {
        const int house = queue_.back();
        queue_.pop_back();
        queued_[house] = false;
        Candidates once = 0, twice = 0;
        for (const int cell : houses_[house]) {
            twice |= once & domains.of[cell];
            once |= domains.of[cell];
        }
        if (once != all_) return fail(house);
        Candidates hidden = once & ~twice;
        if (!hidden) return true;
        for (const int cell : houses_[house]) {
            const Candidates here = domains.of[cell] & hidden;
            if (!here) continue;
            if (!single(here)) return fail(house);
            if (!domains.keep(cell, here)) return false;
        }
        return true;
    }

    // A digit that a house has only in the cells it shares with another goes from the others of that one.
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

    const std::vector<Cells>& list() const { return houses_; }
    int failed = -1;

private:
    struct Crossing {
        std::size_t a, b;
        Cells shared, only_a, only_b;
    };

    static bool contains(const Cells& cells, int wanted) {
        for (const int cell : cells)
            if (cell == wanted) return true;
        return false;
    }

    bool fail(int house) {
        failed = house;
        return false;
    }

    Candidates all_;
    std::vector<Cells> houses_;
    std::vector<std::vector<std::uint16_t>> of_;
    std::vector<Crossing> crossings_;
    std::vector<std::uint8_t> queued_, touched_;
    std::vector<std::uint16_t> queue_;
};

}  // namespace engine::rules
