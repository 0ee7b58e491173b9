// Where to guess in a puzzle of a lane.
//
// In most puzzles a cell with two candidates, preferably one of a further house, or one that sees the cell of the last guess.
// After many guesses the cell that takes part in most contradictions for its number of candidates (Boussemart et al. 2004, as
// in rules/search.hpp).
#pragma once

#include "rules/lanes/ruled_lanes.hpp"

namespace engine::rules {

class GuessCells {
public:
    explicit GuessCells(const RuledLanes::Rules& rules) {
        for (const Cells& house : rules.all_houses())
            for (const int cell : house)
                for (const int other : house)
                    if (other != cell) peers_[cell].add(RuledLanes::spot(other));
        for (const auto& house : rules.houses()) further_ = further_ | house.cells;
        if (!further_.any()) further_ = everywhere;
    }

    // A new puzzle.
    void begin(int lane, RuledLanes& state) {
        guesses_[lane] = 0;
        near_[lane] = {};
        state.thorough &= ~(LaneSet{1} << lane);
    }

    // A lane goes on with a part of the search of another.
    void split(int from, int to, RuledLanes& state) {
        guesses_[to] = guesses_[from];
        near_[to] = near_[from];
        weights_[to] = weights_[from];
        state.looked &= ~(LaneSet{1} << to);
        state.thorough &= ~(LaneSet{1} << to);
        state.thorough |= (state.thorough >> from & 1) << to;
    }

    WordCells choose(int lane, RuledLanes& state) {
        const std::int64_t guess = ++guesses_[lane];
        if (guess == few && state.rules->relations()) state.thorough |= LaneSet{1} << lane;
        if (guess == many) weigh(lane);
        if (guess >= many) return weightiest(lane, state);
        const BandCells pairs{{state.pairs(0, lane), state.pairs(1, lane), state.pairs(2, lane)}};
        if (!pairs.any()) return with_fewest(state, lane);
        BandCells& near = near_[lane];
        const auto& [a, b, c] = some_in(near, some_in(further_, pairs)).of;
        const int w = a ? 0 : b ? 1 : 2;
        const std::uint32_t cells = a ? a : b ? b : c;
        near = peers_[RuledLanes::cell(w, std::countr_zero(cells))];
        return {w, lowest(cells)};
    }

    // The last guess contradicts the puzzle: blames the cells left without candidates, or else the one guessed in.
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
    static constexpr int few = 2, many = 100;  // guesses
    static constexpr float growth = 1.002f, most = 1e20f;

    // How often each cell had part in a contradiction, later ones counting more.
    struct Weights {
        float of[bands][27];
        float more;
        int word, bit;  // of the last guess
    };

    // Those that are preferred, or all if none is. Without branches: they would be mispredicted.
    static BandCells some_in(const BandCells& preferred, const BandCells& cells) {
        const BandCells some = preferred & cells;
        const std::uint32_t all = some.any() ? 0 : ~0u;
        return {{some.of[0] | (cells.of[0] & all), some.of[1] | (cells.of[1] & all), some.of[2] | (cells.of[2] & all)}};
    }

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

    // Without branches, which would be mispredicted: weights are positive, and as numbers their bits are in the same order.
    WordCells weightiest(int lane, RuledLanes& state) {
        Weights& weights = weights_[lane];
        std::uint64_t best = 0;
        const auto look = [&](int word, std::uint32_t cells, float share) {
            for (; cells; cells &= cells - 1) {
                const int bit = std::countr_zero(cells);
                const auto worth = std::bit_cast<std::uint32_t>(weights.of[word][bit] * share);
                best = std::max(best, std::uint64_t{worth} << 8 | static_cast<unsigned>(27 * word + bit));
            }
        };
        for (int w = 0; w < bands; ++w) {
            look(w, state.pairs(w, lane), 1.0f);
            look(w, state.threes(w, lane), 0.5f);
        }
        if (best == 0) return with_fewest(state, lane);
        weights.word = static_cast<int>(best & 0xFF) / 27;
        weights.bit = static_cast<int>(best & 0xFF) % 27;
        return {weights.word, 1u << weights.bit};
    }

    static constexpr BandCells everywhere{{band_cells, band_cells, band_cells}};

    BandCells peers_[81], further_;
    std::int64_t guesses_[RuledLanes::lanes] = {};
    BandCells near_[RuledLanes::lanes];  // what the cell of the last guess sees
    Weights weights_[RuledLanes::lanes] = {};
};

}  // namespace engine::rules
