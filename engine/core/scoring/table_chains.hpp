// The chain that leads to an entry of a table, from the table's own literal on, with the side branches of a net.
#pragma once

#include "scoring/tables.hpp"

namespace engine::scoring {

class TableChains {
public:
    explicit TableChains(const Tables& tables) : tables_(tables) {}

    // Builds the chain to a literal of a table. False if the table does not have it.
    bool build(const Table& table, Literal to) {
        const int place = tables_.place(table, to);
        if (place < 0) return false;
        sides_.clear();
        on_chain_ = {};
        walk(table, place, back_, false);
        for (std::size_t side = 0; side < sides_.size(); ++side) {
            const int start = tables_.place(table, sides_[side][0]);
            Chain branch;
            walk(table, start < 0 ? 0 : start, branch, true);
            sides_[side] = std::move(branch);
        }
        return true;
    }

    // The chain, with each side branch after the literal that it begins at.
    Chain chain() const {
        Chain chain;
        for (auto at = back_.rbegin(); at != back_.rend(); ++at) {
            chain.push_back(*at);
            for (const Chain& side : sides_) {
                if (side.back() != *at) continue;
                for (auto step = side.rbegin() + 1; step != side.rend(); ++step)
                    chain.push_back(static_cast<Literal>(-*step));
                chain.push_back(end_of_branch);
            }
        }
        return chain;
    }

    // The literals from the last to the first, without side branches.
    const Chain& backwards() const { return back_; }

    // The cells of all literals but the last.
    const Cells& cells() const { return on_chain_; }

    // Whether no cell comes twice, but for the first, where a loop may end.
    bool is_simple(bool loop) const {
        Cells visited;
        const int first = tables_.first_cell(back_.back());
        int last = -1;
        for (auto at = back_.rbegin(); at != back_.rend(); ++at) {
            const int cell = tables_.first_cell(*at);
            if (visited.has(cell)) return false;
            if (last >= 0 && (!loop || tables_.first_cell(static_cast<Literal>(last)) != first))
                tables_.add_cells(last, visited);
            last = *at;
        }
        return true;
    }

private:
    static constexpr std::size_t most_sides = 200;

    void walk(const Table& start, int place, Chain& chain, bool side) {
        chain.assign(1, start.literal[place]);
        const Table* table = &start;
        while (place != 0 && chain.size() < most_entries) {
            if (table->source[place] >= 0) {
                const Literal literal = start.literal[place];
                table = &tables_.numbered(start.source[place]);
                place = tables_.place(*table, literal);
            }
            const std::array<std::int16_t, 5> from = table->from[place];
            for (int i = 0; i < 5; ++i) {
                const Literal literal = table->literal[from[i]];
                if (i == 0) {
                    place = from[0];
                    chain.push_back(literal);
                    if (!side)
                        tables_.add_cells(literal, on_chain_);
                    else if (on_chain_.has(tables_.first_cell(literal)) && std::ranges::count(back_, literal))
                        return;
                } else if (from[i] && !side && sides_.size() < most_sides) {
                    sides_.push_back({literal});
                }
            }
            if (table != &start && place == 0) {
                place = tables_.place(start, table->literal[0]);
                table = &start;
            }
        }
    }

    const Tables& tables_;
    Chain back_{};
    std::vector<Chain> sides_{};
    Cells on_chain_{};
};

// The direct links of a net: what follows from a candidate by several rounds of singles, each with what it follows from.
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
