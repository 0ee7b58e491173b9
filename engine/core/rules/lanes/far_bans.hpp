// What all places of a digit in a house ban from other cells, one puzzle to a lane: locked candidates, and digits that any
// of the places takes by a relation or a move of a chess piece.
#pragma once

#include <algorithm>

#include "rules/lanes/lane_cells.hpp"
#include "rules/lanes/pair_bans.hpp"

namespace engine::rules {

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
        same->digits[digit] |= static_cast<Candidates>(1u << banned);
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
                    chain.nowhere.add(spot_[place]);
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
                const std::uint32_t* const nowhere = chain.nowhere.of;
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
