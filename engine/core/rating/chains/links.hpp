// The candidates of a position under consecutive numbers, what each rules out when it holds (weak links) and what each
// forces when it does not (strong links).
// Numbers follow the cells, then the digits; the links of a candidate are in the order in which chains follow them:
// the other candidates of its cell, then the same digit in its block, row and column.
#pragma once

#include "rating/position.hpp"

namespace engine::rating {

inline constexpr int most_candidates = cell_count * digit_count;

// A set of candidates by number.
struct CandidateSet {
    static constexpr int words = (most_candidates + 63) / 64;
    std::array<std::uint64_t, words> word;

    void clear(int candidates) {
        for (int i = 0; 64 * i < candidates; ++i) word[i] = 0;
    }
    bool has(int i) const { return word[i / 64] >> (i % 64) & 1; }
    void add(int i) { word[i / 64] |= std::uint64_t{1} << (i % 64); }
};

// How a conclusion follows: by the cell, or by the digit's places in the block, row or column (as Kind, plus one).
enum class Cause : std::uint8_t { cell, block, row, column, none };

constexpr Cause cause_of(Kind kind) { return static_cast<Cause>(kind + 1); }
constexpr Kind kind_of(Cause cause) { return static_cast<Kind>(static_cast<int>(cause) - 1); }

struct Link {
    std::uint16_t to;
    Cause cause;
};

// What a candidate forces by not holding: it is the last but one of its cell, or of a region.
struct Forced {
    std::uint8_t count = 0;
    bool in_cell = false;  // the first is by the cell, the others by regions
    std::array<Link, 4> link;

    void add(std::uint16_t to, Cause cause) {
        for (int i = 0; i < count; ++i)
            if (link[i].to == to) return;
        link[count++] = {to, cause};
    }
};

struct Links {
    int count = 0;
    std::array<std::uint8_t, most_candidates> cell, digit;
    std::array<std::array<std::uint16_t, digit_count>, cell_count> number;  // only where the candidate exists
    std::array<std::uint16_t, most_candidates + 1> first;                   // its links begin here ...
    std::array<std::uint16_t, most_candidates> first_in_regions;            // ... and those of the same digit here
    std::array<Link, most_candidates * 28> link;
    std::array<Forced, most_candidates> forced;

    void set(const Position& position) {
        count = 0;
        for (int c = 0; c < cell_count; ++c)
            for_bits(position.candidates[c], [&](int d) {
                cell[count] = static_cast<std::uint8_t>(c);
                digit[count] = static_cast<std::uint8_t>(d);
                number[c][d] = static_cast<std::uint16_t>(count++);
            });
        int end = 0;
        const auto add = [&](int c, int d, Cause cause) { link[end++] = {number[c][d], cause}; };
        for (int i = 0; i < count; ++i) {
            const int c = cell[i], d = digit[i];
            first[i] = static_cast<std::uint16_t>(end);
            for_bits(position.candidates[c] & ~bit(d), [&](int other) { add(c, other, Cause::cell); });
            first_in_regions[i] = static_cast<std::uint16_t>(end);
            Forced strong;
            if (const Mask others = static_cast<Mask>(position.candidates[c] & ~bit(d)); is_single(others)) {
                strong.add(number[c][lowest(others)], Cause::cell);
                strong.in_cell = true;
            }
            for (const Kind kind : {block, row, column}) {
                const int region = regions.region[kind][c], own = regions.region[block][c];
                unsigned places = position.places[d][region] & ~bit(regions.place[kind][c]);
                if (is_single(places)) strong.add(number[regions.cell[region][lowest(places)]][d], cause_of(kind));
                if (kind != block) places &= ~regions.overlap[region][own];
                for_bits(places, [&](int place) { add(regions.cell[region][place], d, cause_of(kind)); });
            }
            forced[i] = strong;
        }
        first[count] = static_cast<std::uint16_t>(end);
    }
};

}  // namespace engine::rating
