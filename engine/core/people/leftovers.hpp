// The law of leftovers: lines and as many units of another kind hold the same digits, so the cells that they do not share
// do too.
#pragma once

#include "people/board.hpp"

namespace engine::people {

class Leftovers {
public:
    explicit Leftovers(const Board& board) : board_(board) {
        int kinds = 0;
        for (const Unit& unit : board.units) kinds = std::max(kinds, unit.kind + 1);
        for (const int lines : {0, 1})
            for (int kind = 2; kind < kinds; ++kind) add_kinds(lines, kind);
    }

    // A digit that one side lacks goes from the other one.
    void find(const Position& at, Found& found) const {
        for (const Pair& pair : pairs_) {
            const Candidates inside = digits_of(at, pair.inside), outside = digits_of(at, pair.outside);
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
        const std::vector<int> rows = units_of(lines), others = units_of(kind);
        for (int count = 1; count <= std::min(most_lines, board_.size / 2); ++count)
            for (int first = 0; first + count <= std::ssize(rows); ++first)
                add_beside({rows.begin() + first, rows.begin() + first + count}, others);
    }

    std::vector<int> units_of(int kind) const {
        std::vector<int> found;
        for (std::size_t u = 0; u < board_.units.size(); ++u)
            if (board_.units[u].kind == kind) found.push_back(static_cast<int>(u));
        return found;
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

    static Candidates digits_of(const Position& at, const Cells& cells) {
        Candidates digits = 0;
        for (const int cell : cells) digits |= at.of[cell];
        return digits;
    }

    static bool remove(const Position& at, const Pair& pair, const Cells& known, const Cells& cells, Candidates digits,
                       Found& found) {
        Step step{Machine::leftovers};
        for (const int cell : cells)
            if (const Candidates gone = at.of[cell] & static_cast<Candidates>(~digits)) {
                if (at.filled[cell]) return false;  // no position of a puzzle with a solution has that
                step.lost.push_back({cell, gone});
                step.digits |= gone;
            }
        if (step.lost.empty()) return false;
        step.units = pair.lines;
        step.others = pair.others;
        step.cells = known;
        step.minus = cells;
        return found.add(std::move(step));
    }

    const Board& board_;
    std::vector<Pair> pairs_;
};

}  // namespace engine::people
