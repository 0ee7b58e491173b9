// Sets of the 81 cells of 9x9 boards in three words, and small functions of registers, for searches with a puzzle to a lane.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <vector>

#include "rules/statements.hpp"
#include "search/lane_search.hpp"

namespace engine::rules {

inline constexpr int bands = 3;

// Cells in each word; which word a cell is in depends on the state of the search.
using BandCells = Diagonals<std::uint32_t>;

// All bits of the lanes that hold anything.
inline Lanes filled(const Lanes& word) { return (Lanes)(word != 0); }

// All bits of the lanes that hold nothing.
inline Lanes empty(const Lanes& word) { return (Lanes)(word == 0); }

// All bits of the lanes in which the three words have two bits or more together.
inline Lanes several_bits(const Lanes& a, const Lanes& b, const Lanes& c) {
    const Lanes in_a = filled(a), in_b = filled(b), in_c = filled(c);
    return filled((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) | (in_a & in_b) | (in_c & (in_a | in_b));
}

// All bits of these lanes.
inline Lanes lanes_of(LaneSet set) {
    Lanes bit = {};
    for (int lane = 0; lane < lane_count; ++lane) bit[lane] = 1u << lane;
    return filled(bit & set);
}

// Cells moved from some places in three words to others: all that move by as many bits between two words go together.
class Moves {
public:
    void add(WordCells from, WordCells to) {
        const int distance = std::countr_zero(to.cells) - std::countr_zero(from.cells);
        std::vector<Move>& list = distance < 0 ? down_[to.word] : up_[to.word];
        const int by = distance < 0 ? -distance : distance;
        for (Move& move : list)
            if (move.from == from.word && move.by == by) {
                move.to |= to.cells;
                return;
            }
        list.push_back({from.word, by, to.cells});
    }

    bool any() const {
        for (int w = 0; w < bands; ++w)
            if (!up_[w].empty() || !down_[w].empty()) return true;
        return false;
    }

    // Adds the moved cells of `from` to `to`: three words each, for several digits.
    template <int digits>
    void apply(const Lanes* from, Lanes* to) const {
        for (int w = 0; w < bands; ++w) {
            if (up_[w].empty() && down_[w].empty()) continue;
            Lanes moved[digits];
            unrolled<digits>([&](int d) { moved[d] = to[bands * d + w]; });
            for (const Move& move : up_[w])
                unrolled<digits>([&](int d) { moved[d] |= (from[bands * d + move.from] << move.by) & move.to; });
            for (const Move& move : down_[w])
                unrolled<digits>([&](int d) { moved[d] |= (from[bands * d + move.from] >> move.by) & move.to; });
            unrolled<digits>([&](int d) { to[bands * d + w] = moved[d]; });
        }
    }

private:
    struct Move {
        int from, by;
        std::uint32_t to;  // the cells that receive something
    };

    std::vector<Move> up_[bands], down_[bands];
};

// What the digits of one cell ban from another at 9x9: by houses and by relations of two cells.

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

    const Bans& between(int cell, int other) const { return of_[81 * cell + other]; }

    // Whether the rules only say which cells differ.
    bool only_differ() const { return only_differ_; }

    // None if all that is banned is what a house of both cells bans.
    Bans beside_houses(int cell, int other) const {
        return in_house_[cell][other] && between(cell, other) == itself ? Bans{} : between(cell, other);
    }

private:
    Bans& at(int cell, int other) { return of_[81 * cell + other]; }

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
                at(cell, other)[d] |= 1u << e;
                at(other, cell)[e] |= 1u << d;
            }
    }

    bool only_differ_ = true;
    std::vector<Bans> of_;
    std::bitset<81> in_house_[81];
};

// What all candidates of a cell ban from another, one puzzle to a lane: cells that differ, and relations of two cells.
class NearBans {
public:
    NearBans() = default;
    // `spot` says where a cell lies in the words.
    template <class Spot>
    NearBans(const PairBans& bans, Spot spot) {
        for (int cell = 0; cell < 81; ++cell)
            for (int other = 0; other < 81; ++other)
                if (const Bans& here = bans.beside_houses(cell, other); here != Bans{})
                    moves_of(here).add(spot(cell), spot(other));
    }

