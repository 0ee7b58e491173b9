// What the digits of one cell ban from another at 9x9: by houses and by relations of two cells.
#pragma once

#include <array>
#include <bitset>
#include <vector>

#include "rules/statements.hpp"

namespace engine::rules {

// For each digit of a cell, the digits that another cell cannot have beside it.
using Bans = std::array<Candidates, 9>;

class PairBans {
public:
    // Each digit bans itself.
    static constexpr Bans itself = [] {
        Bans bans{};
        for (std::size_t d = 0; d < 9; ++d) bans[d] = static_cast<Candidates>(1u << d);
        return bans;
    }();

    PairBans() : of_(81 * 81) {}

    // False if the rules say more than houses and relations of two cells do.
    bool read(const std::vector<Statement>& statements) {
        for (const Statement& one : statements) {
            if (one.kind == Kind::house)
                separate(one.cells);
            else if (one.kind == Kind::relation)
                relate(one.cells[0], one.cells[1], one.numbers);
            else
                return false;
        }
        return true;
    }

    const Bans& between(int cell, int other) const { return of_[static_cast<std::size_t>(81 * cell + other)]; }

    // Whether the rules only say which cells differ.
    bool only_differ() const { return only_differ_; }

    // None if all that is banned is what a house of both cells bans.
    Bans beside_houses(int cell, int other) const {
        return in_house_[cell][other] && between(cell, other) == itself ? Bans{} : between(cell, other);
    }

private:
    Bans& at(int cell, int other) { return of_[static_cast<std::size_t>(81 * cell + other)]; }

    void separate(const Cells& cells) {
        for (const int cell : cells)
            for (const int other : cells) {
                if (other == cell) continue;
                in_house_[cell].set(other);
                for (std::size_t d = 0; d < 9; ++d) at(cell, other)[d] |= itself[d];
            }
    }

    void relate(int cell, int other, const std::vector<int>& allowed) {
        for (std::size_t d = 0; d < 9; ++d) only_differ_ = only_differ_ && allowed[d] == (0x1FF ^ itself[d]);
        for (std::size_t d = 0; d < 9; ++d)
            for (std::size_t e = 0; e < 9; ++e) {
                if (allowed[d] >> e & 1) continue;
                at(cell, other)[d] |= static_cast<Candidates>(1u << e);
                at(other, cell)[e] |= static_cast<Candidates>(1u << d);
            }
    }

    bool only_differ_ = true;
    std::vector<Bans> of_;
    std::bitset<81> in_house_[81];
};

}  // namespace engine::rules
