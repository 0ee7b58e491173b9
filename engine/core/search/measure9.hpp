// The reference search of singles_search.hpp on many 9x9 puzzles together, a puzzle to a lane: the same rounds, the same
// counts, side by side.
//
// A word of the state holds the places of a digit on a diagonal of the blocks (simd/lanes.hpp): empty cells where it is a
// candidate, and the cells that it fills. Which cells are empty is kept apart.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "board/cell_set.hpp"
#include "search/singles_search.hpp"
#include "simd/lanes.hpp"
#include "stop/watch.hpp"

namespace engine {

struct SinglesState {
    Lanes place[digit_words];
    Lanes empty[diagonals];

    std::uint32_t& place_at(int index, int lane) { return reinterpret_cast<std::uint32_t*>(&place[index])[lane]; }
    std::uint32_t& empty_at(int w, int lane) { return reinterpret_cast<std::uint32_t*>(&empty[w])[lane]; }
};

// What one round did in each lane.
struct RoundVerdict {
    LaneSet dead;
    LaneSet filled;  // singles were found and placed
    LaneSet hidden;  // there were no naked singles: the hidden round was run too
};

// A naked round, and a hidden one in the lanes where it found nothing.
inline RoundVerdict singles_round(SinglesState& state) {
    Lanes naked[diagonals], stuck = {}, any_naked = {};
    for (int w = 0; w < diagonals; ++w) {
        UpToFour<Lanes> with;
        for (int d = 0; d < 9; ++d) with.add(state.place[diagonals * d + w] & state.empty[w]);
        stuck |= state.empty[w] & ~with.one;
        naked[w] = with.one & ~with.two;
        any_naked |= naked[w];
    }
    const Lanes naked_lane = (Lanes)(any_naked != 0);  // all ones or zeros
    const Diagonals<Lanes> empty = diagonals_at(state.empty);

    Lanes missing = {}, clash = {}, filled = {}, taken[diagonals] = {};
    Lanes set[digit_words];  // cells that get the digit
    for (int d = 0; d < 9; ++d) {
        const Diagonals<Lanes> all = diagonals_at(state.place + diagonals * d), candidates = all & empty;
        const Lanes rows = all.any(), columns = all.turned().any();
        missing |=
            ~(rows | beside<in_row>(rows)) | ~(rows | beside<in_block>(rows)) | ~(columns | beside<in_column>(columns));
        const Diagonals<Lanes> turned = candidates.turned();
        const Lanes across = candidates.any();
        const Lanes last_across = candidates.one() & ~(beside<in_row>(across) & beside<in_block>(across));
        const Diagonals<Lanes> last_down = turned_back(turned.one() & ~beside<in_column>(turned.any()));
        for (int w = 0; w < diagonals; ++w) {
            const Lanes last = candidates.word[w] & (last_across | last_down.word[w]);
            const Lanes fill = (candidates.word[w] & naked[w]) | (last & ~naked_lane);
            set[diagonals * d + w] = fill;
            clash |= taken[w] & fill;
            taken[w] |= fill;
            filled |= fill;
        }
    }

    for (int d = 0; d < 9; ++d) {
        Lanes* place = state.place + diagonals * d;
        const Diagonals<Lanes> fill = diagonals_at(set + diagonals * d);
        const Lanes across = fill.any(), down = fill.turned().any();
        const Lanes seen_across = beside<in_row>(across) | beside<in_block>(across),
                    seen_down = beside<in_column>(down);
        clash |= (across & seen_across) | (down & (seen_down | beside<in_block>(down)));
        const Diagonals<Lanes> seen = turned_back(seen_down);
        for (int w = 0; w < diagonals; ++w)
            place[w] = (place[w] & ~(across | seen_across | seen.word[w] | taken[w])) | fill.word[w];
    }
    for (int w = 0; w < diagonals; ++w) state.empty[w] &= ~taken[w];
    const LaneSet dead = nonzero(stuck), hidden = ~(nonzero(any_naked) | dead) & all_lanes;
    return {dead | nonzero(clash) | (hidden & nonzero(missing & word_cells)), nonzero(filled), hidden};
}

// Candidate tests of a hidden round: the squares of how many empty cells each row, column and block has.
inline std::int64_t hidden_comparisons(const Diagonals<std::uint32_t>& empty) {
    std::int64_t sum = 0;
    // How many cells of a unit there are on each of its segments, as two binary digits.
    const auto add_square = [&](const Diagonals<std::uint32_t>& cells, std::uint32_t unit) {
        const auto& [a, b, c] = cells.word;
        const std::int64_t count =
            std::popcount((a ^ b ^ c) & unit) + 2 * std::popcount(((a & b) | (a & c) | (b & c)) & unit);
        sum += count * count;
    };
    const Diagonals<std::uint32_t> turned = empty.turned();
    for (int i = 0; i < 9; ++i) {
        const UnitBits units = unit_bits(9 * i + 3 * (i % 3) + i / 3);  // nine cells, no two in the same unit
        add_square(empty, units.row);
        add_square(empty, units.block);
        add_square(turned, units.column);
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
            watch_.step();
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
        std::uint32_t place[digit_words], empty[diagonals];
        int cell;
        Digits untried;
    };

    struct Work {
        std::int64_t row;
        int empty;  // cells of the puzzle
        int depth;  // frames in force, the ones whose last digit is being tried included
        Frame frames[81];
    };

    Metrics& metrics(int lane) { return metrics_[work_[lane].row]; }

    // Puts the next puzzle into the lane; those whose clues break a rule end here.
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
        std::uint32_t place[digit_words], clue[digit_words] = {}, empty[diagonals];
        std::fill_n(place, digit_words, word_cells);
        std::fill_n(empty, diagonals, word_cells);
        bool clash = false;
        for_each_clue(puzzle, [&](int cell) {
            const int first = diagonals * (puzzle[cell] - 1);
            const auto [word, bit] = spot_of(cell);
            clash |= !(place[first + word] & bit);
            for (int w = 0; w < diagonals; ++w) place[first + w] &= ~word_peers[cell].word[w];
            clue[first + word] |= bit;
            empty[word] ^= bit;
        });
        if (clash) return false;
        for (int i = 0; i < digit_words; ++i) state_.place_at(i, lane) = clue[i] | (place[i] & empty[i % diagonals]);
        for (int w = 0; w < diagonals; ++w) state_.empty_at(w, lane) = empty[w];
        work_[lane].empty = count_cells(empty);
        return true;
    }

