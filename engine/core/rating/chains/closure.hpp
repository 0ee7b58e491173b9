// Single links between candidates, and everything that follows along them from a candidate holding.
//
// When a candidate holds, others go (weak links); when it does not, it may force the last other one of its cell, or of
// its digit in a unit (strong links). Links run both ways: if a rules out b, then b rules out a, and if the absence
// of a forces b, then that of b forces a. So whatever a leads to, its opposite leads back to the opposite of a.
#pragma once

#include "board/on_heap.hpp"
#include "rating/chains/links.hpp"

namespace engine::rating {

// Cells with two candidates, and for each digit the units with two places for it, a bit each.
template <class Board>
struct StrongLinks {
    Cells<Board> cells{};
    std::array<typename Board::UnitSet, Board::most_size> units{};

    static StrongLinks of(const Position<Board>& position) {
        const auto board = position.board;
        StrongLinks links;
        for (int cell = 0; cell < board->cell_count; ++cell)
            if (size_of(position.candidates[cell]) == 2) links.cells.add(cell);
        for (int digit = 0; digit < board->size; ++digit)
            for (int unit = 0; unit < board->unit_count; ++unit)
                if (size_of(position.places[digit][unit]) == 2) links.units[digit] |= board->unit_bit(unit);
        return links;
    }

    StrongLinks without(const StrongLinks& other) const {
        StrongLinks rest{cells.without(other.cells), units};
        for (int digit = 0; digit < Board::most_size; ++digit) rest.units[digit] &= ~other.units[digit];
        return rest;
    }
};

// Visits the ends of each link, until one visit returns true.
template <Ways ways, class Board, class Visit>
bool for_strong_links(const Position<Board>& position, const StrongLinks<Board>& links, Visit visit) {
    const auto board = position.board;
    if constexpr (ways.cells)
        for (const int cell : EachCell(links.cells)) {
            const Mask digits = position.candidates[cell];
            const int digit = lowest(digits), other = lowest(digits & ~bit(digit));
            if (visit(spot_of(cell, digit), spot_of(cell, other))) return true;
        }
    if constexpr (ways.units)
        for (int digit = 0; digit < board->size; ++digit)
            for (const int unit : Bits(links.units[digit])) {
                const auto& cells = board->cell[unit];
                const Mask places = position.places[digit][unit];
                const int place = lowest(places), other = lowest(places & ~bit(place));
                if (visit(spot_of(cells[place], digit), spot_of(cells[other], digit))) return true;
            }
    return false;
}

// What follows from something: the candidates that hold, and those that do not.
template <class Board>
struct Implied {
    SpotSet<Board> on, off;

    void add(const Implied& more) {
        on |= more.on;
        off |= more.off;
    }

    SpotSet<Board> both() const { return on & off; }
};

template <class Board, Ways ways>
class Closure {
public:
    void begin(const Position<Board>& position, const StrongLinks<Board>& strong) {
        if (!implied_) implied_ = on_heap<std::array<Implied<Board>, Board::most_candidates>>();
        position_ = &position;
        done_ = {};
        linked_ = {};
        for_strong_links<ways>(position, strong, [&](Spot one, Spot other) {
            link(one, other);
            return false;
        });
    }

    // What follows from a candidate holding, itself included.
    const Implied<Board>& of(Spot source) {
        Implied<Board>& found = (*implied_)[index_of<Board>(source)];
        if (done_.has(source)) return found;
        found = {};
        int count = 0;
        const auto hold = [&](Spot spot) {
            if (found.on.has(spot)) return;
            if (done_.has(spot)) return found.add((*implied_)[index_of<Board>(spot)]);
            found.on.add(spot);
            todo_[count++] = spot;
        };
        hold(source);
        while (count) {
            const Spot here = todo_[--count];
            const int cell = here.cell, digit = here.digit;
            const Cells<Board> gone =
                (position_->board->peers[cell] & position_->with[digit]).without(found.off[digit]);
            found.off[digit] = found.off[digit] | gone;
            for_cells(gone & linked_[digit], [&](int other) { for_partners(spot_of(other, digit), hold); });
            if constexpr (ways.cells)
                for_bits(position_->candidates[cell] & ~bit(digit), [&](int other) {
                    const Spot spot = spot_of(cell, other);
                    if (found.off.has(spot)) return;
                    found.off.add(spot);
                    if (linked_.has(spot)) for_partners(spot, hold);
                });
        }
        done_.add(source);
        return found;
    }

    // What follows from a candidate not holding, but for that itself.
    Implied<Board> of_absence(Spot source) {
        Implied<Board> all;
        if (linked_.has(source)) for_partners(source, [&](Spot spot) { all.add(of(spot)); });
        return all;
    }

    // Whether something follows from each of these.
    bool agree(const Spot* spots, int count) {
        Implied<Board> common = of(spots[0]);
        for (int i = 1; i < count; ++i) {
            const Implied<Board>& next = of(spots[i]);
            common.on &= next.on;
            common.off &= next.off;
        }
        return common.on.any() || common.off.any();
    }

private:
    // The other ends of a candidate's strong links: by its cell, block, row and column.
    struct Partners {
        int count;
        std::array<Spot, 1 + Board::most_kinds> spot;
    };

    void link(Spot one, Spot other) {
        add_partner(one, other);
        add_partner(other, one);
    }

    void add_partner(Spot spot, Spot partner) {
        Partners& partners = partners_[index_of<Board>(spot)];
        if (!linked_.has(spot)) partners.count = 0;
        linked_.add(spot);
        partners.spot[partners.count++] = partner;
    }

    template <class Visit>
    void for_partners(Spot spot, Visit visit) const {
        const Partners& partners = partners_[index_of<Board>(spot)];
        for (int i = 0; i < partners.count; ++i) visit(partners.spot[i]);
    }

    const Position<Board>* position_ = nullptr;
    SpotSet<Board> done_, linked_;  // candidates with their consequences known, and at a strong link
    std::array<Partners, Board::most_candidates> partners_;               // of those linked
    OnHeap<std::array<Implied<Board>, Board::most_candidates>> implied_;  // by cell and digit
    std::array<Spot, Board::most_candidates> todo_;
};

// Candidates that refute themselves along single links; a position without any is *quiet*: no cycle and no forcing
// chain.
//
// As links run both ways, a chain on which a candidate refutes itself may be cut at any of its strong links: from both
// ends of that link, of which one holds, it follows that the candidate does not.

// Visits what follows from either end of each strong link, until one visit returns true.
template <class Board, class Visit>
bool for_ends(const Position<Board>& position, const StrongLinks<Board>& strong, Closure<Board, xy_ways>& closure,
              Visit visit) {
    return for_strong_links<xy_ways>(position, strong,
                                     [&](Spot one, Spot other) { return visit(closure.of(one), closure.of(other)); });
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
