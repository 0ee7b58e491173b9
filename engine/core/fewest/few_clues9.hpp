// Puzzles of few clues on given 9x9 boards, many boards side by side in the lanes of the processor's registers.
//
// A puzzle has a clue in every unavoidable set of its board (unavoidable.hpp). For each board, local search chooses clues
// that meet all sets known so far, and the lane looks for other solutions: what they differ in are further sets to meet.
#pragma once

#include <cstdint>
#include <cstring>

#include "carving/carving.hpp"
#include "fewest/board_words.hpp"
#include "fewest/hitting_search.hpp"

namespace engine {

class FewCluesTask {
public:
    // At most `effort` exchanges of a clue for each number of clues: `clues`, and one more while that is not reached.
    // `proofs`, which may be null, gets how many choices of clues were searched for other solutions.
    FewCluesTask(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, std::int64_t effort,
                 std::uint8_t* out, std::int64_t* proofs)
        : boards_(boards), count_(count), seed_(seed), clues_(clues), effort_(effort), out_(out), proofs_(proofs) {}

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        if (!work.busy && !next_board(work)) return false;
        while (!work.search.run(effort_)) work.search.widen();
        work.found = 0;
        if (proofs_) ++proofs_[work.row];
        work.words.load(work.search.chosen(), lane, state);
        return true;
    }

    WordCells branch(int lane, LaneState& state) { return work_[lane].words.branch(lane, state); }
    int digit(int lane, LaneState& state, WordCells cell) { return work_[lane].words.digit(lane, state, cell); }

    bool solved(int lane, LaneState& state) {
        Work& work = work_[lane];
        const Cells9 set = work.words.difference(lane, state);
        if (!set.any()) return true;
        work.search.add_set(set);
        return ++work.found < most_found;
    }

    void exhausted(int lane) {
        if (!work_[lane].found) finish(work_[lane]);
    }

private:
    static constexpr int most_found = 4;  // sets that one search for other solutions may add

    struct Work {
        bool busy = false;
        std::int64_t row;
        int found;
        BoardWords words;
        HittingSearch<81> search;
    };

    bool next_board(Work& work) {
        if (next_ == count_) return false;
        work.row = next_++;
        if (proofs_) proofs_[work.row] = 0;
        const std::uint8_t* board = boards_ + 81 * work.row;
        work.words.read(board);
        work.search.start(Random(seed_, board_hash(board, 9)), clues_);
        return work.busy = true;
    }

    void finish(Work& work) {
        const std::uint8_t* board = boards_ + 81 * work.row;
        std::uint8_t* out = out_ + 81 * work.row;
        std::memset(out, 0, 81);
        work.search.chosen().for_each([&](int cell) { out[cell] = board[cell]; });
        work.busy = false;
    }

    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    int clues_;
    std::int64_t effort_;
    std::uint8_t* out_;
    std::int64_t* proofs_;
    Work work_[lane_count];
};

}  // namespace engine
