// The reference search of singles_search.hpp on many 9x9 puzzles at once, a puzzle to a lane: the same rounds, the same
// counts, side by side.
//
// A word of the state holds the places of a digit in a band: empty cells where it is a candidate, and the cells that it
// fills. Which cells are empty stands apart.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "band_places.hpp"
#include "lane_search.hpp"
#include "singles_search.hpp"

namespace engine {

// Cells that share a unit with a cell, by band.
inline constexpr auto band_peers = [] {
    std::array<std::array<std::uint32_t, bands>, 81> peers{};
    for (int cell = 0; cell < 81; ++cell)
        for (int other = 0; other < 81; ++other)
            if (Geometry<3>::see(cell, other)) peers[cell][other / 27] |= 1u << (other % 27);
    return peers;
}();

struct SinglesState {
    Lanes place[band_words];
    Lanes empty[bands];

    std::uint32_t& place_at(int index, int lane) { return reinterpret_cast<std::uint32_t*>(&place[index])[lane]; }
    std::uint32_t& empty_at(int band, int lane) { return reinterpret_cast<std::uint32_t*>(&empty[band])[lane]; }
};

// What one round did in each lane.
struct RoundVerdict {
    LaneSet dead;
    LaneSet filled;  // singles were found and placed
    LaneSet hidden;  // there were no naked singles: the hidden round was run too
};

// Which segments have exactly one cell of a digit; `any` has those with one or more.
struct Segments {
    Lanes any, one;
};

inline Segments count_minirows(const Lanes (&cells)[bands]) {
    Lanes repeated[bands];
    for (int b = 0; b < bands; ++b) {
        const Lanes second = cells[b] >> 1, third = cells[b] >> 2;
        repeated[b] = ((cells[b] & (second | third)) | (second & third)) & minirow_starts;
    }
    const Lanes any = pack_minirows(cells);
    return {any, any & ~(repeated[0] | (repeated[1] << 1) | (repeated[2] << 2))};
}

inline Segments count_minicolumns(const Lanes (&cells)[bands]) {
    Lanes repeated[bands];
    for (int b = 0; b < bands; ++b) {
        const Lanes second = cells[b] >> 9, third = cells[b] >> 18;
        repeated[b] = ((cells[b] & (second | third)) | (second & third)) & first_row;
    }
    const Lanes any = pack_minicolumns(cells);
    return {any, any & ~(repeated[0] | (repeated[1] << 9) | (repeated[2] << 18))};
}

// A naked round, and a hidden one in the lanes where it found nothing.
inline RoundVerdict singles_round(SinglesState& state) {
    Lanes naked[bands], stuck = {}, any_naked = {};
    for (int b = 0; b < bands; ++b) {
        Lanes one = {}, two = {};
        for (int d = 0; d < 9; ++d) {
            const Lanes candidates = state.place[bands * d + b] & state.empty[b];
            two |= one & candidates;
            one |= candidates;
        }
        stuck |= state.empty[b] & ~one;
        naked[b] = one & ~two;
        any_naked |= naked[b];
    }
    const Lanes naked_lane = (Lanes)(any_naked != 0);  // all ones or zeros

    Lanes missing = {}, clash = {}, filled = {}, taken[bands] = {};
    Lanes set[band_words];  // cells that get the digit
    for (int d = 0; d < 9; ++d) {
        const Lanes* place = state.place + bands * d;
        const Lanes all[bands] = {place[0], place[1], place[2]};
        Lanes candidates[bands];
        for (int b = 0; b < bands; ++b) candidates[b] = all[b] & state.empty[b];
        const Lanes rows = pack_minirows(all), columns = pack_minicolumns(all);
        missing |= ~(rows | beside<3>(rows)) | ~(rows | above(rows)) | ~(columns | above(columns));
        const Segments across = count_minirows(candidates), down = count_minicolumns(candidates);
        const Lanes last_across = across.one & ~(beside<3>(across.any) & above(across.any));
        const Lanes last_down = down.one & ~above(down.any);
        for (int b = 0; b < bands; ++b) {
            const Lanes last = candidates[b] & (unpack_minirows(last_across, b) | unpack_minicolumns(last_down, b));
            const Lanes fill = (candidates[b] & naked[b]) | (last & ~naked_lane);
            set[bands * d + b] = fill;
            clash |= taken[b] & fill;
            taken[b] |= fill;
            filled |= fill;
        }
    }

    for (int d = 0; d < 9; ++d) {
        Lanes* place = state.place + bands * d;
        const Lanes fill[bands] = {set[bands * d], set[bands * d + 1], set[bands * d + 2]};
        const Lanes across = pack_minirows(fill), down = pack_minicolumns(fill);
        const Lanes seen_across = beside<3>(across) | above(across), seen_down = above(down);
        clash |= (across & seen_across) | (down & (seen_down | beside<1>(down)));
        for (int b = 0; b < bands; ++b) {
            const Lanes seen = unpack_minirows(across | seen_across, b) | unpack_minicolumns(seen_down, b);
            place[b] = (place[b] & ~seen & ~taken[b]) | fill[b];
        }
    }
    for (int b = 0; b < bands; ++b) state.empty[b] &= ~taken[b];
    const LaneSet dead = nonzero(stuck), hidden = ~(nonzero(any_naked) | dead) & all_lanes;
    return {dead | nonzero(clash) | (hidden & nonzero(missing & band_cells)), nonzero(filled), hidden};
}

// Candidate tests of a hidden round: the squares of how many empty cells each row, column and block has.
inline std::int64_t hidden_comparisons(const std::uint32_t (&empty)[bands]) {
    std::int64_t sum = 0;
    const auto add_square = [&](std::uint32_t cells) {
        const std::int64_t count = std::popcount(cells);
        sum += count * count;
    };
    for (int b = 0; b < bands; ++b)
        for (int i = 0; i < 3; ++i) {
            add_square(empty[b] & band_fills.rows[1 << i]);
            add_square(empty[b] & band_fills.blocks[1 << i]);
        }
    for (int column = 0; column < 9; ++column) {
        // Three cells of each band, side by side: bits 0, 9 and 18, moved by a band's number.
        std::uint32_t cells = 0;
        for (int b = 0; b < bands; ++b) cells |= (empty[b] >> column & first_column) << b;
        add_square(cells);
    }
    return sum;
}

class MeasureLanes {
public:
    MeasureLanes(const std::uint8_t* puzzles, std::int64_t count, Metrics* metrics)
        : puzzles_(puzzles), count_(count), metrics_(metrics) {}

