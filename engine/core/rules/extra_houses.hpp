// Puzzles of 9x9 whose rules are the usual ones and which other cells differ: more houses, or pairs of cells. One puzzle to a
// lane of the registers, all under the same rules.
//
// Rows, columns and blocks are left to the sweep of plain puzzles (search/lane_search.hpp). Before it, each further house
// finds what its known cells clear and its hidden singles, and each pair of cells what a known one clears.
#pragma once

#include "rules/house_lanes.hpp"

namespace engine::rules {

struct ExtraHouses {
    using Words = Diagonals<std::uint32_t>;

    struct House {
        Words cells;
        bool full;  // it has every digit
    };
    struct Apart {
        WordCells cell;
        Words peers;  // beside those of houses
    };

    std::vector<House> houses;
    std::vector<Apart> apart;

    // False where a row, column or block is missing, or the rules say more than which cells differ.
    bool read(const std::vector<Statement>& statements) {
        Words peers[81] = {};
        bool any = false;
        int usual = 0;
        for (const Statement& one : statements) {
            if (one.kind == Kind::house && is_unit(one.cells)) {
                ++usual;
            } else if (one.kind == Kind::house) {
                add(one.cells);
            } else if (one.kind == Kind::relation && is_unequal(one)) {
                any = true;
                separate(peers, one.cells[0], one.cells[1]);
                separate(peers, one.cells[1], one.cells[0]);
            } else {
                return false;
            }
        }
        for (int cell = 0; any && cell < 81; ++cell)
            if (peers[cell].any()) apart.push_back({{spot_of(cell).word, spot_of(cell).bit}, peers[cell]});
        return usual == 27;
    }

private:
    static bool is_unit(const Cells& cells) {
        if (cells.size() != 9) return false;
        bool row = true, column = true, block = true;
        for (const int cell : cells) {
            row = row && Geometry9::row(cell) == Geometry9::row(cells[0]);
            column = column && Geometry9::column(cell) == Geometry9::column(cells[0]);
            block = block && Geometry9::block(cell) == Geometry9::block(cells[0]);
        }
        return row || column || block;
    }

    static bool is_unequal(const Statement& relation) {
        for (int d = 0; d < 9; ++d)
            if (relation.numbers[d] != (0x1FF ^ 1 << d)) return false;
        return true;
    }

    void add(const Cells& cells) {
        House house{{}, cells.size() == 9};
        for (const int cell : cells) house.cells.word[spot_of(cell).word] |= spot_of(cell).bit;
        houses.push_back(house);
    }

    static void separate(Words* peers, int cell, int other) {
        if (!Geometry9::see(cell, other)) peers[cell].word[spot_of(other).word] |= spot_of(other).bit;
    }
};

struct ExtraLanes : LaneState {
    using Rules = ExtraHouses;

    const ExtraHouses* rules;

    static WordCells spot(int cell) { return {spot_of(cell).word, spot_of(cell).bit}; }
    static int cell(int word, int bit) { return cell_of(word, bit); }
};

inline Verdict sweep(ExtraLanes& state) {
    Lanes single[diagonals], missing = {}, changed = {};
    for (int w = 0; w < diagonals; ++w) {
        Lanes one = {}, two = {};
        for (int d = 0; d < 9; ++d) {
            const Lanes& candidates = state.word[diagonals * d + w];
            two |= one & candidates;
            one |= candidates;
        }
        single[w] = one & ~two;
    }
    Lanes kept[digit_words], hidden[digit_words], placed[diagonals] = {};
    for (int d = 0; d < 9; ++d) {
        const Lanes* const here = state.word + diagonals * d;
        const Lanes known[diagonals] = {here[0] & single[0], here[1] & single[1], here[2] & single[2]};
        Lanes cleared[diagonals] = {}, apart[diagonals] = {}, alone[diagonals] = {};
        for (const auto& [cells, full] : state.rules->houses) {
            const auto& [a, b, c] = cells.word;
            const Lanes taken = filled((known[0] & a) | (known[1] & b) | (known[2] & c));
            cleared[0] |= taken & a;
            cleared[1] |= taken & b;
            cleared[2] |= taken & c;
            if (!full) {  // in a full one that holds a digit twice, another digit has no place in the end
                missing |= several_bits(known[0] & a, known[1] & b, known[2] & c);
                continue;
            }
            const Lanes in_a = here[0] & a, in_b = here[1] & b, in_c = here[2] & c;
            const Lanes last = ~several_bits(in_a, in_b, in_c);
            missing |= (Lanes)((in_a | in_b | in_c) == 0);
            alone[0] |= in_a & last;
            alone[1] |= in_b & last;
            alone[2] |= in_c & last;
        }
        for (const auto& [cell, peers] : state.rules->apart) {
            const Lanes taken = filled(known[cell.word] & cell.cells);
            apart[0] |= taken & peers.word[0];
            apart[1] |= taken & peers.word[1];
            apart[2] |= taken & peers.word[2];
        }
        for (int w = 0; w < diagonals; ++w) {
            const int i = diagonals * d + w;
            kept[i] = here[w] & (~cleared[w] | known[w]) & ~apart[w];
            hidden[i] = alone[w];
            placed[w] |= alone[w];
        }
    }
    for (int i = 0; i < digit_words; ++i) {
        const Lanes next = kept[i] & (~placed[i % diagonals] | hidden[i]);
        changed |= next ^ state.word[i];
        state.word[i] = next;
    }
    const Verdict verdict = sweep(static_cast<LaneState&>(state));
    return {verdict.dead | nonzero(missing), verdict.changed | nonzero(changed), verdict.open};
}

}  // namespace engine::rules
