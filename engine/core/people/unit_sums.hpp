// The rule of 45: one to four units have a known sum, and without the cages in them a few cells have one.
#pragma once

#include <map>

#include "people/basics.hpp"
#include "people/board.hpp"

namespace engine::people {

// The digits of `plus` without those of `minus` add up to `total`.
struct UnitSum {
    std::vector<int> units, parts;
    Cells plus, minus;
    int total = 0;
    std::vector<Candidates> settled;
};

class UnitSums {
public:
    explicit UnitSums(const Board& board) : board_(board) {
        CellSet taken;
        for (const std::unique_ptr<Part>& part : board.parts) {
            if (!part->total) continue;
            const CellSet set = rules::set_of(part->cells);
            if ((set & taken).any()) continue;  // of cages that share cells, those that come first
            taken |= set;
            cages_.push_back({part->number, part->total, set});
        }
        if (cages_.empty()) return;
        for (int kind = 0; kind < board.kinds; ++kind) add_groups(kind);
    }

    void find(const Position& at, int units, Found& found) {
        for (UnitSum& sum : sums_)
            if (std::ssize(sum.units) == units && look(at, sum, found)) return;
    }
    void forget() {
        for (UnitSum& sum : sums_) sum.settled.clear();
    }

    static constexpr int most_units = 4;

    // The open cells of a sum: what they may hold, and what they hold in some way that adds up.
    struct Terms {
        Cells cells;
        std::vector<int> signs;
        std::vector<Candidates> now, here, left;
        int total;
    };

    // Finds what each cell holds in some way that adds up, where cells that see each other are different.
    static void fill(const std::vector<CellSet>& sees, Terms& terms) {
        terms.here = terms.left = std::vector<Candidates>(terms.cells.size());
        fill(sees, 0, terms.total, terms);
    }

private:
    struct Cage {
        int part, total;
        CellSet set;
    };
    static constexpr int most_open = 4;            // cells that have no digit yet
    static constexpr std::size_t most_cells = 12;  // in all

    // Units of one kind that lie side by side, or touch.
    void add_groups(int kind) {
        const std::vector<int> mine = board_.units_of(kind);
        std::vector<std::vector<int>> groups;
        for (const int unit : mine) groups.push_back({unit});
        for (std::size_t i = 0; i < groups.size() && groups.size() < 400; ++i) {
            const std::vector<int> group = groups[i];
            add(group);
            if (std::ssize(group) == most_units) continue;
            for (const int unit : mine)
                if (unit > group.back() && touches(group, unit)) {
                    groups.push_back(group);
                    groups.back().push_back(unit);
                }
        }
    }

    bool touches(const std::vector<int>& group, int unit) const {
        for (const int one : group)
            for (const int cell : board_.units[one].cells)
                for (const int other : board_.units[unit].cells) {
                    const int apart = std::abs(cell - other);
                    if (apart == board_.size || (apart == 1 && cell / board_.size == other / board_.size)) return true;
                }
        return false;
    }

    void add(const std::vector<int>& units) {
        CellSet region;
        for (const int unit : units) region |= board_.units[unit].set;
        UnitSum inside{units, {}, {}, {}, static_cast<int>(units.size()) * board_.size * (board_.size + 1) / 2, {}};
        UnitSum across = inside;
        CellSet left = region, plus, minus;
        for (const Cage& cage : cages_) {
            const CellSet in = cage.set & region, out = cage.set & ~region;
            if (in.none()) continue;
            if (out.none()) inside.total -= cage.total, inside.parts.push_back(cage.part), left &= ~in;
            if (out.none() || out.count() < in.count()) {
                across.total -= cage.total;
                across.parts.push_back(cage.part);
                minus |= out;
            } else {
                plus |= in;
            }
        }
        CellSet uncaged = region;
        for (const Cage& cage : cages_) uncaged &= ~cage.set;
        inside.plus = rules::cells_of(left);
        across.plus = rules::cells_of(plus | uncaged);
        across.minus = rules::cells_of(minus);
        if (!inside.parts.empty()) keep(inside);
        if (across.minus.size()) keep(across);
    }

    void keep(UnitSum sum) {
        const std::size_t cells = sum.plus.size() + sum.minus.size();
        if (cells == 0 || cells > most_cells) return;
        for (const UnitSum& other : sums_)
            if (other.plus == sum.plus && other.minus == sum.minus) return;
        sums_.push_back(std::move(sum));
    }

    bool look(const Position& at, UnitSum& sum, Found& found) const {
        Terms terms{{}, {}, {}, {}, {}, sum.total};
        gather(at, sum.plus, 1, terms);
        gather(at, sum.minus, -1, terms);
        if (terms.cells.empty() || std::ssize(terms.cells) > most_open || terms.now == sum.settled) return false;
        fill(board_.sees, terms);
        Step step{.machine = Machine::unit_sums, .units = sum.units, .others = sum.parts, .total = terms.total};
        for (std::size_t i = 0; i < terms.cells.size(); ++i) {
            if (!terms.left[i]) return false;
            step.lose(terms.cells[i], terms.now[i] & ~terms.left[i]);
        }
        if (step.lost.empty()) {
            sum.settled = terms.now;
            return false;
        }
        for (std::size_t i = 0; i < terms.cells.size(); ++i)
            (terms.signs[i] > 0 ? step.cells : step.minus).push_back(terms.cells[i]);
        return found.add(std::move(step));
    }

