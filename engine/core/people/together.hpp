// Rules together: what no way to fill a rule has where cells that see each other are different, alone, or with the units and
// rules by which a candidate leads to a contradiction.
#pragma once

#include <map>

#include "people/contradictions.hpp"

namespace engine::people {

// Rules and units as one rule, of which each candidate is tried by itself.
class Together {
public:
    Together(const Board& board, Contradictions& contradictions) : board_(board), contradictions_(contradictions) {
        for (const std::unique_ptr<Part>& part : board.parts)
            if (part->looks[0].cost && part->cells.size() > 2 && part->cells.size() <= most_cells)
                alone_.push_back({part->number, {}, {}});
    }

    void forget() {
        for (Alone& one : alone_) one.settled.clear();
        kept_.clear();
    }

    // Rules alone.
    void find_alone(const Position& at, Found& found) {
        for (Alone& one : alone_) {
            const Cells& cells = board_.parts[one.part]->cells;
            std::vector<Candidates> now = at.candidates(cells);
            if (now == one.settled) continue;
            if (!one.rule) one.rule = joined(board_, board_.sees, {one.part}, {}, {});
            Step step{.machine = Machine::rule_ways, .part = one.part};
            if (!narrow(at, *one.rule, step))
                one.settled = std::move(now);
            else if (found.add(std::move(step)))
                return;
        }
    }

    // Few rules and units that refute a candidate together, the fewest first.
    void find_joined(const Position& at, Found& found) {
        Step best;
        int fewest = most_sources + 1;
        contradictions_.each_refuted(at, [&](const Step& chain) {
            Step step{.machine = Machine::rules_together, .lost = chain.lost};
            CellSet cells;
            for (const Link& link : chain.links) read(link, step, cells);
            step.minus = rules::cells_of(cells);
            const auto refutes = [&] {
                const Part& rule = kept(step);
                return rule.refutes(at.candidates(rule.cells), step.lost);
            };
            if (step.others.empty() || sources(step) > most_traced || !refutes()) return false;
            drop(step.others, refutes);
            if (step.others.empty() || std::ssize(step.others) > most_rules) return false;
            drop(step.units, refutes);
            if (sources(step) >= fewest) return false;
            drop(step.minus, refutes);
            if (std::ssize(step.minus) > most_further) return false;
            fewest = sources(step);
            best = std::move(step);
            return fewest <= 2;
        });
        if (fewest > most_sources) return;
        const Part& rule = kept(best);
        const Cells further = std::exchange(best.minus, {});
        best.cost = board_.costs[static_cast<int>(Machine::rules_together)] + 30 * std::max(0, fewest - 2);
        if (!narrow(at, rule, best)) return;
        // That a further cell differs from others may be all that counts.
        for (const std::uint8_t cell : further)
            if (!std::ranges::count(best.cells, cell)) best.cells.push_back(cell);
        std::ranges::sort(best.cells);
        found.add(std::move(best));
    }

    // Rules and units as one rule, with further cells; `sees` says which cells differ.
    static std::unique_ptr<Part> joined(const Board& board, const std::vector<CellSet>& sees,
                                        const std::vector<int>& parts, const std::vector<int>& units,
                                        const Cells& cells) {
        std::vector<Statement> all;
        for (const int part : parts)
            for (const Statement& one : board.parts[part]->statements()) all.push_back(one);
        for (const int unit : units) all.push_back({Kind::house, board.units[unit].cells, {}, {}, {}});
        for (const int cell : cells)
            all.push_back({Kind::mask, {static_cast<std::uint8_t>(cell)}, {board.all()}, {}, {}});
        return std::make_unique<Part>(board.size, std::move(all), sees);
    }

private:
    static constexpr std::size_t most_cells = 12;
    static constexpr int most_rules = 2, most_sources = 3, most_traced = 4, most_further = 2;

    struct Alone {
        int part;
        std::unique_ptr<Part> rule;
        std::vector<Candidates> settled;
    };

    static int sources(const Step& step) { return static_cast<int>(step.others.size() + step.units.size()); }

    // The rules and units of a step with its further cells as one rule, as for a position before.
    const Part& kept(const Step& step) {
        std::vector<int> key = step.others;
        key.push_back(-1);
        key.insert(key.end(), step.units.begin(), step.units.end());
        key.push_back(-1);
        key.insert(key.end(), step.minus.begin(), step.minus.end());
        std::unique_ptr<Part>& found = kept_[key];
        if (!found) found = joined(board_, board_.sees, step.others, step.units, step.minus);
        return *found;
    }

    static void read(const Link& link, Step& step, CellSet& cells) {
        if (link.cell >= 0) cells.set(link.cell);
        if (link.reason == Reason::seen) cells.set(link.number);
        if (link.reason != Reason::part && link.reason != Reason::unit) return;
        std::vector<int>& of = link.reason == Reason::part ? step.others : step.units;
        if (!std::ranges::count(of, link.number)) of.push_back(link.number);
    }

    // Leaves out what is not needed.
    template <class Some, class Refutes>
    static void drop(Some& some, Refutes refutes) {
        for (std::size_t i = some.size(); i-- > 0;) {
            const Some all = some;
            some.erase(some.begin() + static_cast<std::ptrdiff_t>(i));
            if (!refutes()) some = all;
        }
    }

    // What cells lose by the candidates for which they lose the first that the step has, or any if it has none.
    bool narrow(const Position& at, const Part& rule, Step& step) const {
        const std::vector<Candidates> now = at.candidates(rule.cells), before(now.size(), board_.all());
        std::vector<Candidates> left = now;
        if (!rule.keep_tried(left)) return false;
        std::vector<Loss> all;
        for (std::size_t i = 0; i < now.size(); ++i)
            for (const int d : Bits(now[i] & ~left[i])) all.push_back({rule.cells[i], bit(d)});
        if (all.empty()) return false;
        if (step.lost.empty()) step.lost.push_back(all[0]);
        step.cells = reasons(rule.cells, now, before,
                             [&](std::vector<Candidates>& known) { return rule.refutes(known, step.lost); });
        std::vector<Candidates> known = before;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (std::ranges::count(step.cells, rule.cells[i])) known[i] = now[i];
        step.lost.clear();
        for (const Loss& loss : all)
            if (rule.refutes(known, {loss})) {
                if (step.lost.empty() || step.lost.back().cell != loss.cell) step.lost.push_back({loss.cell, 0});
                step.lost.back().digits |= loss.digits;
            }
        return true;
    }

    const Board& board_;
    Contradictions& contradictions_;
    std::vector<Alone> alone_;
    std::map<std::vector<int>, std::unique_ptr<Part>> kept_;
};

}  // namespace engine::people
