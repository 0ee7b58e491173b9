// Puzzles of size 9 whose rules are houses alone, one puzzle to a lane of the registers, all under the same rules.
//
// The state of a puzzle is 27 words: for each digit and each band of three rows, the cells where the digit may still be.
// Unlike the plain 9x9 search (search/lane_search.hpp) the inference knows nothing of rows and blocks: it goes through a
// list of houses, each three sets of cells, and finds naked singles and what they clear, hidden singles of houses with nine
// cells, and digits that are locked where two houses cross.
#pragma once

#include <vector>

#include "rules/statements.hpp"
#include "search/lane_search.hpp"

namespace engine::rules {

inline constexpr int bands = 3;
inline constexpr std::uint32_t band_cells = (1u << 27) - 1;

// Cells in each band.
struct BandCells {
    std::uint32_t of[bands] = {};

    int count() const { return std::popcount(of[0]) + std::popcount(of[1]) + std::popcount(of[2]); }
    BandCells operator&(const BandCells& other) const {
        return {{of[0] & other.of[0], of[1] & other.of[1], of[2] & other.of[2]}};
    }
    BandCells without(const BandCells& other) const {
        return {{of[0] & ~other.of[0], of[1] & ~other.of[1], of[2] & ~other.of[2]}};
    }
};

// A full house has every digit.
struct HouseCells {
    BandCells cells;
    bool full = false;
};

// A digit that has no place in the rest of a full house is where the house crosses another, and not in the rest of that.
struct Crossing {
    BandCells rest, cleared;
};

// Any houses, each three sets of cells.
struct HousesAlone {
    std::vector<HouseCells> list;
    std::vector<Crossing> crossings;

    // False where the rules say more than that cells of houses differ.
    bool read(const std::vector<Statement>& statements) {
        for (const Statement& one : statements) {
            if (one.kind != Kind::house) return false;
            add(one.cells);
        }
        return true;
    }

    void add(const Cells& cells) {
        HouseCells house;
        for (const int cell : cells) house.cells.of[cell / 27] |= 1u << cell % 27;
        house.full = cells.size() == 9;
        for (const HouseCells& other : list) {
            if ((house.cells & other.cells).count() < 2) continue;
            if (house.full) crossings.push_back({house.cells.without(other.cells), other.cells.without(house.cells)});
            if (other.full) crossings.push_back({other.cells.without(house.cells), house.cells.without(other.cells)});
        }
        list.push_back(house);
    }
};

struct HouseLanes {
    using Word = std::uint32_t;
    using Rules = HousesAlone;
    static constexpr int lanes = lane_count, digits = 9, words_of_digit = bands, cells = 81;

    Lanes word[digits * bands];
    Lanes pair[bands];  // cells with exactly two candidates before the last sweep
    const HousesAlone* rules;

    static WordCells spot(int cell) { return {cell / 27, 1u << cell % 27}; }
    static int cell(int word, int bit) { return 27 * word + bit; }

    Word& at(int index, int lane) { return reinterpret_cast<Word*>(&word[index])[lane]; }
    Word pairs(int band, int lane) const { return pair[band][lane]; }
};

// All bits of the lanes that hold anything.
inline Lanes filled(const Lanes& word) { return (Lanes)(word != 0); }

// All bits of the lanes in which the three words have two bits or more together.
inline Lanes several_bits(const Lanes& a, const Lanes& b, const Lanes& c) {
    const Lanes in_a = filled(a), in_b = filled(b), in_c = filled(c);
    return filled((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1))) | (in_a & in_b) | (in_c & (in_a | in_b));
}

inline Verdict sweep(HouseLanes& state) {
    Lanes single[bands], missing = {}, open = {}, changed = {};
    for (int b = 0; b < bands; ++b) {
        Lanes one = {}, two = {}, three = {};
        for (int d = 0; d < 9; ++d) {
            const Lanes& candidates = state.word[bands * d + b];
            three |= two & candidates;
            two |= one & candidates;
            one |= candidates;
        }
        single[b] = one & ~two;
        state.pair[b] = two & ~three;
        missing |= ~one & band_cells;
        open |= two;
    }
    Lanes kept[9 * bands], hidden[9 * bands], placed[bands] = {};
    for (int d = 0; d < 9; ++d) {
        const Lanes* const here = state.word + bands * d;
        const Lanes known[bands] = {here[0] & single[0], here[1] & single[1], here[2] & single[2]};
        Lanes cleared[bands] = {}, alone[bands] = {};
        for (const HouseCells& house : state.rules->list) {
            const Lanes a = here[0] & house.cells.of[0], b = here[1] & house.cells.of[1], c = here[2] & house.cells.of[2];
            const Lanes known_here = (known[0] & house.cells.of[0]) | (known[1] & house.cells.of[1]) |
                                     (known[2] & house.cells.of[2]);
            const Lanes taken = filled(known_here);
            cleared[0] |= taken & house.cells.of[0];
            cleared[1] |= taken & house.cells.of[1];
            cleared[2] |= taken & house.cells.of[2];
            if (!house.full) {  // in a full one that holds a digit twice, another digit has no place in the end
                missing |= several_bits(known[0] & house.cells.of[0], known[1] & house.cells.of[1], known[2] & house.cells.of[2]);
                continue;
            }
            const Lanes last = ~several_bits(a, b, c);
            missing |= ~filled(a | b | c);
            alone[0] |= a & last;
            alone[1] |= b & last;
            alone[2] |= c & last;
        }
        Lanes locked[bands] = {};
        for (const Crossing& crossing : state.rules->crossings) {
            const auto& [a, b, c] = crossing.rest.of;
            const Lanes crosses = (Lanes)(((here[0] & a) | (here[1] & b) | (here[2] & c)) == 0);
            locked[0] |= crosses & crossing.cleared.of[0];
            locked[1] |= crosses & crossing.cleared.of[1];
            locked[2] |= crosses & crossing.cleared.of[2];
        }
        for (int w = 0; w < bands; ++w) {
            const int i = bands * d + w;
            kept[i] = here[w] & (~cleared[w] | known[w]) & ~locked[w];
            hidden[i] = alone[w];
            placed[w] |= alone[w];
        }
    }
    for (int i = 0; i < 9 * bands; ++i) {
        const Lanes next = kept[i] & (~placed[i % bands] | hidden[i]);
        changed |= next ^ state.word[i];
        state.word[i] = next;
    }
    return {nonzero(missing), nonzero(changed), nonzero(open)};
}

}  // namespace engine::rules
