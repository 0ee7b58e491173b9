// Carving many 9x9 boards side by side in the lanes of the processor's registers.
//
// The cheapest questions come first. If the remaining clues force the digit of a clue as a single, the clue goes; if it is
// the last one of an unavoidable set, it stays: no search in either case. Otherwise its digit is forbidden there and any
// solution is looked for: one more solution means that the clue has to stay.
#pragma once

#include <span>

#include "carving/astray.hpp"
#include "carving/carving.hpp"
#include "carving/unavoidable.hpp"
#include "search/lane_search.hpp"
#include "search/solve6.hpp"

namespace engine {

class CarveTask {
public:
    CarveTask(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, Images pattern,
              std::uint8_t* out, std::int64_t* proofs = nullptr)
        : boards_(boards), count_(count), seed_(seed), clues_(clues), orbits_(pattern), out_(out), proofs_(proofs) {}

    // Minimal puzzles, each board with a seed of its own.
    CarveTask(const std::uint8_t* boards, std::span<const std::uint64_t> seeds, std::uint8_t* out)
        : CarveTask(boards, static_cast<std::int64_t>(seeds.size()), 0, 0, no_pattern, out) {
        seeds_ = seeds;
    }

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.carving_board && !next_board(work)) return false;
            for (int cell; (cell = work.carving.cell()) >= 0;) {
                const int digit = work.carving.digit(cell) - 1;
                work.places.flip(cell, digit);
                if (work.places.forced(cell, digit)) {
                    remove(work, cell, digit);
                } else if (work.unavoidable.needs(cell, digit)) {
                    keep(work);
                } else {
                    work.places.load(cell, digit, state, lane);
                    return true;
                }
            }
            work.carving_board = work.carving.another_pass();
            if (work.carving_board) begin_pass(work);
        }
    }

    WordCells branch(int lane, LaneState& state) { return cell_astray(state, lane, work_[lane].board); }

    bool solved(int lane, LaneState&) {
        keep(work_[lane]);
        return false;
    }

    void exhausted(int lane) {
        Work& work = work_[lane];
        const int cell = work.carving.cell();
        remove(work, cell, work.carving.digit(cell) - 1);
    }

private:
    struct Work {
        bool carving_board = false;
        Carving<Geometry9> carving;
        DigitPlaces places;
        UnavoidableSets unavoidable;
        BoardWords board;
    };

    bool next_board(Work& work) {
        if (next_ == count_) return false;
        const std::uint64_t seed = seeds_.empty() ? seed_ : seeds_[next_];
        work.carving.start(boards_ + 81 * next_, seed, clues_, orbits_, out_ + 81 * next_,
                           proofs_ ? proofs_ + next_ : nullptr);
        begin_pass(work);
        for (int d = 0; d < 9; ++d)
            for (int w = 0; w < diagonals; ++w) work.board[diagonals * d + w] = work.places.clues(w, d);
        ++next_;
        return work.carving_board = true;
    }

    // All clues are back.
    static void begin_pass(Work& work) {
        work.places.read(work.carving.puzzle());
        work.unavoidable.read(work.carving.puzzle());
    }

    static void remove(Work& work, int cell, int digit) {
        work.unavoidable.remove(cell, digit);
        work.carving.remove();
    }

    static void keep(Work& work) {
        const int cell = work.carving.cell();
        work.places.flip(cell, work.carving.digit(cell) - 1);
        work.carving.keep([&](int cell) {
            const int digit = work.carving.digit(cell) - 1;
            work.places.flip(cell, digit);
            work.unavoidable.restore(cell, digit);
        });
    }

    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    std::span<const std::uint64_t> seeds_;  // if there are any, instead of it
    int clues_;
    Orbits<Geometry9> orbits_;
    std::uint8_t* out_;
    std::int64_t* proofs_;
    Work work_[lane_count];
};

// Carving many 6x6 boards side by side in the lanes of the processor's registers. Each question goes to the lanes: a sweep of
// all of them costs less than to find a clue that singles force, as carve9.hpp does.
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