    void run() {
        std::memset(&state_, 0, sizeof state_);
        LaneSet busy = 0;
        for (int lane = 0; lane < lane_count; ++lane) busy |= LaneSet{load(lane)} << lane;
        while (busy) {
            const SinglesState before = state_;
            const RoundVerdict verdict = singles_round(state_);
            count_comparisons(busy, verdict.hidden, before);
            for (LaneSet settled = busy & (verdict.dead | ~verdict.filled); settled; settled &= settled - 1) {
                const int lane = std::countr_zero(settled);
                if (!settle(lane, verdict.dead >> lane & 1)) busy &= ~(LaneSet{1} << lane);
            }
        }
    }

private:
    // The position at a guess, with the digits of the cell that are still to be tried.
    struct Frame {
        std::uint32_t place[band_words], empty[bands];
        int cell;
        Digits untried;
    };

    struct Work {
        std::int64_t row;
        int depth;  // frames in force, the ones whose last digit is being tried included
        Frame frames[81];
    };

    Metrics& metrics(int lane) { return metrics_[work_[lane].row]; }

    // Puts the next puzzle into the lane; those whose givens break a rule end here.
    bool load(int lane) {
        while (next_ < count_) {
            Work& work = work_[lane];
            work.row = next_++;
            work.depth = 0;
            metrics(lane) = {};
            metrics(lane).nodes = 1;
            if (read(lane, puzzles_ + 81 * work.row)) return true;
            metrics(lane).backtracks = 1;
        }
        return false;
    }

