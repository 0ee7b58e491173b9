// The direct links of a net: what follows from a candidate by several rounds of singles, each with what it follows from.
#pragma once

#include "scoring/tables.hpp"

namespace engine::scoring {

class NetLinks {
public:
    NetLinks(const Grid& grid, Tables& tables) : grid_(grid), tables_(tables) {}

    // Fills both tables of a candidate.
    void link(int cell, int digit) {
        of_ = literal(cell, digit, true);
        now_ = grid_;
        set(cell, digit, {});
        follow_singles();
        of_ = literal(cell, digit, false);
        now_ = grid_;
        now_.remove(cell, digit);
        tables_.add(of_, of_);
        if (now_.candidates(cell) == 1) set(cell, lowest(now_.mask[cell]), {});
        follow_singles();
    }

private:
    using Places = std::array<std::int16_t, 5>;

    static constexpr int rounds = 4;

    struct Single {
        Spot spot;
        bool naked;
    };

    void follow_singles() {
        for (int round = 0; round < rounds; ++round) {
            singles_.clear();
            for (int at = now_.naked.begin(); at < now_.naked.end(); ++at)
                if (!now_.value[now_.naked[at].cell]) singles_.push_back({now_.naked[at], true});
            Cells found;
            for (int at = now_.hidden.begin(); at < now_.hidden.end(); ++at) {
                const Spot spot = now_.hidden[at];
                if (now_.value[spot.cell] || found.has(spot.cell) || !is_hidden(spot)) continue;
                singles_.push_back({spot, false});
                found.add(spot.cell);
            }
            if (singles_.empty()) return;
            for (const Single& single : singles_)
                set(single.spot.cell, single.spot.digit,
                    single.naked ? before_naked(single.spot) : before_hidden(single.spot));
        }
    }

    bool is_hidden(Spot spot) const {
        for (const int unit : units.of_cell[spot.cell])
            if (now_.free[unit][spot.digit] == 1) return true;
        return false;
    }

    // The place of a candidate that is off; 0 if it is not in the table.
    std::int16_t place(int cell, int digit) const {
        const int place = tables_.place(tables_.of(of_), literal(cell, digit, false));
        return static_cast<std::int16_t>(std::max(place, 0));
    }

    Places before_naked(Spot spot) const {
        Places places{};
        int number = 0;
        for (const int digit : EachDigit(without(grid_.mask[spot.cell], bit(spot.digit))))
            if (number < 5) places[number++] = place(spot.cell, digit);
        return places;
    }

    // The other places in the unit where the digit has the fewest left.
    Places before_hidden(Spot spot) const {
        const auto& of_cell = units.of_cell[spot.cell];
        int unit = of_cell[0];
        for (const int other : {of_cell[1], of_cell[2]})
            if (now_.free[other][spot.digit] < now_.free[unit][spot.digit]) unit = other;
        Places places{};
        int number = 0;
        for (const int cell : EachCell(grid_.with[spot.digit] & units.set[unit]))
            if (cell != spot.cell && number < 5) places[number++] = place(cell, spot.digit);
        return places;
    }

    void set(int cell, int digit, const Places& after) {
        const Mask others = without(now_.mask[cell], bit(digit));
        now_.place(cell, digit);
        const auto here = static_cast<std::int16_t>(tables_.of(of_).size());
        tables_.add(of_, literal(cell, digit, true), after);
        for (const int peer : EachCell(grid_.with[digit] & units.peers[cell]))
            tables_.add(of_, literal(peer, digit, false), {here});
        for (const int other : EachDigit(others)) tables_.add(of_, literal(cell, other, false), {here});
    }

    const Grid& grid_;
    Tables& tables_;
    Grid now_{};
    Literal of_ = 0;
    std::vector<Single> singles_{};
};

}  // namespace engine::scoring
