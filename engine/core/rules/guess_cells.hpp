// Where to guess in a puzzle of a lane.
//
// In most puzzles a cell with two candidates, preferably one that sees the cell of the last guess. After many guesses the cell
// that takes part in most contradictions for its number of candidates (Boussemart et al. 2004, as in rules/search.hpp).
#pragma once

#include "rules/ruled_lanes.hpp"

namespace engine::rules {

class GuessCells {
public:
    explicit GuessCells(const RuledLanes::Rules& rules) {
        for (int cell = 0; cell < 81; ++cell)
            for (int other = 0; other < 81; ++other)
                if (rules.in_house(cell, other)) peers_[cell].add(RuledLanes::spot(other));
    }

    // A new puzzle.
    void begin(int lane, RuledLanes& state) {
        guesses_[lane] = 0;
        near_[lane] = {};
        state.thorough &= ~(LaneSet{1} << lane);
    }

    WordCells choose(int lane, RuledLanes& state) {
        const std::int64_t guess = ++guesses_[lane];
        if (guess == few && state.rules->relations()) state.thorough |= LaneSet{1} << lane;
        if (guess == many) weigh(lane);
        if (guess >= many) return weightiest(lane, state);
        BandCells& near = near_[lane];
        for (const bool anywhere : {false, true})
            for (int w = 0; w < bands; ++w)
                if (const std::uint32_t pairs = state.pairs(w, lane) & (anywhere ? ~0u : near.of[w])) {
                    near = peers_[RuledLanes::cell(w, std::countr_zero(pairs))];
                    return {w, lowest(pairs)};
                }
        return fewest(lane, state);
    }

    // The last guess contradicts the puzzle: blames the cells that are left without candidates, or else the one guessed in.
    void refuted(int lane, RuledLanes& state) {
        if (guesses_[lane] < many) return;
        Weights& weights = weights_[lane];
        bool any = false;
        for (int w = 0; w < bands; ++w) {
            std::uint32_t some = 0;
            for (int d = 0; d < 9; ++d) some |= state.at(bands * d + w, lane);
            for (std::uint32_t none = band_cells & ~some; none; none &= none - 1, any = true)
                weights.of[w][std::countr_zero(none)] += weights.more;
        }
        if (!any) weights.of[weights.word][weights.bit] += weights.more;
        if ((weights.more *= growth) > most) scale(weights);
    }

private:
    static constexpr int few = 4, many = 100;  // guesses
    static constexpr float growth = 1.002f, most = 1e20f;

    // How often each cell had part in a contradiction, later ones counting more.
    struct Weights {
        float of[bands][27];
        float more;
        int word, bit;  // of the last guess
    };

    void weigh(int lane) {
        Weights& weights = weights_[lane];
        for (auto& word : weights.of) std::fill_n(word, 27, 1.0f);
        weights.more = 1.0f;
    }

    static void scale(Weights& weights) {
        for (auto& word : weights.of)
            for (float& weight : word) weight /= most;
        weights.more /= most;
    }

    WordCells weightiest(int lane, RuledLanes& state) {
        Weights& weights = weights_[lane];
        float best = 0;
        const auto look = [&](int word, std::uint32_t cells, float share) {
            for (; cells; cells &= cells - 1) {
                const int bit = std::countr_zero(cells);
                const float worth = weights.of[word][bit] * share;
                if (worth > best) best = worth, weights.word = word, weights.bit = bit;
            }
        };
        for (int w = 0; w < bands; ++w) {
            look(w, state.pairs(w, lane), 1.0f);
            look(w, state.threes(w, lane), 0.5f);
        }
        if (best == 0) return fewest(lane, state);
        return {weights.word, 1u << weights.bit};
    }

    WordCells fewest(int lane, RuledLanes& state) {
        WordCells best{};
        int fewest = 10;
        for (int w = 0; w < bands; ++w)
            for (std::uint32_t cell = 1; cell & band_cells; cell <<= 1) {
                int candidates = 0;
                for (int d = 0; d < 9; ++d) candidates += (state.at(bands * d + w, lane) & cell) != 0;
                if (candidates > 1 && candidates < fewest) {
                    fewest = candidates;
                    best = {w, cell};
                }
            }
        return best;
    }

    BandCells peers_[81];
    std::int64_t guesses_[RuledLanes::lanes];
    BandCells near_[RuledLanes::lanes];  // what the cell of the last guess sees
    Weights weights_[RuledLanes::lanes];
};

}  // namespace engine::rules
