// Carving many 9x9 boards side by side in the lanes of the processor's registers.
//
// Whether a clue can go is asked in the order of cost. If the remaining clues force its digit as a single, it goes at
// once, without a search. Otherwise its digit is forbidden there and any solution is looked for: one more solution
// means that the clue has to stay.
#pragma once

#include "band_places.hpp"
#include "carving.hpp"
#include "lane_search.hpp"

namespace engine {

class CarveTask {
public:
    CarveTask(const std::uint8_t* boards, std::int64_t count, std::uint64_t seed, int clues, std::uint8_t* out)
        : boards_(boards), count_(count), seed_(seed), clues_(clues), out_(out) {}

    bool load(int lane, LaneState& state) {
        Work& work = work_[lane];
        for (;;) {
            if (!work.carving_board && !next_board(work)) return false;
            for (int cell; (cell = work.carving.cell()) >= 0;) {
                const int digit = work.carving.digit(cell) - 1;
                if (!work.places.forced_without(cell, digit)) {
                    work.places.load_without(cell, digit, state, lane);
                    return true;
                }
                remove(work, cell, digit);
            }
            work.carving_board = work.carving.another_pass();
            if (work.carving_board) work.places.read(work.carving.puzzle());
        }
    }

    bool solved(int lane, LaneState&) {
        work_[lane].carving.keep();
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
        Carving<3> carving;
        BandPlaces places;
    };

    bool next_board(Work& work) {
        if (next_ == count_) return false;
        work.carving.start(boards_ + 81 * next_, seed_, clues_, out_ + 81 * next_);
        work.places.read(work.carving.puzzle());
        ++next_;
        return work.carving_board = true;
    }

    static void remove(Work& work, int cell, int digit) {
        work.places.remove(cell, digit);
        work.carving.remove();
    }

    const std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    int clues_;
    std::uint8_t* out_;
    Work work_[lane_count];
};

}  // namespace engine