    bool any() const { return !kinds_.empty(); }

    // Adds to `gone` the cells that each digit is banned from. `known` are the cells that it is known to be in.
    void remove(const Lanes* candidates, const Lanes* known, Lanes* gone) const {
        for (const Kind& kind : kinds_) {
            Lanes banning[digit_words];
            if (!kind.itself) find_banning(kind.bans, candidates, banning);
            kind.moves.apply<9>(kind.itself ? known : banning, gone);
        }
    }

private:
    // Pairs of cells with the same bans.
    struct Kind {
        Bans bans;
        bool itself;  // each digit bans only itself
        Moves moves;  // from each cell to those that it bans digits from
    };

    // The cells that ban each digit.
    static void find_banning(const Bans& bans, const Lanes* candidates, Lanes* banning) {
        for (int digit = 0; digit < 9; ++digit) {
            Lanes others[bands] = {};
            for (int d = 0; d < 9; ++d)
                if (!(bans[d] >> digit & 1)) unrolled<bands>([&](int w) { others[w] |= candidates[bands * d + w]; });
            unrolled<bands>([&](int w) { banning[bands * digit + w] = ~others[w]; });
        }
    }

    Moves& moves_of(const Bans& bans) {
        for (Kind& kind : kinds_)
            if (kind.bans == bans) return kind.moves;
        return kinds_.emplace_back(Kind{bans, bans == PairBans::itself, {}}).moves;
    }

    std::vector<Kind> kinds_;
};

// What all places of a digit in a house ban from other cells, one puzzle to a lane: locked candidates, and digits that any
// of the places takes by a relation or a move of a chess piece.
class FarBans {
public:
    // `spot` says where a cell lies in the words; `locks(house)`: the search itself finds what is locked where another house
    // crosses this one.
    template <class Spot, class Locks>
    FarBans(const PairBans& bans, const std::vector<Cells>& houses, Spot spot, Locks locks) {
        for (int cell = 0; cell < 81; ++cell) {
            spot_[cell] = spot(cell);
            home_.add(row_spot(cell), spot(cell));
        }
        std::vector<CellSet> locking;
        for (const Cells& house : houses)
            if (locks(house)) locking.push_back(set_of(house));
        for (int digit = 0; digit < 9; ++digit)
            for (int banned = 0; banned < 9; ++banned) add(bans, digit, banned);
        for (Reach& reach : reaches_)
            for (const Cells& house : houses)
                if (house.size() == 9)
                    add_chains(reach, house, reach.digits[digit_of(reach)] >> digit_of(reach) & 1, locking);
        std::erase_if(reaches_, [](const Reach& reach) { return reach.empty(); });
        for (Reach& reach : reaches_) group_digits(reach);
    }

    // Adds to `gone` what is banned.
    void remove(const Lanes* here, Lanes* gone) const {
        for (const Reach& reach : reaches_)
            for (const SomeDigits& group : reach.groups) remove(reach, group, here, gone);
    }

private:
    // What the places of a house ban in one band: the cells in `reach` of all of them.
    struct Chain {
        BandCells nowhere;  // places that ban nothing there
        int count = 0;
        std::uint8_t cell[9];
        std::uint32_t reach[9];
    };
    // Digits that are looked at together; the last may be there twice.
    using SomeDigits = std::array<std::uint8_t, 3>;
    struct Reach {
        std::vector<CellSet> of;  // where each cell bans
        Bans digits{};            // what each digit bans there
        std::vector<Chain> chains[bands];
        std::vector<SomeDigits> groups;

        bool empty() const { return chains[0].empty() && chains[1].empty() && chains[2].empty(); }
    };

    // Bands of rows, in which the cells that a house reaches lie close together; columns in an order in which few moves lead
    // to the words of the plain search.
    static WordCells row_spot(int cell) {
        const int row = cell / 9, column = cell % 9;
        return {row / 3, 1u << (9 * (row % 3) + 3 * (column % 3) + column / 3)};
    }

