// Carving many 6x6 boards side by side in the lanes of the processor's registers. Each question goes to the lanes: a sweep of
// all of them costs less than to find a clue that singles force, as carve9.hpp does.
#pragma once

#include "carving/astray.hpp"
#include "carving/carving.hpp"
#include "search/solve6.hpp"

namespace engine {

class CarveTask6 {
public:
    CarveTask6(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
               std::uint8_t* out, std::int64_t* proofs)
        : boards_(boards), count_(count), seed_(seed), clues_(clues), orbits_(pattern), out_(out), proofs_(proofs) {}

    bool load(int lane, LaneState6& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.carving_board && !next_board(work)) return false;
            if (const int cell = work.carving.cell(); cell >= 0) {
                ask(work, cell, lane, state);
                return true;
            }
            work.carving_board = work.carving.another_pass();
        }
    }

    WordCells branch(int lane, LaneState6& state) { return cell_astray(state, lane, work_[lane].board); }

    bool solved(int lane, LaneState6&) {
        work_[lane].carving.keep([](int) {});
        return false;
    }

    void exhausted(int lane) { work_[lane].carving.remove(); }

private:
    struct Work {
        bool carving_board = false;
        Carving<Geometry6> carving;
        LaneState6::Word board[bands6 * digits6];  // the cells of each digit
    };

    bool next_board(Work& work) {
        if (next_ == count_) return false;
        const std::uint8_t* board = boards_ + 36 * next_;
        work.carving.start(board, seed_, clues_, orbits_, out_ + 36 * next_, proofs_ ? proofs_ + next_ : nullptr);
        std::memset(work.board, 0, sizeof work.board);
        for (int cell = 0; cell < 36; ++cell) work.board[word_of(cell, board[cell])] |= bit_of(cell);
        ++next_;
        return work.carving_board = true;
    }

    // The clue is gone, and its digit is forbidden there.
    static void ask(const Work& work, int cell, int lane, LaneState6& state) {
        std::uint8_t puzzle[40] = {};
        std::memcpy(puzzle, work.carving.puzzle(), 36);
        puzzle[cell] = 0;
        load6(puzzle, lane, state);
        state.at(word_of(cell, work.carving.digit(cell)), lane) &= static_cast<LaneState6::Word>(~bit_of(cell));
    }

    static int word_of(int cell, int digit) { return bands6 * (digit - 1) + cell / 12; }
    static LaneState6::Word bit_of(int cell) { return static_cast<LaneState6::Word>(1 << cell % 12); }

    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    int clues_;
    Orbits<Geometry6> orbits_;
    std::uint8_t* out_;
    std::int64_t* proofs_;
    Work work_[LaneState6::lanes];
};

}  // namespace engine
