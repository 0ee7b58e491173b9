// Candidates that refute themselves along single links; a position without any is *quiet*: no cycle and no forcing
// chain.
//
// As links run both ways, a chain on which a candidate refutes itself may be cut at any of its strong links: from both
// ends of that link, of which one holds, it follows that the candidate does not.
#pragma once

#include "rating/chains/closure.hpp"

namespace engine::rating {

// Visits what follows from either end of each strong link, until one visit returns true.
template <class Board, class Visit>
bool for_ends(const Position<Board>& position, const StrongLinks<Board>& strong, Closure<Board, xy_ways>& closure,
              Visit visit) {
    const auto board = position.board;
    for (int i = 0; i < Cells<Board>::words; ++i)
        for (std::uint64_t rest = strong.cells.word[i]; rest; rest &= rest - 1) {
            const int cell = 64 * i + std::countr_zero(rest);
            const Mask digits = position.candidates[cell];
            const int digit = lowest(digits), other = lowest(digits & ~bit(digit));
            if (visit(closure.of(spot_of(cell, digit)), closure.of(spot_of(cell, other)))) return true;
        }
    for (int digit = 0; digit < board->size; ++digit)
        for (auto rest = strong.units[digit]; rest; rest &= rest - 1) {
            const auto& cells = board->cell[lowest(rest)];
            const Mask places = position.places[digit][lowest(rest)];
            const int place = lowest(places), other = lowest(places & ~bit(place));
            if (visit(closure.of(spot_of(cells[place], digit)), closure.of(spot_of(cells[other], digit)))) return true;
        }
    return false;
}

// All candidates that refute themselves.
template <class Board>
SpotSet<Board> find_refuted(const Position<Board>& position, const StrongLinks<Board>& strong,
                            Closure<Board, xy_ways>& closure) {
    SpotSet<Board> refuted;
    for_ends(position, strong, closure, [&](const Implied<Board>& one, const Implied<Board>& other) {
        refuted |= one.off & other.off;
        return false;
    });
    return refuted;
}

// Quiet positions that are known. One that has come from a quiet one by losing candidates needs a look only at the
// strong links that it has gained; so the last quiet position after each assumption is kept, and that of the source.
template <class Board>
class QuietPositions {
public:
    // Whether a position is quiet that has come from the source by an assumption.
    bool has(const Position<Board>& source, const Position<Board>& position, int assumption,
             const StrongLinks<Board>& strong, Closure<Board, xy_ways>& closure) {
        if (!after_) after_ = on_heap<std::array<Known, 2 * Board::most_candidates>>();
        Known& known = (*after_)[assumption];
        const Known* base = known.covers(position) ? &known : source_.covers(position) ? &source_ : nullptr;
        if (!base && learn(source_, source, StrongLinks<Board>::of(source), {}, closure)) base = &source_;
        return learn(known, position, strong, base ? base->strong : StrongLinks<Board>{}, closure);
    }

private:
    struct Known {
        std::array<Cells<Board>, Board::most_size> with{};
        StrongLinks<Board> strong;

        bool covers(const Position<Board>& position) const {
            bool more = false;
            for (int digit = 0; digit < Board::most_size; ++digit)
                more |= position.with[digit].without(with[digit]).any();
            return !more;
        }
    };

    static bool learn(Known& known, const Position<Board>& position, const StrongLinks<Board>& strong,
                      const StrongLinks<Board>& old, Closure<Board, xy_ways>& closure) {
        closure.begin(position, strong);
        const bool refuting =
            for_ends(position, strong.without(old), closure,
                     [](const Implied<Board>& one, const Implied<Board>& other) { return one.off.meets(other.off); });
        if (!refuting) known = {position.with, strong};
        return !refuting;
    }

    Known source_;
    OnHeap<std::array<Known, 2 * Board::most_candidates>> after_;
};

}  // namespace engine::rating
