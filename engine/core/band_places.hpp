// Where the digits of a 9x9 puzzle may stand, kept up to date while clues come and go.
//
// Each digit stands once in every row, column and block of a solution, so the units that its clues cover are three sets
// of nine, and a clue that goes uncovers exactly its own three.
#pragma once

#include <array>
#include <cstdint>

#include "geometry.hpp"
#include "lane_search.hpp"

namespace engine {

struct BandPlace {
    std::uint8_t band;
    std::uint32_t bit;
};

constexpr BandPlace band_place(int cell) {
    return {static_cast<std::uint8_t>(cell / 27), 1u << (cell % 27)};
}

// The cells of a band that lie in any of three rows, or in any of three blocks.
struct BandFills {
    std::array<std::uint32_t, 8> rows{}, blocks{};

    constexpr BandFills() {
        for (unsigned set = 0; set < 8; ++set)
            for (int cell = 0; cell < 27; ++cell) {
                if (set >> (cell / 9) & 1) rows[set] |= 1u << cell;
                if (set >> (cell % 9 / 3) & 1) blocks[set] |= 1u << cell;
            }
    }
};

inline constexpr BandFills band_fills{};

class BandPlaces {
public:
    struct Words {
        std::uint32_t band[bands];
    };

    // The full board, or a puzzle (0 for empty).
    void read(const std::uint8_t* puzzle) {
        *this = {};
        for (int b = 0; b < bands; ++b) empty_[b] = band_cells;
        for (int cell = 0; cell < 81; ++cell)
            if (puzzle[cell]) flip(cell, puzzle[cell] - 1);
        for (int d = 0; d < 9; ++d) open_[d] = uncovered(d, 0, 0, 0);
    }

    void remove(int cell, int d) {
        flip(cell, d);
        open_[d] = uncovered(d, 0, 0, 0);
    }
    void restore(int cell, int d) { remove(cell, d); }  // a flip undoes a flip

    // Is the digit the only one for the cell, or the cell the only one for the digit in some unit, once the clue is gone?
    bool forced_without(int cell, int d) const {
        const auto [band, bit] = band_place(cell);
        int others = 0;
        for (int other = 0; other < 9; ++other) others |= open_[other].band[band] & bit;
        if (!others) return true;
        const Words places = places_without(cell, d);
        const std::uint32_t here = places.band[band] & ~bit;
        const std::uint32_t elsewhere = places.band[(band + 1) % bands] | places.band[(band + 2) % bands];
        return !(here & band_fills.rows[1u << (cell % 27 / 9)]) || !(here & band_fills.blocks[1u << (cell % 9 / 3)]) ||
               !((here | elsewhere) & (first_column << (cell % 9)));
    }

    // The puzzle without the clue, its digit forbidden there, as the state of a lane.
    void load_without(int cell, int d, LaneState& state, int lane) const {
        const auto [band, bit] = band_place(cell);
        std::uint32_t empty[bands] = {empty_[0], empty_[1], empty_[2]};
        empty[band] |= bit;
        for (int other = 0; other < 9; ++other)
            for (int b = 0; b < bands; ++b)
                state.at(bands * other + b, lane) = (open_[other].band[b] & empty[b]) | clue_[other].band[b];
        const Words places = places_without(cell, d);
        for (int b = 0; b < bands; ++b) state.at(bands * d + b, lane) = places.band[b] | clue_[d].band[b];
        state.at(bands * d + band, lane) &= ~bit;
    }

private:
    void flip(int cell, int d) {
        const auto [band, bit] = band_place(cell);
        clue_[d].band[band] ^= bit;
        empty_[band] ^= bit;
        rows_[d] ^= 1u << (cell / 9);
        columns_[d] ^= 1u << (cell % 9);
        blocks_[d] ^= 1u << Geometry<3>::block(cell);
    }

    // Cells that no clue of the digit sees, after giving back one row, column and block.
    Words uncovered(int d, std::uint32_t row, std::uint32_t column, std::uint32_t block) const {
        const std::uint32_t rows = rows_[d] & ~row, columns = columns_[d] & ~column, blocks = blocks_[d] & ~block;
        Words words;
        for (int b = 0; b < bands; ++b)
            words.band[b] = band_cells & ~(band_fills.rows[rows >> (3 * b) & 7] | columns * first_column |
                                           band_fills.blocks[blocks >> (3 * b) & 7]);
        return words;
    }

    // Empty cells where the digit may stand once its clue is gone, the clue's own cell among them.
    Words places_without(int cell, int d) const {
        Words words = uncovered(d, 1u << (cell / 9), 1u << (cell % 9), 1u << Geometry<3>::block(cell));
        const auto [band, bit] = band_place(cell);
        for (int b = 0; b < bands; ++b) words.band[b] &= empty_[b] | (b == band ? bit : 0);
        return words;
    }

    Words clue_[9], open_[9];  // cells that hold the digit; cells that none of its clues sees
    std::uint32_t empty_[bands];
    std::uint32_t rows_[9], columns_[9], blocks_[9];
};

}  // namespace engine