    static std::size_t digit_of(const Reach& reach) {
        std::size_t digit = 0;
        while (!reach.digits[digit]) ++digit;
        return digit;
    }

    // A digit bans others from its own cell too.
    void add(const PairBans& bans, int digit, int banned) {
        std::vector<CellSet> of(81);
        bool any = false;
        for (int cell = 0; cell < 81; ++cell) {
            for (int other = 0; other < 81; ++other)
                if (bans.between(cell, other)[digit] >> banned & 1) of[cell].set(other);
            any = any || of[cell].any();
            if (digit != banned) of[cell].set(cell);
        }
        if (!any) return;
        auto same = std::find_if(reaches_.begin(), reaches_.end(), [&](const Reach& one) { return one.of == of; });
        if (same == reaches_.end()) same = reaches_.insert(same, {of, {}, {}, {}});
        same->digits[digit] |= 1u << banned;
    }

    void add_chains(Reach& reach, const Cells& house, bool itself, const std::vector<CellSet>& locking) {
        CellSet useful;
        for (std::size_t i = 0; i < 9; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                CellSet both = reach.of[house[i]] & reach.of[house[j]];
                for (const CellSet& other : locking)
                    if (itself && other[house[i]] && other[house[j]]) both &= ~other;
                useful |= both;
            }
        for (int band = 0; band < bands; ++band) {
            Chain chain;
            for (const int place : house) {
                std::uint32_t cells = 0;
                for (int cell = 27 * band; cell < 27 * band + 27; ++cell)
                    if (reach.of[place][cell] && useful[cell]) cells |= row_spot(cell).cells;
                if (!cells) {
                    chain.nowhere.add(spot_[place].word, spot_[place].cells);
                } else {
                    chain.cell[chain.count] = static_cast<std::uint8_t>(place);
                    chain.reach[chain.count++] = cells;
                }
            }
            if (chain.count) reach.chains[band].push_back(chain);
        }
    }

    static void group_digits(Reach& reach) {
        int count = 0;
        for (std::uint8_t digit = 0; digit < 9; ++digit) {
            if (!reach.digits[digit]) continue;
            if (count++ % 3 == 0) reach.groups.push_back({digit, digit, digit});
            std::fill(reach.groups.back().begin() + (count - 1) % 3, reach.groups.back().end(), digit);
        }
    }

    void remove(const Reach& reach, const SomeDigits& digits, const Lanes* candidates, Lanes* gone) const {
        constexpr int together = 3;
        const Lanes* here[together];
        unrolled<together>([&](int i) { here[i] = candidates + bands * digits[i]; });
        Lanes absent[81][together];
        for (int cell = 0; cell < 81; ++cell)
            unrolled<together>([&](int i) { absent[cell][i] = empty(here[i][spot_[cell].word] & spot_[cell].cells); });
        Lanes banned[together * bands];
        for (int band = 0; band < bands; ++band) {
            Lanes all[together] = {};
            for (const Chain& chain : reach.chains[band]) {
                const std::uint32_t* const nowhere = chain.nowhere.word;
                Lanes left[together];
                unrolled<together>([&](int i) {
                    left[i] = empty((here[i][0] & nowhere[0]) | (here[i][1] & nowhere[1]) | (here[i][2] & nowhere[2]));
                });
                for (int place = 0; place < chain.count; ++place) {
                    const Lanes* const none = absent[chain.cell[place]];
                    unrolled<together>([&](int i) { left[i] &= none[i] | chain.reach[place]; });
                }
                unrolled<together>([&](int i) { all[i] |= left[i]; });
            }
            unrolled<together>([&](int i) { banned[bands * i + band] = all[i]; });
        }
        Lanes moved[together * bands] = {};
        home_.apply<together>(banned, moved);
        for (int i = 0; i < together; ++i)
            for (std::uint32_t rest = reach.digits[digits[i]]; rest; rest &= rest - 1)
                unrolled<bands>([&](int w) { gone[bands * std::countr_zero(rest) + w] |= moved[bands * i + w]; });
    }

    WordCells spot_[81];
    Moves home_;  // from the bands of rows to the words of the search
    std::vector<Reach> reaches_;
};

}  // namespace engine::rules