    bool read(int lane, const std::uint8_t* puzzle) {
        for (int i = 0; i < band_words; ++i) state_.place_at(i, lane) = band_cells;
        for (int b = 0; b < bands; ++b) state_.empty_at(b, lane) = band_cells;
        for (int cell = 0; cell < 81; ++cell) {
            if (!puzzle[cell]) continue;
            const auto [band, bit] = band_place(cell);
            if (!(state_.place_at(bands * (puzzle[cell] - 1) + band, lane) & bit)) return false;
            place(lane, cell, puzzle[cell] - 1);
        }
        return true;
    }

    void place(int lane, int cell, int d) {
        const auto [band, bit] = band_place(cell);
        for (int other = 0; other < 9; ++other) state_.place_at(bands * other + band, lane) &= ~bit;
        for (int b = 0; b < bands; ++b) state_.place_at(bands * d + b, lane) &= ~band_peers[cell][b];
        state_.place_at(bands * d + band, lane) |= bit;
        state_.empty_at(band, lane) &= ~bit;
    }

    void count_comparisons(LaneSet busy, LaneSet hidden, const SinglesState& before) {
        for (; busy; busy &= busy - 1) {
            const int lane = std::countr_zero(busy);
            const std::uint32_t empty[bands] = {before.empty[0][lane], before.empty[1][lane], before.empty[2][lane]};
            std::int64_t& comparisons = metrics(lane).comparisons;
            for (const std::uint32_t cells : empty) comparisons += 9 * std::popcount(cells);
            if (hidden >> lane & 1) comparisons += hidden_comparisons(empty);
        }
    }

    // False when the lane has no more work.
    bool settle(int lane, bool dead) {
        Metrics& counts = metrics(lane);
        if (dead) {
            ++counts.backtracks;
        } else if (state_.empty_at(0, lane) | state_.empty_at(1, lane) | state_.empty_at(2, lane)) {
            guess(lane);
        } else {
            ++counts.solutions;
        }
        return (counts.solutions < 2 && try_next(lane)) || load(lane);
    }

    // Opens a frame on the empty cell with the fewest candidates, the lowest of them.
    void guess(int lane) {
        Work& work = work_[lane];
        Frame& frame = work.frames[work.depth++];
        for (int i = 0; i < band_words; ++i) frame.place[i] = state_.place_at(i, lane);
        for (int b = 0; b < bands; ++b) frame.empty[b] = state_.empty_at(b, lane);
        int fewest = 10;
        for (int b = 0; b < bands && fewest > 2; ++b)
            for (std::uint32_t rest = frame.empty[b]; rest && fewest > 2; rest &= rest - 1) {
                const std::uint32_t bit = rest & -rest;
                Digits candidates = 0;
                for (int d = 0; d < 9; ++d) candidates |= Digits{(frame.place[bands * d + b] & bit) != 0} << d;
                if (std::popcount(candidates) >= fewest) continue;
                fewest = std::popcount(candidates);
                frame.cell = 27 * b + std::countr_zero(bit);
                frame.untried = candidates;
            }
        Metrics& counts = metrics(lane);
        ++counts.guesses;
        counts.max_depth = std::max<std::int64_t>(counts.max_depth, work.depth);
    }

    // Goes on with the next digit of the deepest guess that has one left; false when there is none.
    bool try_next(int lane) {
        Work& work = work_[lane];
        while (work.depth > 0 && !work.frames[work.depth - 1].untried) --work.depth;
        if (work.depth == 0) return false;
        Frame& frame = work.frames[work.depth - 1];
        for (int i = 0; i < band_words; ++i) state_.place_at(i, lane) = frame.place[i];
        for (int b = 0; b < bands; ++b) state_.empty_at(b, lane) = frame.empty[b];
        ++metrics(lane).nodes;
        place(lane, frame.cell, std::countr_zero(frame.untried));
        frame.untried &= frame.untried - 1;
        return true;
    }

    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    Metrics* metrics_;
    SinglesState state_;
    Work work_[lane_count];
};

}  // namespace engine
