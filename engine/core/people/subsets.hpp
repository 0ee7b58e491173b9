// So many cells with so many candidates, and so many digits with so many places.
#pragma once

#include "people/singles.hpp"

namespace engine::people {

// Calls `work(chosen)` for each choice of `count` of the numbers below `from`, in order, until it is true.
template <class Work>
bool each_choice(int from, int count, std::vector<int>& chosen, Work work) {
    if (static_cast<int>(chosen.size()) == count) return work(chosen);
    for (int next = chosen.empty() ? 0 : chosen.back() + 1; next < from; ++next) {
        chosen.push_back(next);
        const bool ended = each_choice(from, count, chosen, work);
        chosen.pop_back();
        if (ended) return true;
    }
    return false;
}

class Subsets {
public:
    Subsets(const Board& board, const Position& at, Found& found) : board_(board), at_(at), found_(found) {}

    // Cells that see each other: of a unit, of a rule, and pairs anywhere.
    void find_naked(Machine machine, int count) {
        for (std::size_t u = 0; u < board_.units.size() && !found_.full(); ++u)
            naked(machine, count, board_.units[u].cells, static_cast<int>(u));
        for (std::size_t g = 0; g < board_.groups.size() && !found_.full(); ++g)
            naked(machine, count, board_.groups[g], -1);
        if (count == 2) pairs_that_see(machine);
    }

    void find_hidden(Machine machine, int count) {
        for (std::size_t u = 0; u < board_.units.size() && !found_.full(); ++u) {
            std::vector<int> digits;
            std::vector<Cells> places;
            for (int digit = 0; digit < board_.size; ++digit) {
                Cells here = places_of(at_, board_.units[u].cells, digit);
                if (here.size() < 2 || static_cast<int>(here.size()) > count) continue;
                digits.push_back(digit);
                places.push_back(std::move(here));
            }
            std::vector<int> chosen;
            each_choice(static_cast<int>(digits.size()), count, chosen, [&](const std::vector<int>& some) {
                CellSet held;
                Candidates mine = 0;
                for (const int i : some)
                    held |= rules::set_of(places[i]), mine |= static_cast<Candidates>(1u << digits[i]);
                if (static_cast<int>(held.count()) != count) return false;
                Step step{machine};
                step.units = {static_cast<int>(u)};
                step.cells = rules::cells_of(held);
                step.digits = mine;
                for (const int cell : step.cells)
                    if (const Candidates gone = at_.of[cell] & static_cast<Candidates>(~mine))
                        step.lost.push_back({cell, gone});
                return !step.lost.empty() && found_.add(std::move(step));
            });
        }
    }

private:
    void naked(Machine machine, int count, const Cells& house, int unit) {
        Cells open;
        for (const int cell : house)
            if (!at_.filled[cell] && std::popcount(at_.of[cell]) <= count && !rules::single(at_.of[cell]))
                open.push_back(static_cast<std::uint8_t>(cell));
        std::vector<int> chosen;
        each_choice(static_cast<int>(open.size()), count, chosen, [&](const std::vector<int>& some) {
            Cells cells;
            for (const int i : some) cells.push_back(open[i]);
            return lock(machine, cells, unit);
        });
    }

    void pairs_that_see(Machine machine) {
        for (int cell = 0; cell < board_.cells && !found_.full(); ++cell) {
            if (at_.filled[cell] || std::popcount(at_.of[cell]) != 2) continue;
            each_cell(board_.sees[cell], [&](int other) {
                if (other < cell || at_.of[other] != at_.of[cell]) return true;
                return !lock(machine, {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(other)}, -1);
            });
        }
    }

    // Removes the digits of locked cells from those that see all places of one of them.
    bool lock(Machine machine, const Cells& cells, int unit) {
        Candidates digits = 0;
        for (const int cell : cells) digits |= at_.of[cell];
        if (std::popcount(digits) != std::ssize(cells)) return false;
        std::vector<Candidates> gone(static_cast<std::size_t>(board_.cells));
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) {
            const int digit = std::countr_zero(rest);
            CellSet seen;
            seen.set();
            for (const int cell : cells)
                if (at_.has(cell, digit)) seen &= board_.sees[cell];
            each_cell(seen, [&](int other) {
                if (other < board_.cells && at_.open(other, digit)) gone[other] |= static_cast<Candidates>(1u << digit);
                return true;
            });
        }
        Step step{machine};
        if (unit >= 0) step.units = {unit};
        step.cells = cells;
        step.digits = digits;
        for (int cell = 0; cell < board_.cells; ++cell)
            if (gone[cell]) step.lost.push_back({cell, gone[cell]});
        return !step.lost.empty() && found_.add(std::move(step));
    }

    const Board& board_;
    const Position& at_;
    Found& found_;
};

// Fish: a digit of so many lines of one kind has places in as many of the other kind alone.
inline void find_fish(const Board& board, const Position& at, Machine machine, int count, Found& found) {
    for (const int base_kind : {0, 1})
        for (int digit = 0; digit < board.size && !found.full(); ++digit) {
            std::vector<int> bases;
            std::vector<CellSet> places;
            for (std::size_t u = 0; u < board.units.size(); ++u) {
                if (board.units[u].kind != base_kind) continue;
                const Cells here = places_of(at, board.units[u].cells, digit);
                if (here.size() < 2 || static_cast<int>(here.size()) > count) continue;
                bases.push_back(static_cast<int>(u));
                places.push_back(rules::set_of(here));
            }
            std::vector<int> chosen;
            each_choice(static_cast<int>(bases.size()), count, chosen, [&](const std::vector<int>& some) {
                CellSet held;
                for (const int i : some) held |= places[i];
                std::vector<int> covers;
                CellSet covered;
                for (std::size_t u = 0; u < board.units.size(); ++u)
                    if (board.units[u].kind == 1 - base_kind && (board.units[u].set & held).any()) {
                        covers.push_back(static_cast<int>(u));
                        covered |= board.units[u].set;
                    }
                if (static_cast<int>(covers.size()) != count) return false;
                Step step{machine};
                step.cells = rules::cells_of(held);
                step.digits = static_cast<Candidates>(1u << digit);
                for (const int i : some) step.units.push_back(bases[i]);
                step.others = covers;
                CellSet base;
                for (const int i : some) base |= board.units[bases[i]].set;
                each_cell(covered & ~base, [&](int cell) {
                    if (at.open(cell, digit)) step.lost.push_back({cell, step.digits});
                    return true;
                });
                return !step.lost.empty() && found.add(std::move(step));
            });
        }
}

}  // namespace engine::people
