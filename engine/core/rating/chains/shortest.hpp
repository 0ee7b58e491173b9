// How short a forcing chain is, without walking along it.
//
// Links run both ways, so a chain from a candidate to its opposite, read backwards and turned, is one too. Its two
// halves meet at a strong link: from the start it leads to the absence of both ends. So half the layers of a walk are
// enough.
#pragma once

#include <algorithm>

#include "rating/chains/closure.hpp"

namespace engine::rating {

template <class Board>
class ShortestChain {
public:
    // The least number of literals, if at most so many, of a chain from a candidate being on (or off) to the same being
    // off (or on); else 0. `within` has the candidates that the source being on (or off) makes both on and off.
    template <Ways ways>
    int links(const Position<Board>& position, Spot source, bool on, const SpotSet<Board>& within, int most) {
        held_ = gone_ = {};
        holding_ = going_ = 0;
        int place = on ? 2 : 1;  // of the newest offs in a chain
        if (on)
            hold(source);
        else
            go(source, place);
        for (;; place += 2) {
            if (2 * place - 2 > most) return 0;
            for (int i = 0; i < holding_; ++i) rule_out<ways>(position, hold_[i], within, place);
            holding_ = 0;
            int least = most + 1;
            for (int i = 0; i < going_; ++i)
                for_forced<ways>(position, go_[i], [&](Spot spot, Cause) {
                    if (gone_.has(spot))
                        least = std::min(least, place + place_[index_of<Board>(spot)]);
                    else if (within.has(spot) && !held_.has(spot))
                        hold(spot);
                });
            going_ = 0;
            if (least <= most) return least;
            if (!holding_) return 0;
        }
    }

private:
    void hold(Spot spot) {
        held_.add(spot);
        hold_[holding_++] = spot;
    }

    void go(Spot spot, int place) {
        gone_.add(spot);
        place_[index_of<Board>(spot)] = static_cast<std::uint16_t>(place);
        go_[going_++] = spot;
    }

    template <Ways ways>
    void rule_out(const Position<Board>& position, Spot spot, const SpotSet<Board>& within, int place) {
        const int cell = spot.cell, digit = spot.digit;
        for_cells((position.board->peers[cell] & within[digit]).without(gone_[digit]),
                  [&](int other) { go(spot_of(other, digit), place); });
        if constexpr (ways.cells)
            for_bits(position.candidates[cell] & ~bit(digit), [&](int other) {
                if (within[other].has(cell) && !gone_[other].has(cell)) go(spot_of(cell, other), place);
            });
    }

    SpotSet<Board> held_, gone_;
    int holding_ = 0, going_ = 0;
    std::array<Spot, Board::most_candidates> hold_, go_;       // the newest
    std::array<std::uint16_t, Board::most_candidates> place_;  // of those gone, the place in a chain
};

}  // namespace engine::rating
