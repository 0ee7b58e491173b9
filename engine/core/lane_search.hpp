// Depth-first search on many 9x9 puzzles at once, one puzzle to a lane of the processor's registers.
//
// The state of a puzzle is 27 words: for each digit and each band of three rows, the 27 cells where the digit may
// still stand. One sweep runs the same straight-line inference on every lane; a lane that is dead, solved or stuck is
// then looked after alone, and a lane without work takes the next problem of its task. There is no branch inside the
// inference, which is why a whole register of puzzles costs about as much as one.
//
// The inference looks at each digit twice. Across: the nine rows meet the three blocks of their band in minirows of
// three cells; a digit stands in just one minirow of each row and of each block. Down: the same with columns and
// minicolumns. Where only one minirow is left the others of its row and block are cleared, which covers locked
// candidates and, both ways together, hidden singles.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "lanes.hpp"

namespace engine {

inline constexpr int bands = 3;
inline constexpr int band_words = 9 * bands;  // word of digit d and band b: bands * d + b
inline constexpr std::uint32_t band_cells = (1u << 27) - 1;
inline constexpr std::uint32_t first_row = 0x1FF;
inline constexpr std::uint32_t first_column = 1 | 1 << 9 | 1 << 18;
inline constexpr std::uint32_t row_starts = first_row / 7;                           // bits 0, 3, 6
inline constexpr std::uint32_t minirow_starts = row_starts * first_column;  // bit 0 of each minirow

// Cells whose place in their group of three steps is 0, or 0 and 1, with the groups side by side in the word.
template <int Step>
constexpr std::uint32_t group_part(int places) {
    std::uint32_t part = 0;
    for (int bit = 0; bit < 27; ++bit)
        if (bit / Step % 3 < places) part |= 1u << bit;
    return part;
}

// In a packed word each digit has 27 possible segments in three rows of nine. `beside`: is there another segment in
// the same group of three inside the row (steps of one or three bits)? `above`: at the same place of another row?
template <int Step>
inline Lanes beside(const Lanes& segments) {
    return choose(group_part<Step>(2), segments >> Step, segments << (2 * Step)) |
           choose(group_part<Step>(1), segments >> (2 * Step), segments << Step);
}

inline Lanes above(const Lanes& segments) {
    return either(segments >> 9, segments << 18, segments >> 18) | (segments << 9);
}

// Segments that must hold the digit: the last of a row, column or block, or holding a cell that is already known.
template <int Step>
inline Lanes forced_segments(const Lanes& segments, const Lanes& known, Lanes& missing) {
    const Lanes side = beside<Step>(segments), over = above(segments);
    missing |= ~(segments | side) | ~(segments | over);
    return (segments & ~(side & over)) | known;
}

// Minirows that hold any of the given cells, the three bands packed into one word: bit 9r + 3k + b.
inline Lanes pack_minirows(const Lanes (&cells)[bands]) {
    const Lanes first = either(cells[0], cells[0] >> 1, cells[0] >> 2);
    const Lanes second = either(cells[1] << 1, cells[1], cells[1] >> 1);
    const Lanes third = either(cells[2] << 2, cells[2] << 1, cells[2]);
    return choose(minirow_starts, first, choose(minirow_starts << 1, second, third)) & band_cells;
}

// Minicolumns that hold any of the given cells: bit 9b + column.
inline Lanes pack_minicolumns(const Lanes (&cells)[bands]) {
    const Lanes first = either(cells[0], cells[0] >> 9, cells[0] >> 18);
    const Lanes second = either(cells[1] << 9, cells[1], cells[1] >> 9);
    const Lanes third = either(cells[2] << 18, cells[2] << 9, cells[2]);
    return choose(first_row, first, choose(first_row << 9, second, third)) & band_cells;
}

inline Lanes unpack_minirows(const Lanes& packed, int band) {
    const Lanes starts = (packed >> band) & minirow_starts;
    return (starts << 3) - starts;
}

inline Lanes unpack_minicolumns(const Lanes& packed, int band) {
    const Lanes columns = (packed >> (9 * band)) & first_row;
    return either(columns, columns << 9, columns << 18);
}

// What one sweep found out about each lane.
struct Verdict {
    LaneSet dead;     // some cell or unit has no place left
    LaneSet changed;  // candidates went; sweep again
    LaneSet open;     // some cell had two or more candidates before the sweep
};

struct LaneState {
    Lanes word[band_words];
    Lanes pair[bands];  // cells with exactly two candidates before the last sweep

