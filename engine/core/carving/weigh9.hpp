// Weights of 9x9 puzzles (removal.hpp), many side by side in the lanes of the processor's registers.
//
// When does a clue become necessary? Let all that go up to some time be gone, and the clue as well, and look for
// another solution. If there is none the time comes later. If there is one, the cells where it differs from the board
// are an unavoidable set of which this clue is the last: the clue is necessary from when the others of the set have
// gone.
#pragma once

#include <bit>

#include "carving/astray.hpp"
#include "carving/digit_places.hpp"
#include "carving/removal.hpp"

namespace engine {

class WeighTask {
public:
    // Each weight is written in the place of its floor. Once it is clear that it is below that, it is not followed up:
    // what is written then is some number below the floor.
    WeighTask(const Removal<Geometry9>* removals, std::int64_t count, double* weights)
        : removals_(removals), count_(count), weights_(weights) {}

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.at_work && !next_removal(work)) return false;
            for (; work.cell < 81 && work.weight.value() >= weights_[work.number]; next_clue(work)) {
                if (!work.removal->is_clue(work.cell)) continue;
                const int digit = work.removal->board[work.cell] - 1;
                while (work.earliest < work.latest) {
                    go_to(work, asked(work));
                    work.places.flip(work.cell, digit);
                    const bool forced = work.places.forced(work.cell, digit);
                    if (!forced) work.places.load(work.cell, digit, state, lane);
                    work.places.flip(work.cell, digit);
                    if (!forced) return true;
                    work.earliest = asked(work) + 1;
                }
            }
            weights_[work.number] = work.weight.value();
            work.at_work = false;
        }
    }

    WordCells branch(int lane, LaneState& state) { return cell_astray(state, lane, work_[lane].board); }

    bool solved(int lane, LaneState& state) {
        Work& work = work_[lane];
        const Diagonals<std::uint32_t> set = cells_that_differ(state, lane, work.board);
        int time = 0;
        for (int w = 0; w < diagonals; ++w)
            for (std::uint32_t rest = set.word[w]; rest; rest &= rest - 1) {
                const int cell = cell_of(w, std::countr_zero(rest));
                if (cell != work.cell) time = std::max(time, work.removal->time[cell] + 1);
            }
        work.weight.advance(work.latest, time);
        work.latest = time;
        return false;
    }

    void exhausted(int lane) {
        Work& work = work_[lane];
        work.earliest = asked(work) + 1;
    }

private:
    // No unavoidable set has fewer than four cells, so nothing is necessary before three have gone.
    static constexpr int first_time = 3;

    struct Work {
        bool at_work = false;
        std::int64_t number;
        const Removal<Geometry9>* removal;
        Weight<Geometry9> weight;
        BoardWords board;
        DigitPlaces places;  // when this many have gone:
        int gone;
        int cell;              // of the clue whose time is looked for
        int earliest, latest;  // what its time can be
    };

    bool next_removal(Work& work) {
        if (next_ == count_) return false;
        work.number = next_++;
        work.removal = &removals_[work.number];
        work.weight = Weight<Geometry9>(*work.removal);
        read_board_words(work.removal->board, work.board);
        work.places.read(work.removal->board);
        work.gone = 0;
        work.cell = -1;
        next_clue(work);
        return work.at_work = true;
    }

    static void next_clue(Work& work) {
        if (++work.cell == 81) return;
        work.earliest = first_time;
        work.latest = work.removal->time[work.cell];
    }

    // The time that is asked about next.
    static int asked(const Work& work) { return work.latest - 1 - (work.latest - 1 - work.earliest) / 4; }

    static void go_to(Work& work, int time) {
        for (; work.gone < time; ++work.gone) flip_next(work);
        while (work.gone > time) {
            --work.gone;
            flip_next(work);
        }
    }
    static void flip_next(Work& work) {
        const int cell = work.removal->cell[work.gone];
        work.places.flip(cell, work.removal->board[cell] - 1);
    }

    const Removal<Geometry9>* removals_;
    std::int64_t count_, next_ = 0;
    double* weights_;
    Work work_[lane_count];
};

}  // namespace engine
