// Full boards under rules drawn at random, one to a lane: a random one of the cells with the fewest candidates gets one of them
// at random, with all inference between; after some dead ends it starts again. Boards are not equally likely: those with few
// other choices on the way are likelier.
#pragma once

#include "board/random.hpp"
#include "rules/lanes/ruled_lanes.hpp"

namespace engine::rules {

class RuledDrawTask {
public:
    RuledDrawTask(RuledLanes::Rules& rules, std::uint8_t* boards, std::int64_t count, std::uint64_t seed,
                  const std::int64_t* positions)
        : rules_(rules), boards_(boards), count_(count), seed_(seed), positions_(positions) {}

    bool load(int lane, RuledLanes& state) {
        Drawing& drawing = drawing_[lane];
        if (!drawing.again && !begin(drawing)) return false;
        drawing.again = false;
        drawing.dead_ends = 0;
        state.rules = &rules_;
        state.thorough |= LaneSet{1} << lane;
        for (int i = 0; i < digit_words; ++i) state.at(i, lane) = band_cells;
        return true;
    }

    // None if it is better to start again.
    WordCells branch(int lane, RuledLanes& state) {
        Drawing& drawing = drawing_[lane];
        drawing.again = drawing.dead_ends > drawing.patience;
        if (drawing.again) {
            drawing.patience += drawing.patience / 30;
            return {};
        }
        return any_of(lane, state, drawing.random);
    }

    int digit(int lane, RuledLanes& state, WordCells cell) {
        int digits[9], count = 0;
        for (int d = 0; d < 9; ++d)
            if (state.at(bands * d + cell.word, lane) & cell.cells) digits[count++] = d;
        return digits[drawing_[lane].random.below(static_cast<std::uint32_t>(count))];
    }

    bool solved(int lane, RuledLanes& state) {
        if (!drawing_[lane].again) write(lane, state, boards_ + 81 * drawing_[lane].row);
        return false;
    }

    void refuted(int lane, RuledLanes&) { ++drawing_[lane].dead_ends; }
    void exhausted(int) {}

private:
    struct Drawing {
        Random random{0, 0};
        std::int64_t row = 0;
        int dead_ends = 0, patience = 0;
        bool again = false;
    };

    bool begin(Drawing& drawing) {
        if (next_ == count_) return false;
        drawing.row = next_++;
        drawing.random = Random(seed_, static_cast<std::uint64_t>(positions_[drawing.row]));
        drawing.patience = 30;
        return true;
    }

    // One of the cells with the fewest candidates.
    static WordCells any_of(int lane, RuledLanes& state, Random& random) {
        std::uint32_t with[10][bands] = {};  // cells with at least so many candidates
        for (int w = 0; w < bands; ++w) {
            with[0][w] = band_cells;
            for (int d = 0; d < 9; ++d)
                for (int count = d + 1; count; --count)
                    with[count][w] |= with[count - 1][w] & state.at(bands * d + w, lane);
        }
        for (int count = 2; count <= 9; ++count) {
            BandCells cells;
            for (int w = 0; w < bands; ++w) cells.of[w] = with[count][w] & ~(count < 9 ? with[count + 1][w] : 0);
            if (!cells.any()) continue;
            auto skipped = static_cast<int>(random.below(static_cast<std::uint32_t>(cells.count())));
            int word = 0;
            for (; skipped >= std::popcount(cells.of[word]); ++word) skipped -= std::popcount(cells.of[word]);
            for (; skipped; --skipped) cells.of[word] &= cells.of[word] - 1;
            return {word, lowest(cells.of[word])};
        }
        return {};
    }

    RuledLanes::Rules& rules_;
    std::uint8_t* boards_;
    std::int64_t count_, next_ = 0;
    std::uint64_t seed_;
    const std::int64_t* positions_;
    Drawing drawing_[RuledLanes::lanes];
};

}  // namespace engine::rules