    std::uint32_t& at(int index, int lane) { return reinterpret_cast<std::uint32_t*>(&word[index])[lane]; }
    std::uint32_t pairs(int band, int lane) const { return pair[band][lane]; }
};

// Cells of one band; none where `cells` is 0.
struct BandCells {
    int band;
    std::uint32_t cells;
};

constexpr std::uint32_t lowest(std::uint32_t cells) { return cells & -cells; }

inline Verdict sweep(LaneState& state) {
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
        missing |= ~one;
        open |= two;
    }

    Lanes kept[band_words], hidden[band_words], placed[bands] = {};
    for (int d = 0; d < 9; ++d) {
        const Lanes* candidates = state.word + bands * d;
        const Lanes here[bands] = {candidates[0], candidates[1], candidates[2]};
        const Lanes known[bands] = {here[0] & single[0], here[1] & single[1], here[2] & single[2]};
        const Lanes across = forced_segments<3>(pack_minirows(here), pack_minirows(known), missing);
        const Lanes down = forced_segments<1>(pack_minicolumns(here), pack_minicolumns(known), missing);
        const Lanes keep_across = ~(beside<3>(across) | above(across));
        const Lanes keep_down = ~(beside<1>(down) | above(down));
        for (int b = 0; b < bands; ++b) {
            const int i = bands * d + b;
            kept[i] = here[b] & unpack_minirows(keep_across, b) & unpack_minicolumns(keep_down, b);
            hidden[i] = kept[i] & unpack_minirows(across, b) & unpack_minicolumns(down, b);
            placed[b] |= hidden[i];
        }
    }
    for (int i = 0; i < band_words; ++i) {
        const Lanes next = kept[i] & (~placed[i % bands] | hidden[i]);
        changed |= next ^ state.word[i];
        state.word[i] = next;
    }
    return {nonzero(missing & band_cells), nonzero(changed), nonzero(open)};
}

// Runs a task to its end. A task offers
//   bool load(int lane, LaneState&)             put the lane's next problem in place; false: no more
//   BandCells branch(int lane, LaneState&)      where inference ends: the cell to guess in; none: there is a solution
//   bool solved(int lane, LaneState&)           a solution was found; true: look for another one
//   void exhausted(int lane)                    there is no further solution
template <class Task>
class LaneSearch {
public:
    explicit LaneSearch(Task& task) : task_(task) {}

    void run() {
        std::memset(&state_, 0, sizeof state_);
        LaneSet busy = 0;
        for (int lane = 0; lane < lane_count; ++lane) busy |= LaneSet{start(lane)} << lane;
        while (busy) {
            const Verdict verdict = sweep(state_);
            for (LaneSet settled = busy & (verdict.dead | ~verdict.changed); settled; settled &= settled - 1) {
                const int lane = std::countr_zero(settled);
                const LaneSet bit = LaneSet{1} << lane;
                if (!settle(lane, verdict.dead & bit, verdict.open & bit)) busy &= ~bit;
            }
        }
    }

private:
    static constexpr int deepest = 81;  // a guess settles a cell

    struct Frame {
        std::uint32_t word[band_words];
    };

    // False when the lane has no more work.
    bool settle(int lane, bool dead, bool open) {
        if (!dead && open) {
            const BandCells cell = task_.branch(lane, state_);
            if (cell.cells) {
                guess(lane, cell);
                return true;
            }
        }
        if (!dead && !task_.solved(lane, state_)) return start(lane);
        if (depth_[lane] > 0) {
            resume(lane);
            return true;
        }
        task_.exhausted(lane);
        return start(lane);
    }

    bool start(int lane) {
        depth_[lane] = 0;
        return task_.load(lane, state_);
    }

    // Try the lowest candidate of the cell; the frame keeps the state without it for later.
    void guess(int lane, BandCells cell) {
        int digit = 0;
        while (!(state_.at(bands * digit + cell.band, lane) & cell.cells)) ++digit;
        Frame& frame = frames_[lane][depth_[lane]++];
        for (int i = 0; i < band_words; ++i) frame.word[i] = state_.at(i, lane);
        frame.word[bands * digit + cell.band] ^= cell.cells;
        for (int other = digit + 1; other < 9; ++other) state_.at(bands * other + cell.band, lane) &= ~cell.cells;
    }

    void resume(int lane) {
        const Frame& frame = frames_[lane][--depth_[lane]];
        for (int i = 0; i < band_words; ++i) state_.at(i, lane) = frame.word[i];
    }

    Task& task_;
    LaneState state_;
    int depth_[lane_count] = {};
    Frame frames_[lane_count][deepest];
};

}  // namespace engine