    static void gather(const Position& at, const Cells& cells, int sign, Terms& terms) {
        for (const int cell : cells)
            if (at.filled[cell]) {
                terms.total -= sign * (std::countr_zero(at.of[cell]) + 1);
            } else {
                terms.cells.push_back(cell);
                terms.signs.push_back(sign);
                terms.now.push_back(at.of[cell]);
            }
    }

    static void fill(const std::vector<CellSet>& sees, std::size_t i, int rest, Terms& terms) {
        if (i == terms.cells.size()) {
            for (std::size_t j = 0; rest == 0 && j < i; ++j) terms.left[j] |= terms.here[j];
            return;
        }
        for (std::uint32_t digits = terms.now[i]; digits; digits &= digits - 1) {
            terms.here[i] = static_cast<Candidates>(digits & -digits);
            bool differs = true;
            for (std::size_t j = 0; j < i; ++j)
                differs = differs && !(terms.here[j] == terms.here[i] && sees[terms.cells[j]][terms.cells[i]]);
            if (differs) fill(sees, i + 1, rest - terms.signs[i] * (std::countr_zero(digits) + 1), terms);
        }
    }

    const Board& board_;
    std::vector<Cage> cages_;
    std::vector<UnitSum> sums_;
};

// The law of leftovers: lines and as many units of another kind hold the same digits, so the cells that they do not share
// do too.
class Leftovers {
public:
    explicit Leftovers(const Board& board) : board_(board) {
        for (const int lines : {0, 1})
            for (int kind = 2; kind < board.kinds; ++kind) add_kinds(lines, kind);
    }

    // A digit that one side lacks goes from the other one.
    void find(const Position& at, Found& found) const {
        for (const Pair& pair : pairs_) {
            const Candidates inside = at.together(pair.inside), outside = at.together(pair.outside);
            if (inside == outside) continue;
            if (remove(at, pair, pair.inside, pair.outside, inside, found)) return;
            if (remove(at, pair, pair.outside, pair.inside, outside, found)) return;
        }
    }

private:
    static constexpr int most_lines = 4;  // side by side
    static constexpr int most_left = 4;   // cells of either side

    struct Pair {
        std::vector<int> lines, others;
        Cells inside, outside;  // of the lines alone, of the others alone
    };

    void add_kinds(int lines, int kind) {
        const std::vector<int> rows = board_.units_of(lines), others = board_.units_of(kind);
        for (int count = 1; count <= std::min(most_lines, board_.size / 2); ++count)
            for (int first = 0; first + count <= std::ssize(rows); ++first)
                add_beside({rows.begin() + first, rows.begin() + first + count}, others);
    }

    // As many others as there are lines, if few cells of them lie outside.
    void add_beside(const std::vector<int>& lines, const std::vector<int>& others) {
        CellSet region;
        for (const int line : lines) region |= board_.units[line].set;
        std::vector<int> near;
        for (const int other : others)
            if (static_cast<int>((board_.units[other].set & ~region).count()) <= most_left) near.push_back(other);
        std::vector<int> chosen;
        choose(lines, region, near, 0, chosen);
    }

    void choose(const std::vector<int>& lines, const CellSet& region, const std::vector<int>& near, std::size_t next,
                std::vector<int>& chosen) {
        if (chosen.size() == lines.size()) return keep(lines, region, chosen);
        for (; next < near.size(); ++next) {
            chosen.push_back(near[next]);
            choose(lines, region, near, next + 1, chosen);
            chosen.pop_back();
        }
    }

    void keep(const std::vector<int>& lines, const CellSet& region, const std::vector<int>& others) {
        CellSet held;
        for (const int other : others) held |= board_.units[other].set;
        const CellSet outside = held & ~region;
        if (outside.any() && static_cast<int>(outside.count()) <= most_left)
            pairs_.push_back({lines, others, rules::cells_of(region & ~held), rules::cells_of(outside)});
    }

    static bool remove(const Position& at, const Pair& pair, const Cells& known, const Cells& cells, Candidates digits,
                       Found& found) {
        Step step{
            .machine = Machine::leftovers, .units = pair.lines, .others = pair.others, .cells = known, .minus = cells};
        for (const int cell : cells)
            if (const Candidates gone = at.of[cell] & static_cast<Candidates>(~digits)) {
                if (at.filled[cell]) return false;  // no position of a puzzle with a solution has that
                step.lost.push_back({cell, gone});
                step.digits |= gone;
            }
        if (step.lost.empty()) return false;
        return found.add(std::move(step));
    }

    const Board& board_;
    std::vector<Pair> pairs_;
};

}  // namespace engine::people