    static int count_cells(const std::uint32_t (&words)[diagonals]) {
        int count = 0;
        for (const std::uint32_t word : words) count += std::popcount(word);
        return count;
    }

    void place(int lane, int cell, int d) {
        const auto [word, bit] = spot_of(cell);
        for (int other = 0; other < 9; ++other) state_.place_at(diagonals * other + word, lane) &= ~bit;
        for (int w = 0; w < diagonals; ++w) state_.place_at(diagonals * d + w, lane) &= ~word_peers[cell].word[w];
        state_.place_at(diagonals * d + word, lane) |= bit;
        state_.empty_at(word, lane) &= ~bit;
    }

    void count_comparisons(LaneSet busy, LaneSet hidden, const SinglesState& before) {
        for (; busy; busy &= busy - 1) {
            const int lane = std::countr_zero(busy);
            const auto& [a, b, c] = before.empty;
            const Diagonals<std::uint32_t> empty = {a[lane], b[lane], c[lane]};
            std::int64_t& comparisons = metrics(lane).comparisons;
            for (const std::uint32_t cells : empty.word) comparisons += 9 * std::popcount(cells);
            if (hidden >> lane & 1) {
                comparisons += hidden_comparisons(empty);
                if (metrics(lane).nodes == 1 && count_cells(empty.word)) ++metrics(lane).hidden_rounds;
            }
        }
    }

    // False when the lane has no more work.
    bool settle(int lane, bool dead) {
        Metrics& counts = metrics(lane);
        const std::uint32_t empty[] = {state_.empty_at(0, lane), state_.empty_at(1, lane), state_.empty_at(2, lane)};
        if (counts.nodes == 1 && !dead) counts.filled = work_[lane].empty - count_cells(empty);
        if (dead) {
            ++counts.backtracks;
        } else if (empty[0] | empty[1] | empty[2]) {
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
        for (int i = 0; i < digit_words; ++i) frame.place[i] = state_.place_at(i, lane);
        for (int w = 0; w < diagonals; ++w) frame.empty[w] = state_.empty_at(w, lane);
        int fewest = 10;
        for (int cell = 0; cell < 81 && fewest > 2; ++cell) {
            const auto [word, bit] = spot_of(cell);
            if (!(frame.empty[word] & bit)) continue;
            Digits candidates = 0;
            for (int d = 0; d < 9; ++d) candidates |= Digits{(frame.place[diagonals * d + word] & bit) != 0} << d;
            if (std::popcount(candidates) >= fewest) continue;
            fewest = std::popcount(candidates);
            frame.cell = cell;
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
        for (int i = 0; i < digit_words; ++i) state_.place_at(i, lane) = frame.place[i];
        for (int w = 0; w < diagonals; ++w) state_.empty_at(w, lane) = frame.empty[w];
        ++metrics(lane).nodes;
        place(lane, frame.cell, std::countr_zero(frame.untried));
        frame.untried &= frame.untried - 1;
        return true;
    }

    const std::uint8_t* puzzles_;
    std::int64_t count_, next_ = 0;
    Metrics* metrics_;
    Watch<4096> watch_;
    SinglesState state_;
    Work work_[lane_count];
};

}  // namespace engine
