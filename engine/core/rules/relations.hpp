// Relations of two cells: what one cell's candidates leave the other, by two lookups.
#pragma once

#include <array>
#include <map>

#include "rules/peers.hpp"

namespace engine::rules {

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

}  // namespace engine::rules
